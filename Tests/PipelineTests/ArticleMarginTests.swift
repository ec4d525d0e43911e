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

  /// The numbers of an axis stand near a title, and are smaller; those of sections are above it or beside it.
  @Test func onlyANumberBeforeATitleIsItsOwn() {
    func title(_ number: TextBlock) -> String? {
      articles([
        [
          block(body, body, y: 60), number,
          block("Harbors", y: 200, x: 60, size: 14, font: "Serif-Bold", role: .heading1),
          block(body, body, y: 230),
        ]
      ]).flatMap(\.blocks).first { if case .heading = $0.kind { true } else { false } }?.text
    }
    #expect(title(block("2", y: 200, size: 14, font: "Serif-Bold")) == "2 Harbors")
    #expect(title(block("2", y: 180, x: 60, size: 14, font: "Serif-Bold")) == "2 Harbors")
    #expect(title(block("0", y: 185, x: 60, size: 7)) == "Harbors")
    #expect(title(block("0", y: 205, x: 300, size: 14)) == "Harbors")
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
