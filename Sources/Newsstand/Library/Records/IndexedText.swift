/// Texts and queries as SQLite's full-text index takes them.
///
/// The index knows words by the spaces between them, which Chinese and Japanese do not have: there
/// each character is a word of its own, and a word a phrase of them.
enum IndexedText {
  /// Separates words for the index, and is invisible.
  private static let separator: Unicode.Scalar = "\u{200B}"

  /// A text with its Chinese and Japanese characters separated, and without the marks of hits.
  static func separated(_ text: String) -> String {
    var separated = String.UnicodeScalarView()
    var wasWord = false
    for scalar in text.unicodeScalars where scalar.value > 3 && scalar != separator {
      let isWord = isWordByItself(scalar)
      if isWord || wasWord { separated.append(separator) }
      separated.append(scalar)
      wasWord = isWord
    }
    return String(separated)
  }

  /// A text without the separators.
  static func joined(_ text: String) -> String {
    var joined = String.UnicodeScalarView()
    joined.append(contentsOf: text.unicodeScalars.filter { $0 != separator })
    return String(joined)
  }

  /// The expression for pages with all words of a query, each at the start of a word.
  ///
  /// Throws `notFound` if the query has no word.
  static func expression(_ query: String) throws(NewsstandError) -> String {
    let words = query.prefix(1000).split(whereSeparator: \.isWhitespace)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard !words.isEmpty else {
      throw NewsstandError(.notFound, "there is nothing to search for: give a word")
    }
    // In quotation marks nothing is an operator (FTS5, section 3.1).
    return words.map { "\"\(separated(String($0)).replacing("\"", with: "\"\""))\"*" }
      .joined(separator: " ")
  }

  /// Han, Hiragana, Katakana and what goes with them (Unicode, Blocks.txt).
  private static func isWordByItself(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
