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

  @Test func aPageThatIsCutIsAWarning() throws {
    let fixture = try Fixture(
      body: "<p>Start</p><div></div><p>End</p>", style: "div { height: 3e6px }")
    #expect(try fixture.words().map(\.text) == ["Start"])
    let warnings = fixture.publication.info.warnings
    #expect(warnings.map(\.code) == ["cut-page"] && warnings[0].page == 0)
  }
}
