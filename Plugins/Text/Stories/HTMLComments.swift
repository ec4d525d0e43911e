/// Skips HTML comments at the beginning of a text.
enum HTMLComments {
  /// The text after leading comments and white space; nil if a comment is not closed.
  ///
  /// A comment ends with the first `-->`, which may begin with the hyphens of its own `<!--`.
  static func rest(of text: String) -> Substring? {
    var rest = text.drop(while: \.isWhitespace)
    while rest.hasPrefix("<!--") {
      // By bytes, since a combining mark after the `>` would make one character with it.
      guard let end = rest.utf8.dropFirst(2).firstRange(of: "-->".utf8) else { return nil }
      rest = rest[end.upperBound...].drop(while: \.isWhitespace)
    }
    return rest
  }
}
