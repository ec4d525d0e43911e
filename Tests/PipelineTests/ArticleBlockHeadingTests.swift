import RectoPageModel
import Testing

@testable import RectoPipeline

/// Headings that are lines of the block of their text.
@Suite struct ArticleBlockHeadingTests: ArticleSuite {
  private let long =
    "The harbor lies still this morning, and no lamp is lit on the quay of the town."

  private func joined(_ parts: TextBlock...) -> TextBlock {
    TextBlock(role: .paragraph, lines: parts.flatMap(\.lines))!
  }

  private func headings(_ articles: [Article]) -> [String] {
    articles.flatMap(\.blocks).filter {
      if case .heading = $0.kind { true } else { false }
    }.map(\.text)
  }

  @Test(arguments: ["Sans", "Serif-Italic"])
  func linesOfAnotherFontAboveTheirTextAreHeadings(font: String) {
    let page = [
      joined(block("The lamps", y: 100, font: font), block(long, long, y: 112)),
      joined(block("The tides", y: 200, font: font), block(long, long, y: 212)),
    ]
    #expect(headings(articles([page])) == ["The lamps", "The tides"])
  }

  @Test(arguments: ["The lamps,", "the lamps"])
  func aLineOfAnotherFontThatIsPartOfASentenceStays(line: String) {
    let text = joined(block(line, y: 100, font: "Sans"), block(long, long, y: 112))
    #expect(articles([[text]]).flatMap(\.blocks).count == 1)
  }

  @Test func aBoldTitleFollowedByTextOnItsLineIsNotCut() {
    var second = block("town The harbor lies still", y: 112).lines[0]
    second.words[0].font = "Serif-Bold"
    var page = block("Lamps of the whole", y: 100, font: "Serif-Bold")
    page.lines += [second] + block(long, long, y: 124).lines
    #expect(headings(articles([[page]])).isEmpty)
  }

  @Test func twoTitlesInOneBlockAreTwo() {
    let titles = joined(
      block("Lamps of the town", y: 100, font: "Sans-Bold"),
      block("Their light", y: 114, font: "Serif-Bold"))
    let found = articles([[titles, block(long, long, y: 140)]])
    #expect(headings(found) == ["Lamps of the town", "Their light"])
  }

  @Test func aBoldLineBetweenSentencesIsAHeading() {
    let page = joined(
      block(long, body, y: 100), block("The tides", y: 124, font: "Serif-Bold"),
      block(long, long, y: 136))
    let found = articles([[page]])
    #expect(headings(found) == ["The tides"])
    #expect(found.flatMap(\.blocks).map(\.text).contains("\(long) \(long)"))
  }

  @Test func aBoldLineInTheMiddleOfASentenceStays() {
    let page = joined(
      block("\(long) And then", y: 100), block("the high tide", y: 112, font: "Serif-Bold"),
      block("Came to \(long)", y: 124))
    #expect(articles([[page]]).flatMap(\.blocks).count == 1)
  }
}
