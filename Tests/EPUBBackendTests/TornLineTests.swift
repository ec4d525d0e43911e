import RectoPageModel
import TestSupport
import Testing

/// Arabic with marks that reach into the page before theirs.
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

  /// Letters without a part below their line leave the foot of a page empty.
  @Test(arguments: [true, false])
  func marksAboveALineAreNotDrawnOnThePageBefore(withAnnotations: Bool) throws {
    let book = try Fixture(
      ["1": "<p>\(String(repeating: "ÂÊÎÔÛ ÅŮ ", count: 400))</p>"],
      style: "p { font: 20pt/0.7 'DejaVu Sans'; margin: 0 }")
    #expect(book.pageCount > 2)
    for index in 0..<book.pageCount - 1 {
      let last = try #require(book.text(index).blocks.last?.lines.last)
      let pixels = try book.pixels(index, scale: 2, drawsAnnotations: withAnnotations)
      let below = Int((last.baseline.start.y + 1) * 2)..<pixels.size.height
      let isInked = below.contains { y in
        (0..<pixels.size.width).contains { color(of: pixels, x: $0, y: y)[0] < 200 }
      }
      #expect(!isInked, "page \(index)")
    }
  }
}
