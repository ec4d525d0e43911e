import RectoPageModel
import Testing

@testable import RectoPipeline

/// Articles as Markdown.
@Suite struct ArticleMarkdownTests: ArticleSuite {
  private static let nowhere = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Markdown of one paragraph, without the front matter.
  private func markdown(_ run: Article.Run) -> String {
    let article = Article(
      title: "Harbor", direction: .leftToRight,
      blocks: [Article.Block(kind: .paragraph, runs: [run], page: 0, box: Self.nowhere)])
    return ArticleMarkdown(article) { _ in nil }.text.split(separator: "\n").last.map(String.init)
      ?? ""
  }

  @Test(arguments: [
    ("1912. A hard winter.", #"1912\. A hard winter."#), ("2) Oars", #"2\) Oars"#),
    ("- Oars", #"\- Oars"#), ("12 oars", "12 oars"),
  ])
  func aParagraphThatLooksLikeAListStaysAParagraph(text: String, expected: String) {
    #expect(markdown(Article.Run(text: text)) == expected)
  }

  @Test func onlyAddressesThatRunNothingBecomeLinks() {
    #expect(
      markdown(Article.Run(text: "here", target: .url("https://quay.example/")))
        == "[here](<https://quay.example/>)")
    for url in ["javascript:alert(1)", "file:///etc/passwd", "https://quay.example/> [x"] {
      #expect(markdown(Article.Run(text: "here", target: .url(url))) == "here")
    }
  }

  @Test func markdownHoldsWhateverTheTextHolds() {
    let article = Article(
      title: "A \"b\"\nc", direction: .leftToRight,
      blocks: [
        Article.Block(
          kind: .paragraph,
          runs: [
            Article.Run(text: "1. *no* <b>list</b> "),
            Article.Run(text: "here", target: .url("https://example.org/?a=<b>")),
            Article.Run(text: " there", isBold: true, target: .url("https://example.org/")),
          ], page: 0, box: Self.nowhere),
        Article.Block(
          kind: .picture(alternative: "A [lamp]"), runs: [], page: 0, box: Self.nowhere),
      ])
    #expect(
      ArticleMarkdown(article) { $0 == 1 ? "picture-1.jpg" : nil }.text == """
        ---
        title: "A \\"b\\"\\nc"
        smart-punctuation: false
        ---

        1\\. \\*no\\* \\<b\\>list\\</b\\> here [**there**](<https://example.org/>)

        ![A \\[lamp\\]](picture-1.jpg)

        """)
  }

  /// Markdown of a page of prose and what stands below it.
  private func markdown(belowProse blocks: TextBlock..., font: String = "Serif") -> String {
    let prose = (0..<3).map { block(body, body, y: Double($0) * 30, font: font) }
    return MappedMarkdown(articles([prose + blocks])).text
  }

