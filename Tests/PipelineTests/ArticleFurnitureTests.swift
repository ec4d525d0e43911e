import RectoPageModel
import Testing

@testable import RectoPipeline

/// Running heads, page numbers and stamps, which are in no article.
@Suite struct ArticleFurnitureTests: ArticleSuite {
  @Test func theLineWithThePageNumberIsLeftOut() {
    let heads = ["The Lamp and the Tide", "An author", "HARBOR NEWS"]
    let pages = heads.enumerated().map { index, head in
      [
        block("\(index + 7)", y: 80), block(head, y: 80, x: 200), block(body, body, y: 110),
        block("1. A lamp", y: 140),
      ]
    }
    #expect(
      articles(pages).flatMap(\.blocks).map(\.text)
        == Array(repeating: ["\(body) \(body)", "1. A lamp"], count: 3).joined().map { $0 })
  }

  /// Two chapters may begin alike.
  @Test(arguments: [1, 2, 3]) func aLineThatRecursOnThreePagesIsARunningHead(pageCount: Int) {
    let size = Size(width: 400, height: 600)
    let head = block("Of lamps and tides", y: 40)
    var furniture = PageFurniture()
    for page in 0..<pageCount {
      furniture.add([head, block(body, y: 110)], ofPage: page, size: size)
    }
    #expect(furniture.contains(head, ofPage: 0, size: size) == (pageCount == 3))
    #expect(!furniture.contains(block(body, y: 110), ofPage: 0, size: size))
  }

  @Test(arguments: [40.0, 80]) func titlesWithNumbersAtTheTopOfPagesStay(y: Double) {
    let titles = ["1 Lamps", "2 Tides", "3 Boats"]
    let pages = titles.map { [block($0, y: y, size: 14), block(body, body, y: 110)] }
    #expect(articles(pages).map(\.title) == titles)
  }

  /// On pages that follow one another, as those of slides, and on others.
  @Test(arguments: [1, 3]) func titlesThatDifferInTheirNumberStay(step: Int) {
    let titles = ["Chapter 1", "Chapter 2", "Chapter 3"]
    let pages = titles.flatMap { title in
      [[block(title, y: 40, size: 16), block(body, body, y: 110)]]
        + Array(repeating: [block(body, body, y: 110)], count: step - 1)
    }
    #expect(articles(pages).compactMap(\.title) == titles)
  }

  @Test func boldTitlesAtTheSamePlaceOfPagesStay() {
    let titles = ["Lesson 1", "Lesson 2", "Lesson 3"]
    let pages = titles.enumerated().map { index, title in
      [
        block(title, y: index == 0 ? 60 : 80, font: "Serif-Bold"), block(body, body, y: 110),
        block("\(index + 7)", y: 580),
      ]
    }
    let headings = articles(pages).flatMap(\.blocks).filter { $0.kind == .heading(level: 3) }
    #expect(headings.map(\.text) == titles)
  }

  @Test func theNumberOfThePageDoesNotKeepABoldRunningHead() {
    let pages = (7..<10).map { number in
      [
        block("Harbor News \(number)", y: 80, font: "Serif-Bold"), block(body, body, y: 110),
        block("\(number)", y: 580),
      ]
    }
    #expect(articles(pages).flatMap(\.blocks).map(\.kind) == [.paragraph, .paragraph, .paragraph])
  }

  /// As in the offprint of a journal, some of which have a letter before the number.
  @Test(arguments: ["", "EN"])
  func boldRunningHeadsAtTheOuterEdgesAreLeftOut(series: String) {
    let pages = (0..<4).map { index in
      let number = "\(series)\(index + 2902)"
      return [
        index % 2 == 0
          ? block("\(number) OF LAMPS", y: 40, font: "Serif-Bold")
          : block("OF LAMPS \(number)", y: 40, x: 250, font: "Serif-Bold"),
        block(body, body, y: 110),
      ]
    }
    #expect(
      articles(pages).flatMap(\.blocks).map(\.text)
        == Array(repeating: "\(body) \(body)", count: 4))
  }

  @Test func theNameOfASectionBesideARunningHeadIsNoTitle() {
    let pages = ["NEWS", "SCIENCE", "LETTERS"].enumerated().map { index, section in
      [
        block("Harbor Times", y: 40), block(section, y: 40, x: 250, size: 20),
        block("The Lamp \("IVX".prefix(index + 1))", y: 90, size: 24), block(body, body, y: 130),
      ]
    }
    #expect(articles(pages).map(\.title) == ["The Lamp I", "The Lamp IV", "The Lamp IVX"])
  }

  @Test(arguments: [1e300, .nan]) func textOfAnyPlaceIsRead(y: Double) {
    let pages = (0..<3).map { [block("Far \($0)", y: y), block(body, body, y: 110)] }
    #expect(!articles(pages).isEmpty)
  }

  @Test func aStampAcrossThePagesIsNoText() throws {
    let stamp = TextWord(
      text: "draft", box: Rect(x: 100, y: 200, width: 200, height: 200),
      quad: Quad(
        topLeft: Point(x: 100, y: 380), topRight: Point(x: 280, y: 200),
        bottomRight: Point(x: 300, y: 220), bottomLeft: Point(x: 120, y: 400)),
      font: "Serif", size: 90)
    let line = TextLine(
      box: stamp.box, baseline: Segment(start: Point(x: 120, y: 400), end: Point(x: 300, y: 220)),
      words: [stamp])
    let slanted = try #require(TextBlock(role: .paragraph, lines: [line]))
    let page = [block("The Lamp", y: 80, size: 20), block(body, body, y: 110)]
    let once = articles([page + [slanted]])
    #expect(once.map(\.title) == ["The Lamp"])
    #expect(once.flatMap(\.blocks).last?.kind == .paragraph)
    let often = articles(Array(repeating: page + [slanted], count: 3))
    #expect(!often.flatMap(\.blocks).contains { $0.text == "draft" })
  }

  @Test func aBoldRunningHeadOfAShortDocumentIsLeftOut() {
    let pages = (0..<4).map { number in
      [
        block(number % 2 == 0 ? "Of lamps and tides" : "Harbor News", y: 80, font: "Serif-Bold"),
        block("So it was \(number) times.", y: 120),
      ]
    }
    #expect(
      articles(pages).flatMap(\.blocks).map(\.text) == (0..<4).map { "So it was \($0) times." })
  }

  @Test func aBoldLineBelowAllTextWithThePageNumberIsNoHeading() {
    let pages = ["Harbor News", "May of 1912"].enumerated().map { index, text in
      [
        block(body, body, y: 120), block(text, y: 560, font: "Serif-Bold"),
        block("\(index + 1)", y: 560, x: 300),
      ]
    }
    #expect(
      articles(pages).flatMap(\.blocks).map(\.text) == Array(repeating: "\(body) \(body)", count: 2)
    )
  }

  @Test func foliosOfOneAndOfTwoDigitsAreAlike() {
    let pages = [9, 10, 11].map { number in
      [block(body, body, y: 100), block("Page \(number)", y: 580)]
    }
    #expect(!articles(pages).flatMap(\.blocks).contains { $0.text.contains("Page") })
  }

  @Test func runningHeadsAndPageNumbersAreLeftOut() {
    let pages = (0..<4).map { number in
      [
        block("HARBOR NEWS \(number + 10)", y: 20), block(body, y: 100),
        block("\(number + 1)", y: 580),
      ]
    }
    #expect(articles(pages).flatMap(\.blocks).map(\.text) == Array(repeating: body, count: 4))
  }

  @Test func textInTheMarginOfOnlyOnePageStays() {
    let pages = [[block("A word before", y: 20), block(body, y: 100)], [block(body, y: 100)]]
    #expect(articles(pages).flatMap(\.blocks).map(\.text).contains("A word before"))
  }
}
