import TestSupport
import Testing

@testable import RectoHTMLBackend

/// The browser is asked for generated text only on pages that may have some, since that takes long.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct GeneratedTextTests {
  private static let item = "<ul><li>Item</li></ul>"
  private static let pages: [(body: String, style: String, mayHaveSome: Bool)] = [
    (
      item,
      "ul { list-style: none } li::before { content: \"\"; border: 2px solid } li::after { content: none }",
      false
    ),
    (item, "", true),
    (item, "ul { list-style: none } @media screen { li::before { content: '-' } }", true),
    ("<p>One</p>", "p::after { content: counter(page) }", true),
    ("<p>One</p>", "p::after { content: url(a.png) }", true),
    ("<p>One <q>two</q></p>", "", true),
  ]

  @Test(arguments: pages)
  func itIsLookedForWhereThereMayBeSome(
    body: String, style: String, mayHaveSome: Bool
  ) throws {
    let fixture = try Fixture(body: body, style: style)
    let page = try #require(try fixture.page() as? HTMLPage)
    let loaded = try page.publication.load(0)
    #expect(try loaded.evaluate(PageScript.mayGenerateText).bool() == mayHaveSome)
  }

  @Test func anIconOfAFontIsNotText() throws {
    let fixture = try Fixture(
      body: "<p><i></i> Save</p>",
      style: "i::before { content: '\\f0c7' } p::after { content: ' \\2192' }")
    #expect(try fixture.words().map(\.text) == ["Save", "→"])
  }
}
