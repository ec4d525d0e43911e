import RectoPageModel
import TestSupport
import Testing

/// Pages on which an element scrolls in place of the window, such as those of manuals with their
/// contents beside the text.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ScrolledPaneTests {
  private static let text = (1...120).map { "<p>End\($0)</p>" }.joined()
  private static let contents = "<nav><p>Contents</p></nav>"

  /// By the way in which the element gets its height.
  private static let styles = [
    """
    html, body { margin: 0; height: 100% } nav { position: absolute; width: 300px; top: 0; bottom: 0 }
    main { position: absolute; left: 300px; right: 0; top: 0; bottom: 0; overflow-y: auto }
    """,
    """
    body { margin: 0; display: flex; height: 100vh; overflow: hidden } nav { width: 300px }
    main { flex: 1; overflow: auto }
    """,
    """
    body { margin: 0 } nav { height: 60px; overflow: hidden }
    main { height: calc(100vh - 60px); overflow: hidden scroll }
    """,
    "body { margin: 0 } nav { height: 60px } main { height: 60vh; overflow: auto }",
  ]

  @Test(arguments: styles)
  func whatAnElementInPlaceOfTheWindowScrollsIsOfThePage(_ style: String) throws {
    let fixture = try Fixture(body: "\(Self.contents)<main>\(Self.text)</main>", style: style)
    let page = try fixture.page()
    #expect(page.size.width == 768 && page.size.height > 3000)
    let words = try fixture.words()
    #expect(words.map(\.text) == ["Contents"] + (1...120).map { "End\($0)" })
    #expect(words.allSatisfy { $0.box.maxY <= page.size.height })
    try fixture.expectInk(under: words)
  }

  @Test func aScriptThatSetsTheHeightIsHeard() throws {
    let fixture = try Fixture(
      body: """
        \(Self.contents)<main>\(Self.text)</main><script>
        const fit = () => document.querySelector("main").style.height = innerHeight - 60 + "px";
        addEventListener("resize", fit); fit();
        </script>
        """, style: "body { margin: 0 } nav { height: 60px } main { overflow: auto }")
    #expect(try fixture.words().last?.text == "End120")
  }

  /// Its slides would be as high as the page, and never fit.
  @Test func slidesOfTheWindowsHeightStayAsTheyAre() throws {
    let fixture = try Fixture(
      body: "<main><section>One</section><section>Two</section></main>",
      style: "body { margin: 0 } main { height: 100vh; overflow: auto } section { height: 100vh }")
    #expect(try fixture.page().size == Size(width: 768, height: 576))
    #expect(try fixture.words().map(\.text) == ["One"])
  }

  @Test func aSmallElementThatScrollsStaysSmall() throws {
    let fixture = try Fixture(
      body: "<main>\(Self.text)</main>", style: "main { height: 300px; overflow: auto }")
    #expect(try fixture.page().size == Size(width: 768, height: 576))
    #expect(try fixture.words().last?.text != "End120")
  }

  /// The next page of a tab is laid out for the usual window.
  @Test func thePageBehindItIsOfItsOwnHeight() throws {
    let pane = Fixture.document(
      "<main>\(Self.text)</main>",
      style: "body { margin: 0 } main { height: 100vh; overflow: auto }")
    let fixture = try Fixture([
      "page1.html": pane, "page2.html": Fixture.document("<p>Low</p>"), "page3.html": pane,
    ])
    let heights = try (0..<3).map { try fixture.page($0).size.height }
    #expect(heights[0] > 3000 && heights[1] == 576 && heights[2] == heights[0])
    #expect(try fixture.words(1).map(\.text) == ["Low"])
  }
}
