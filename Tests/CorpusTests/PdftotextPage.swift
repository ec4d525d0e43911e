import TestSupport

/// The words of one page by `pdftotext -bbox`, which knows neither UserUnit nor slanted text.
struct PdftotextPage: Sendable {
  /// User units of the unrotated page.
  var width: Double
  var words: [FoundWord] = []

  /// The first three pages of a file.
  static func pages(of file: String, with pdftotext: String) async throws -> [PdftotextPage] {
    // A file it does not finish has no words.
    let result = try await run(
      "/usr/bin/timeout",
      ["-s", "KILL", "60", pdftotext, "-bbox", "-cropbox", "-l", "3", file, "-"])
    var pages: [PdftotextPage] = []
    // One element a line, its attributes in a fixed order.
    for line in result.text.split(separator: "\n") {
      let element = line.drop { $0 == " " }
      let numbers = element.split(separator: "\"").compactMap { Double($0) }
      if element.hasPrefix("<page "), let width = numbers.first {
        pages.append(PdftotextPage(width: width))
      } else if element.hasPrefix("<word "), numbers.count >= 4, !pages.isEmpty {
        // By bytes: a mark at the word's beginning would be one character with the bracket.
        let text = element.utf8.drop { $0 != UInt8(ascii: ">") }.dropFirst()
          .dropLast("</word>".utf8.count)
        pages[pages.count - 1].words.append(
          FoundWord(
            text: unescaped(String(decoding: text, as: UTF8.self)), box: Array(numbers.prefix(4))))
      }
    }
    return pages
  }

  /// Control characters, which Recto's text never has, become the replacement character.
  private static func unescaped(_ text: String) -> String {
    var text = text
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: character)
    }
    let scalars = text.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
