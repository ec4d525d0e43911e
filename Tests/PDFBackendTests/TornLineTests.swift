import RectoPDFBackend
import RectoPageModel
import TestSupport
import Testing

/// Lines of the pages before and behind, whose marks reach into a page that a browser printed.
struct TornLineTests {
  /// In the rows from 20 to 180, below them with a mark in them, in them with a mark below, and above them.
  private static let lines: [(top: Double, mark: Double)] = [
    (100, 5), (185, 8), (178, -5), (17, -6),
  ]

  private static func open() throws -> any Publication & DrawnGlyphs {
    let content = lines.enumerated().map { index, line in
      "BT /F1 12 Tf 0 Ts \(40 + 60 * index) \(200 - line.top) Td (tide) Tj \(line.mark) Ts (*) Tj ET"
    }
    let publication = try PDFBackendTests.open(PDFFixture(content.joined(separator: "\n")))
    return try #require(publication as? any Publication & DrawnGlyphs)
  }

  @Test func aLineIsOnThePageOfItsBaseline() throws {
    let publication = try Self.open()
    #expect(try publication.glyphs(ofPage: 0).allSatisfy { !$0.isClipped })
    publication.textRows = 20...180
    let glyphs = try publication.glyphs(ofPage: 0)
    try #require(glyphs.count == 20)
    let clipped = stride(from: 0, to: 20, by: 5).map { start in
      glyphs[start..<start + 5].map(\.isClipped)
    }
    #expect(clipped == [false, true, false, true].map { Array(repeating: $0, count: 5) })
  }

  /// A column of upright letters, as vertical text is drawn: in one text, and its last letter alone.
  @Test func columnsThatReachOverTheEndAreWhole() throws {
    let content = """
      BT /F1 12 Tf 12 TL 40 54 Td (a) Tj T* (b) Tj T* (c) Tj T* (d) Tj ET
      BT /F1 12 Tf 12 TL 100 54 Td (a) Tj T* (b) Tj T* (c) Tj ET BT /F1 12 Tf 100 18 Td (d) Tj ET
      BT /F1 12 Tf 160 18 Td (d) Tj ET
      """
    let publication = try PDFBackendTests.open(PDFFixture(content))
    let glyphs = try #require(publication as? any Publication & DrawnGlyphs)
    glyphs.textRows = 20...180
    #expect(
      try glyphs.glyphs(ofPage: 0).filter(\.isClipped).map(\.start.x) == [160])
  }

  /// At once, and from the display list that a second drawing of a page makes.
  @Test func linesOfOtherPagesHaveNoInk() throws {
    let publication = try Self.open()
    let all = try Ink(publication.page(at: 0))
    publication.textRows = 20...180
    let page = try publication.page(at: 0)
    for _ in 0..<3 {
      let own = try Ink(page)
      for (index, isOwn) in [true, false, true, false].enumerated() {
        let column = Rect(x: Double(35 + 60 * index), y: 0, width: 55, height: 200)
        #expect(all.count(in: column) > 0)
        #expect(own.count(in: column) == (isOwn ? all.count(in: column) : 0), "line \(index)")
      }
    }
  }
}
