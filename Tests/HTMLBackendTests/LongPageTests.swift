import RectoPageModel
import TestSupport
import Testing

/// Books that are one page of HTML.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LongPageTests {
  @Test func allTextOfANovelOnOnePageIsRead() throws {
    let paragraph = String(repeating: "All day the tide ran out past the quay. ", count: 20)
    let document = (1...500).map { "<p>\(paragraph)</p><p>End\($0)</p>" }.joined()
    let fixture = try Fixture(body: document)
    let words = try fixture.words()
    #expect(words.count == 500 * (9 * 20 + 1) && words.last?.text == "End500")
    #expect(fixture.publication.info.warnings == [])
  }

  @Test func aTallPageIsReadToItsEnd() throws {
    let fixture = try Fixture(
      body: (1...300).map { "<p>End\($0)</p>" }.joined(), style: "p { height: 1000px }")
    #expect(try fixture.page().size.height > 225_000)
    #expect(try fixture.words().last?.text == "End300")
  }

  /// The browser draws it in tiles.
  @Test func aTallPageIsDrawnToItsEnd() throws {
    let page =
      "<meta name=viewport content='width=200, height=300'><style>body { margin: 0 }</style>"
      + "<div style='height: 5000px; background: #00f'></div>"
    let fixture = try Fixture(["page1.html": page])
    let (size, bytes) = try fixture.pixels(0, RenderRequest(scale: .pixelsPerPoint(4.0 / 3)))
    #expect(size == PixelSize(width: 200, height: 5000))
    let isDrawn = stride(from: 0, to: bytes.count, by: 4).allSatisfy {
      bytes[$0] == 255 && bytes[$0 + 2] == 0
    }
    #expect(isDrawn)
  }

  /// Each color is rounded to the nearest, so that many are neither darker nor lighter.
  @Test func halfTransparentPixelsAreRounded() throws {
    let grays = (0..<64).map { $0 * 4 + $0 % 2 }
    let stripes = grays.map {
      "<i style='display: block; height: 4px; background: rgba(\($0), \($0), \($0), 0.502)'></i>"
    }
    let fixture = try Fixture(body: stripes.joined(), style: "body { margin: 0 }")
    let (size, bytes) = try fixture.pixels(
      0, RenderRequest(scale: .pixelsPerPoint(4.0 / 3), background: .transparent))
    let errors = grays.enumerated().map { index, gray in
      Double(bytes[(index * 4 + 2) * size.width * 4]) - Double(gray) * 128 / 255
    }
    #expect(errors.allSatisfy { abs($0) <= 1 }, "\(errors)")
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.2, "\(errors)")
  }

  @Test func aPageThatIsCutIsAWarning() throws {
    let fixture = try Fixture(
      body: "<p>Start</p><div></div><p>End</p>", style: "div { height: 3e6px }")
    #expect(try fixture.words().map(\.text) == ["Start"])
    let warnings = fixture.publication.info.warnings
    #expect(warnings.map(\.code) == ["cut-page"] && warnings[0].page == 0)
  }
}
