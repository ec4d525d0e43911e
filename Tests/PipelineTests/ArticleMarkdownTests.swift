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
