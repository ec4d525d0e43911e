import RectoPageModel
import Testing

@testable import RectoPipeline

/// Running heads beside the text, and rules that are drawn with letters, which are in no article.
@Suite struct ArticleMarginTests: ArticleSuite {
  @Test func whatRecursBesideTheTextIsLeftOut() {
    let pages = (7..<12).map { number in
      [
        block("Lamps and tides", y: 60, x: number % 2 == 0 ? 10 : 320, size: 13),
        block("\(number)", y: 100, x: number % 2 == 0 ? 10 : 320, size: 13),
        block(body, body, body, y: 60, x: 110),
      ]
    }
    #expect(
      articles(pages).flatMap(\.blocks).map(\.text)
        == Array(repeating: "\(body) \(body) \(body)", count: 5))
  }

  @Test func rulesOfLettersAreLeftOut() {
    let found = articles([
      [
        block("- - - - - - - -", y: 60), block("The lamps are lit", y: 80),
        block("-----", y: 100), block(body, body, y: 120),
      ]
    ])
    #expect(found.flatMap(\.blocks).map(\.text) == ["The lamps are lit", "\(body) \(body)"])
  }
}
