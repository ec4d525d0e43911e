/// What a picture says to those who do not see it.
public enum AlternativeText: Sendable, Hashable {
  /// Never empty.
  case text(String)
  /// An ornament, which says nothing.
  case decorative
  /// The source could have said something, and does not.
  case missing

  /// As formats such as HTML write it: empty for an ornament, nothing at all where it is missing.
  public init(_ text: String?) {
    guard let text else {
      self = .missing
      return
    }
    self = text.allSatisfy(\.isWhitespace) ? .decorative : .text(text)
  }
}
