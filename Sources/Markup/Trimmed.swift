extension String {
  /// The text without white space at its ends.
  package var trimmed: String {
    // Most texts begin and end with a visible ASCII character, and comparing bytes is faster than
    // comparing characters.
    let letters: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, letters.contains(first),
      letters.contains(last)
    {
      return self
    }
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The trimmed text, with one space in place of all white space between two words (XML 1.0, 2.3).
  package var collapsed: String {
    unicodeScalars.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
      .map(String.init).joined(separator: " ")
  }

  /// The words of an attribute that is a list, separated by white space.
  package var listed: [String] { collapsed.split(separator: " ").map(String.init) }
}
