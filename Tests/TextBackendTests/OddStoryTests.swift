import RectoConformance
import RectoPageModel
import RectoTextBackend
import Testing

/// Stories that hardly anybody writes have pages all the same. `make fuzz` makes up further ones.
@Suite struct OddStoryTests {
  private func open(_ text: String, _ layout: LayoutOptions = LayoutOptions()) throws
    -> any Publication
  {
    let source = Source(path: "story.md", content: .file(FileBytes(Array(text.utf8))))
    return try TextBackend().open(source, options: OpenOptions(layout: layout))
  }

  /// The words of a publication's stories, without those of the pages themselves.
  private func words(_ publication: any Publication) throws -> [String] {
    try (0..<publication.pageCount).flatMap { index in
      let page = try #require(try publication.page(at: index) as? any TextPage)
      return try page.text().blocks.filter { $0.role != .artifact }
        .flatMap { $0.lines.flatMap(\.words).map(\.text) }
    }
  }

  @Test(
    .takesSeconds,
    arguments: [
      "", " ", "\n\n\n", "\t", "\r\n", "\u{FEFF}", "\u{1}\u{7F}", "# ", "#", "######", "> ",
      ">", "> > >", "> # ", "```\n```", "~~~", "```swift\n\n```", "    ", "![]()",
      "![](missing.png)",
      "[](https://example.org)", "<b></b>", "<p>", "<div>",
      "<div class=\"lead\">\n\n</div>", "<!-- x -->", "<!---->", "<!-->", "<!-- x", "<?x?>",
      "<!DOCTYPE x>", "<![CDATA[x]]>", "<span>", "<ruby></ruby>", "[^1]: a note\n",
      "[a]: /b\n", ":::\n", "::: lead\n\n:::\n", "---\n---\n", "---\n...\n", "---\ntitle:\n---\n",
      "---\nlang: ja\ndirection: rtl\n---\n",
    ])
  func aStoryWithNothingToSetHasOneEmptyPage(text: String) throws {
    let publication = try open(text)
    #expect(publication.info.warnings.count <= 2)
    #expect(publication.pageCount == 1)
    #expect(try words(publication) == [])
    #expect(ConformanceSuite().findings(in: publication) == [])
  }

  private static let oddities = [
    "- ", "-\n-\n-", "1. ", "999999999. a", "- [ ] ", "> - > - a", "***", "---", "* * *\n***",
    "|a|\n|-|", "||\n|-|\n||", "|a|b|\n|-|:-:|\n|c|", "[^1]\n\n[^1]: ", "[^1]\n\n[^1]: ![]()\n",
    "[^1]\n\n[^1]: # a\n", "\u{AD}", "\u{200B}", "\u{301}", "\u{FFFC}", "\u{202E}a", "\u{2069}",
    "\u{2028}", "a\\\n", "&#0;", "&nbsp;", "\u{10FFFF}", "🏴\u{E0067}", "🇬🇧🇬",
    "<sup><sub>a</sup></sub>", "<ruby>a<rt>b", "<br><br>", "# a {#a .lead}", "{.lead}", "# {#a}",
    "a{}", ":::lead\na", "[a](#a)", "![a](b.png \"c\")", "```\n\n\n```", "`` ` ``",
    String(repeating: "> ", count: 60) + "a", String(repeating: "- ", count: 60) + "a",
    String(repeating: "*", count: 999) + "a", String(repeating: "W", count: 200),
    String(repeating: "\u{301}", count: 500), String(repeating: "a\t", count: 100),
    "---\ntitle: [a, {b: c}]\n---\n", "---\ntitle: a\n---\n# \n", "---\n: :\n---\na",
  ]

  @Test(.takesSeconds, arguments: oddities)
  func anOddStoryKeepsEveryPromise(text: String) throws {
    let findings = ConformanceSuite().findings(in: try open(text))
    #expect(findings == [])
  }

  /// On pages that no letter fits into.
  @Test(arguments: oddities)
  func anOddStoryIsDrawnOnTheSmallestPages(text: String) throws {
    let side = Size(width: 36, height: 36)
    let publication = try open(text, LayoutOptions(pageSize: side, fontScale: 5))
    for index in 0..<publication.pageCount {
      let page = try publication.page(at: index)
      let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: RenderRequest())
      try page.render(RenderRequest(), on: grid, into: Bitmap(size: grid.size, format: .bgrx))
    }
    _ = try words(publication)
  }
}