  @Test func codeKeepsItsLinesIndentsAndEmptyLines() {
    let text = markdown(
      belowProse: block("if isOpen {", y: 100, font: "DejaVu Sans Mono"),
      block("close( gate )", y: 112, x: 60, font: "DejaVu Sans Mono"),
      block("}", "# *ebb*", y: 124, font: "DejaVu Sans Mono"),
      block("return", y: 160, font: "DejaVu Sans Mono"),
      block("The gate is shut.", y: 190))
    #expect(
      text.hasSuffix(
        """
        ```
        if isOpen {
            close( gate )
        }
        # *ebb*

        return
        ```

        The gate is shut.

        """), "\(text)")
  }

  @Test func aFenceIsLongerThanThoseInTheCode() {
    let text = markdown(belowProse: block("``` swift", "````", y: 100, font: "Courier"))
    #expect(text.hasSuffix("`````\n``` swift\n````\n`````\n"), "\(text)")
  }

  @Test func whatIsTaggedAsCodeIsCodeInAnyFont() {
    let text = markdown(belowProse: block("let a", "let b", y: 100, role: .code))
    #expect(text.hasSuffix("```\nlet a\nlet b\n```\n"), "\(text)")
  }

  @Test func aTypewrittenPublicationIsNotCode() {
    let text = markdown(
      belowProse: block("Low tide", "at noon", y: 100, font: "Nimbus Mono"), font: "Courier")
    #expect(!text.contains("```"), "\(text)")
  }

  @Test func linesThatAreLeftOutEndCode() {
    let text = markdown(belowProse: block("...", "user:x:1:", "...", y: 100, font: "Courier"))
    #expect(text.contains("```\n...\nuser:x:1:\n...\n```"))
  }

  @Test func sentencesInAMonospacedFontAreNotCode() {
    let text = markdown(belowProse: block(body, body, y: 100, font: "Courier"))
    #expect(!text.contains("```"), "\(text)")
  }

  @Test(arguments: [
    "Figure 3. The = quay", "• oars = two", "THE QUAY", "www.quay.example", "We row. They sail.",
  ])
  func aLineInAMonospacedFontIsNotAlwaysCode(line: String) {
    #expect(!markdown(belowProse: block(line, y: 100, font: "Courier")).contains("```"))
  }

  @Test func proportionalFontsWithSuchNamesAreNotCode() {
    for font in ["MonotypeCorsiva", "AmericanTypewriter"] {
      let text = markdown(belowProse: block("a = b", "c = d", y: 100, font: font))
      #expect(!text.contains("```"), "\(text)")
    }
  }

  @Test func proseBetweenCodeStaysBetweenIt() {
    let text = markdown(
      belowProse: block("Call one of them, which is either", y: 100),
      block("a()", y: 112, font: "Courier"), block("or", y: 124),
      block("b()", y: 136, font: "Courier"))
    #expect(text.hasSuffix("```\na()\n```\n\nor\n\n```\nb()\n```\n"), "\(text)")
  }

  /// A source may say anything of its boxes.
  @Test(arguments: [1e9, -1e9, .infinity, -.infinity, .nan])
  func gapsInCodeAreBounded(place: Double) {
    let wide = TextWord(
      text: String(repeating: "a", count: 1_000),
      box: Rect(x: 0, y: 100, width: 1e-9, height: 10), font: "Courier", size: 10)
    let far = TextWord(
      text: "b;", box: Rect(x: place, y: 100, width: 0, height: 10), font: "Courier", size: 10)
    var code = block("a;", "b;", y: 100, font: "Courier")
    code.lines[0].words = [wide, far]
    code.lines[1].baseline = Segment(start: Point(x: 0, y: place), end: Point(x: 9, y: place))
    #expect(markdown(belowProse: code).utf8.count < 2_000)
  }

  @Test func textBelowCodeStaysBelowIt() {
    let text = markdown(
      belowProse: block("We shut the gate with the lever", y: 100),
      block("lever(1)", y: 120, font: "Courier"), block("and the bolt.", y: 140))
    #expect(
      text.hasSuffix(
        "We shut the gate with the lever\n\n```\nlever(1)\n```\n\nand the bolt.\n"), "\(text)")
  }

  /// Its signs, one after the other, would say little. The span of its words covers them all.
  @Test func aFormulaIsWrittenInItsAuthorsWords() {
    func page(_ alternatives: AlternativeText...) -> MappedMarkdown {
      var text = block("Let ab 7 be half of cd 8 now.", y: 100)
      text.lines[0].formulas = zip([1..<3, 6..<8], alternatives).map {
        TextFormula(words: $0, alternative: $1)
      }
      return MappedMarkdown(articles([[block("Halves", y: 40, size: 24), text]]))
    }
    let told = page(.text("a_1  over\n7"), .text("an eighth"))
    #expect(told.text.hasSuffix("Let a\\_1 over 7 be half of an eighth now.\n"))
    let boxes = told.spans.map(\.quad.bounds)
    #expect(boxes.contains(Rect(x: 60, y: 100, width: 20, height: 10)))
    #expect(page(.missing, .decorative).text.hasSuffix("Let ab 7 be half of cd 8 now.\n"))
  }
}
