/// The description of a picture for readers who cannot see it.
public enum AlternativeText: Sendable, Hashable {
  /// Never empty.
  case text(String)
  /// An ornament, which says nothing.
  case decorative
  /// The source could have said something, and does not.
  case missing

  /// Reads the form of formats such as HTML: empty for an ornament, nil if it is missing.
  public init(_ text: String?) {
    guard let text else {
      self = .missing
      return
    }
    self = text.allSatisfy(\.isWhitespace) ? .decorative : .text(text)
  }
}
