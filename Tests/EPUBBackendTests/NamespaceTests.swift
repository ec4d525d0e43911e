import RectoPageModel
import TestSupport
import Testing

/// Documents that leave their namespaces out, as some programs write them.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct NamespaceTests {
  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- <html> --><!DOCTYPE html [<!ENTITY tide "ebb > flow">]>
    <html lang="en" title="a > b"><head><title/><style>p { font-size: 30pt }</style></head>
    <body><p id="start">The <a id="place"/>&tide;</p>
    <svg viewBox="0 0 10 10" width="100" height="100"><rect width="10" height="10" fill="#f00"/></svg>
    <p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p><p><![CDATA[<svg>]]></p></body></html>
    """

  @Test func aDocumentWithoutANamespaceIsShown() throws {
    let book = try Fixture(
      ["1": Self.document, "2": "<p>Second</p>"],
      contents: "<li><a href='1.xhtml#place'>Place</a></li>")
    #expect(book.pageCount == 2)
    #expect(try book.words(0).map(\.text) == ["The", "ebb", ">", "flow", "1", "2", "<svg>"])
    #expect(try book.words(0).first?.size == 30)
    #expect(try book.text(0).blocks.flatMap(\.lines).flatMap(\.formulas).count == 1)
    let pixels = try book.pixels(0)
    let isRed = (0..<pixels.size.height).contains {
      color(of: pixels, x: 40, y: $0) == [255, 0, 0]
    }
    #expect(isRed)
    #expect(book.publication.info.warnings == [])
  }

  /// Elements of another language stay in none.
  @Test func aRootOfAnotherNameKeepsItsOwn() throws {
    let book = try Fixture(["1": "<?xml version='1.0'?><dtbook><p>Tide</p></dtbook>"])
    #expect(try book.words(0).map(\.text).contains { $0.contains("dtbook") })
  }
}
