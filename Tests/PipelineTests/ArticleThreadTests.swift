import RectoPageModel
import Testing

@testable import RectoPipeline

/// Articles of sources that say which text a block is a part of, and where paragraphs end.
@Suite struct ArticleThreadTests: ArticleSuite {
  private func block(
    _ lines: String..., y: Double, x: Double = 40, role: TextRole = .paragraph, thread: String,
    isContinuation: Bool = false, language: String? = nil
  ) -> TextBlock {
    var block = block(lines[0], y: y, x: x, role: role, language: language)
    block.thread = thread
    block.isContinuation = isContinuation
    return block
  }

  private func layout(
    _ pages: [[TextBlock]], pictures: [Int: [PlacedImage]] = [:], outline: [OutlineItem] = []
  ) -> [Article] {
    articles(pages, pictures: pictures, outline: outline, order: .layout, language: "en")
  }

  private func heading(_ text: String, y: Double, thread: String) -> TextBlock {
    block(text, y: y, role: .heading1, thread: thread)
  }

  @Test func textStaysWithItsThreadsArticle() {
    let found = layout([
      [heading("Alpha", y: 40, thread: "a"), block("Alpha goes on", y: 80, thread: "a")],
      [heading("Beta", y: 40, thread: "b"), block("Beta begins.", y: 80, thread: "b")],
      [
        block("to its end.", y: 40, thread: "a", isContinuation: true),
        block("Alpha is over.", y: 60, thread: "a"), block("Beta is, too.", y: 300, thread: "b"),
      ],
    ])
    #expect(found.map(\.title) == ["Alpha", "Beta"])
    #expect(
      found.map { $0.blocks.map(\.text) } == [
        ["Alpha", "Alpha goes on to its end.", "Alpha is over."],
        ["Beta", "Beta begins.", "Beta is, too."],
      ])
    #expect(found.map(\.pages) == [[0, 2], [1, 2]])
  }

  @Test func theEndOfAParagraphIsOnAPageOfItsArticle() {
    let found = layout([
      [heading("Alpha", y: 40, thread: "a"), block("Alpha goes on", y: 80, thread: "a")],
      [block("to its end.", y: 40, thread: "a", isContinuation: true)],
    ])
    #expect(found.map(\.pages) == [[0, 1]])
  }

  @Test func theOutlineBeginsArticlesInTheirThreads() {
    let pages = [
      [heading("Alpha", y: 40, thread: "a"), block("One.", y: 80, thread: "a")],
      [
        block("Two.", y: 40, thread: "a"), heading("Beta", y: 300, thread: "b"),
        block("Three.", y: 340, thread: "b"),
      ], [block("Four.", y: 40, thread: "a"), block("Five.", y: 300, thread: "b")],
    ]
    let outline = [
      OutlineItem(title: "Alpha", target: .page(0, Point(x: 40, y: 40))),
      OutlineItem(title: "Beta", target: .page(1, Point(x: 40, y: 300))),
    ]
    #expect(
      layout(pages, outline: outline).map { $0.blocks.map(\.text) } == [
        ["Alpha", "One.", "Two.", "Four."], ["Beta", "Three.", "Five."],
      ])
  }

  @Test func aThreadWithoutATitleIsOfTheArticleThatItBeginsBeside() {
    let found = layout([
      [heading("Alpha", y: 40, thread: "a"), block("Beside it.", y: 80, x: 220, thread: "side")],
      [
        heading("Beta", y: 40, thread: "b"),
        block("Beside it, too.", y: 80, x: 220, thread: "side"),
      ],
    ])
    #expect(
      found.map { $0.blocks.map(\.text) } == [
        ["Alpha", "Beside it.", "Beside it, too."], ["Beta"],
      ])
  }

  @Test func aPictureIsOfTheArticleWhoseTextStandsBelow() throws {
    let found = layout(
      [
        [heading("Alpha", y: 40, thread: "a"), block("One.", y: 80, thread: "a")],
        [heading("Beta", y: 40, thread: "b"), block("Two.", y: 80, thread: "b")],
        [block("Three.", y: 320, thread: "a"), block("Four.", y: 320, x: 220, thread: "b")],
      ],
      pictures: [
        2: [PlacedImage(box: Rect(x: 40, y: 200, width: 100, height: 100), pixelSize: nil)]
      ])
    #expect(found.map { $0.blocks.count { $0.kind.isPicture } } == [1, 0])
  }

  /// A cell in the first column of its thread's first table.
  private func cell(
    _ text: String, row: Int, y: Double, x: Double = 40, thread: String
  ) -> TextBlock {
    var cell = block(text, y: y, x: x, role: .tableCell, thread: thread)
    cell.cell = TableCell(table: 0, row: row, index: 0)
    return cell
  }

  @Test func tablesBesideEachOtherContinueOnTheNextPage() {
    let found = layout([
      [
        heading("Alpha", y: 40, thread: "a"), cell("One", row: 0, y: 80, thread: "a"),
        cell("Red", row: 0, y: 80, x: 220, thread: "side"),
      ],
      [
        cell("Two", row: 1, y: 80, thread: "a"),
        cell("Green", row: 1, y: 80, x: 220, thread: "side"),
      ],
    ])
    #expect(found.map { $0.blocks.map(\.text) } == [["Alpha", "One", "Two", "Red", "Green"]])
  }

  @Test func theLanguageIsThatOfMostWords() {
    let found = layout([
      [heading("Alpha", y: 40, thread: "a"), block("One two three.", y: 80, thread: "a")],
      [
        heading("Beta", y: 40, thread: "b"),
        block("Eins zwei drei vier.", y: 80, thread: "b", language: "de"),
      ],
    ])
    #expect(found.map(\.language) == ["en", "de"])
  }

  @Test func onlyTheRestOfAParagraphIsJoinedToIt() {
    let found = layout([
      [
        block("and it goes on", y: 40, thread: "a"),
        block("with another paragraph", y: 80, thread: "a"),
        block("let a = 1", y: 120, role: .code, thread: "a"),
        block("after the code it goes", y: 160, thread: "a"),
      ], [block("On.", y: 40, thread: "a", isContinuation: true)],
    ])
    #expect(
      found.first?.blocks.map(\.text) == [
        "and it goes on", "with another paragraph", "let a = 1", "after the code it goes On.",
      ])
  }

  @Test func aStatedParagraphDoesNotGoOnOverAnotherBlock() {
    for role in [TextRole.code, .quote, .tableCell, .heading2, .listItem] {
      let found = articles(
        [
          [
            block("The next block shows how", y: 40, thread: "a"),
            block("let c = 3", y: 80, role: role, thread: "a"),
            block("after it the text begins small.", y: 120, thread: "a"),
          ]
        ], order: .structureTree)
      #expect(found.flatMap(\.blocks).count == 3, "\(role)")
    }
  }
}
