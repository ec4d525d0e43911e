import RectoPDFBackend
import RectoPageModel
import TestSupport
import Testing

@testable import RectoEPUBBackend

/// Lines whose marks reach into the page before theirs.
struct TornLineTests {
  /// Lines at heights from the top, each with a mark that stands higher or lower than its letters.
  private static func glyphs(_ lines: [(top: Int, mark: Int)]) throws -> [DrawnGlyph] {
    let content = lines.map {
      "BT /F1 12 Tf 0 Ts 40 \(200 - $0.top) Td (tide) Tj \($0.mark) Ts (*) Tj ET"
    }
    let publication = try PDFBackend().open(
      Source(
        path: "lines.pdf",
        content: .file(FileBytes(PDFFixture(content.joined(separator: "\n")).bytes))),
      options: OpenOptions())
    return try #require(publication as? any DrawnGlyphs).glyphs(ofPage: 0)
  }

  @Test func aLineIsOnThePageOfItsBaseline() throws {
    // In the rows, below them with a mark in them, in them with a mark below, and above them.
    let lines = [(100, 5), (185, 8), (178, -5), (17, -6)]
    var glyphs = try Self.glyphs(lines.map { (top: $0.0, mark: $0.1) })
    try #require(glyphs.count == 20 && glyphs.allSatisfy { !$0.isClipped })
    TornLines.clip(&glyphs, to: 20...180)
    let clipped = stride(from: 0, to: 20, by: 5).map { start in
      glyphs[start..<start + 5].map(\.isClipped)
    }
    #expect(clipped == [false, true, false, true].map { Array(repeating: $0, count: 5) })
  }
}

/// The same in books, with vocalized Arabic.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct VocalizedTextTests {
  private static let verse =
    "إِنَّ ٱلسَّفِينَةَ ثُمَّ ٱلرِّيَاحُ لَعَلَّ ٱلنُّجُومَ تُضِيءُ ٱلطَّرِيقَ إِلَىٰ مِينَآءٍ مُّطْمَئِنٍّ"

  @Test func marksAboveALineAreNotReadOnThePageBefore() throws {
    let words = Array(repeating: Self.verse.split(separator: " ").map(String.init), count: 60)
      .flatMap(\.self)
    let book = try Fixture(
      ["1": "<p dir='rtl' lang='ar'>\(words.joined(separator: " "))</p>"],
      style: "p { font: 20pt/0.8 Amiri; margin: 0 }", language: "ar")
    #expect(book.pageCount > 2)
    var read: [String] = []
    for index in 0..<book.pageCount {
      let text = try book.text(index)
      #expect(text.blocks.allSatisfy { $0.role == .paragraph }, "page \(index)")
      read += text.words.map(\.text)
    }
    #expect(read == words)
  }
}
