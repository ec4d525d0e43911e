import RectoPageModel
import Testing

@testable import RectoPipeline

/// The beginnings of articles.
@Suite struct ArticleStartTests: ArticleSuite {
  @Test func anEntryLeadsToItsTitleWithOrWithoutItsNumberInItsColumn() {
    let page = [
      block("1 The Lamp", y: 60), block(body, body, y: 80), block("2 The Tide", y: 300),
      block(body, body, y: 320), block("See The Boats below.", y: 60, x: 220),
      block("3 The Boats", y: 90, x: 220), block(body, body, y: 110, x: 220),
      block("*", y: 300, x: 220), block(body, body, y: 320, x: 220),
    ]
    let entries = [("The Lamp", 55.0, 40.0), ("2. The Tide", 295, 40), ("The Boats", 85, 220)]
    let outline = (entries + [("Elsewhere", 298, 220)]).map { title, y, x in
      OutlineItem(title: title, target: .page(0, Point(x: x, y: y)))
    }
    let found = articles([page], outline: outline)
    #expect(found.map(\.title) == ["The Lamp", "2. The Tide", "The Boats", "Elsewhere"])
    #expect(
      found.map { $0.blocks.first?.text } == [
        "1 The Lamp", "2 The Tide", "3 The Boats", "*",
      ])
  }

  @Test func anEntryOfOneLetterLeadsToNoOtherTitle() {
    let page = [
      block("Rowing", y: 60, size: 20), block(body, body, y: 90), block("*", y: 300),
      block(body, body, y: 320),
    ]
    let outline = [OutlineItem(title: "3 R", target: .page(0, Point(x: 40, y: 298)))]
    #expect(articles([page], outline: outline).last?.blocks.first?.text == "*")
  }

  @Test(arguments: [
    (["1. Teil", "2. Teil"], 2), (["5 Questions", "7 Questions"], 2), (["1. Teil", "Teil"], 1),
    (["1984", "1985"], 2),
  ])
  func titlesOfTwoNumbersAreTwo(titles: [String], count: Int) {
    let page = titles.enumerated().flatMap { index, title in
      [
        block(title, y: 60 + 100 * Double(index), size: 20),
        block(body, body, y: 90 + 100 * Double(index)),
      ]
    }
    #expect(articles([page]).count == count)
  }

  @Test(arguments: [
    ("Vol. 12, No. 3 (2019)", ["1 Introduction", "2 Methods"]),
    ("The 7 of May, no wind", ["The Lamp", "The Tide"]),
  ])
  func thePaperOfOneArticleIsOne(line: String, sections: [String]) {
    let page =
      [block("On Lamps", y: 40, size: 30), block(line, y: 80)]
      + sections.enumerated().flatMap { index, title in
        let y = 110 + 100 * Double(index)
        return [block(title, y: y, size: 15), block(body, body, y: y + 20)]
      }
    #expect(articles([page]).map(\.title) == ["On Lamps"])
  }

  @Test(arguments: ["Issue 2. 7 December", "Harbor, n° 7", "No. 7"])
  func theNameOfAPaperIsNoArticleOfAllOthers(issue: String) {
    let page = [
      block("Harbor Times", y: 40, size: 30), block(issue, y: 80),
      block("The Lamp", y: 110, size: 15), block(body, body, y: 130),
      block("The Tide", y: 210, size: 15), block(body, body, y: 230),
    ]
    #expect(articles([page]).map(\.title) == ["Harbor Times", "The Lamp", "The Tide"])
    let paper = [page[0], block("Anna Moor", y: 80)] + page[2...]
    #expect(articles([paper]).map(\.title) == ["Harbor Times"])
  }

  /// The pieces of a newsletter on all pages have small titles; the sections of a report or a paper do not
  /// begin articles.
  @Test(arguments: [
    ("Newsletter of the Harbor", "The Boats", 4), ("Volume 1, issue 2", "The Boats", 4),
    ("Reports of the Harbor", "The Boats", 1), ("Newsletter of the Harbor", "References", 1),
  ])
  func smallTitlesOnAllPagesOfAPeriodicalBeginArticles(line: String, last: String, count: Int) {
    let first = [block("Harbor Times", y: 80, size: 30), block(line, y: 120)]
    let pages = [first + piece("The Lamp", y: 150), piece("The Tide", y: 100), piece(last, y: 100)]
    let titles = articles(pages).map(\.title)
    #expect(titles == Array(["Harbor Times", "The Lamp", "The Tide", last].prefix(count)))
  }

  @Test func namesInASidebarOfAPeriodicalBeginNoArticles() {
    let names = ["Crew", "Anna Moor"].enumerated().flatMap { index, name in
      [
        block(name, y: 300 + 40 * Double(index), x: 300, font: "Serif-Bold"),
        block("Oars", y: 315 + 40 * Double(index), x: 300),
      ]
    }
    let pages = [
      [block("Harbor Times", y: 80, size: 30), block("Newsletter", y: 120)],
      piece("The Lamp", y: 100) + names + [block("Masts", y: 420, x: 300)],
      piece("The Tide", y: 100),
    ]
    #expect(articles(pages).map(\.title) == ["Harbor Times", "The Lamp", "The Tide"])
  }

  @Test func aSidebarBetweenATitleAndItsTextDoesNotPartThem() {
    let sidebar = (0..<5).map { block("Oars", y: 90 + 20 * Double($0), x: 300) }
    let pages = [
      [block("Harbor Times", y: 80, size: 30), block("Newsletter", y: 120)],
      [block("The Lamp", y: 100, font: "Serif-Bold")] + sidebar + [block(body, body, y: 120)],
      piece("The Tide", y: 100),
    ]
    #expect(articles(pages).map(\.title) == ["Harbor Times", "The Lamp", "The Tide"])
  }

  /// A bold title above its text.
  private func piece(_ title: String, y: Double) -> [TextBlock] {
    [block(title, y: y, font: "Serif-Bold"), block(body, body, y: y + 20)]
  }

  @Test func aTitleBesideTheEndOfAColumnOrOnTheNextPageBeginsAnArticle() {
    let pages = [
      [
        block("Harbor Times", y: 80, size: 30), block("The Lamp", y: 130, size: 20),
        block("The Tide", y: 100, x: 220, size: 20), block(body, body, y: 240, x: 220),
        block("The Boats", y: 520, x: 220, size: 20),
      ], [block("The Oars", y: 100, size: 20), block(body, body, y: 140)],
    ]
    #expect(
      articles(pages).map(\.title) == ["Harbor Times", "The Tide", "The Boats", "The Oars"])
  }

  @Test func titlesOfColumnsAndTitlesFarApartBeginArticles() {
    let columns = [
      block("The Lamp", y: 80, size: 20), block("The Tide", y: 80, x: 250, size: 20),
      block(body, body, y: 110), block(body, body, y: 110, x: 250),
    ]
    #expect(articles([columns]).map(\.title) == ["The Lamp", "The Tide"])
    let far = [
      block("The Lamp", y: 80, size: 20), block("The Tide", y: 300, size: 20),
      block(body, body, y: 110), block(body, body, y: 330),
    ]
    #expect(articles([far]).map(\.title) == ["The Lamp", "The Tide"])
    let subtitle = [
      block("The Lamp", y: 80, size: 20), block("Of Tides", y: 110, size: 20),
      block(body, body, y: 140),
    ]
    #expect(articles([subtitle]).map(\.title) == ["The Lamp"])
  }

  @Test(arguments: ["Volume 1, issue 2 October 2014", "№ 31-34 (2847)", "p. 12 p. 19"])
  func numbersOfIssuesAndPagesAreNoTitles(line: String) {
    let page = [
      block("The Lamp", y: 80, size: 20), block(body, body, y: 110), block(line, y: 200, size: 20),
      block("The Tide", y: 300, size: 20), block(body, body, y: 330),
    ]
    #expect(articles([page]).map(\.title) == ["The Lamp", "The Tide"])
  }

  @Test func whatStandsBeforeTheFirstEntryHasTheNameOfItsHeading() {
    let page = [
      block("For the journal", y: 40), block("The Lamp", y: 80, size: 20),
      block("Introduction", y: 140, size: 15), block(body, body, y: 160),
    ]
    let outline = [OutlineItem(title: "Introduction", target: .page(0, nil))]
    #expect(articles([page], outline: outline).map(\.title) == ["The Lamp", "Introduction"])
  }

  @Test func aTitleRepeatedOnFurtherPagesBeginsNoArticle() {
    let pages = (0..<3).map { _ in
      [block("The Lamp", y: 100, size: 24), block(body, body, y: 140)]
    }
    #expect(articles(pages).map(\.title) == ["The Lamp"])
  }

  @Test func twoWorksOnOnePageAreTwo() {
    let outline = ["The Lamp", "The Tide"].map {
      OutlineItem(title: $0, target: .page(0, nil))
    }
    let page = [
      block("The Lamp", y: 80), block(body, body, y: 100), block("The Tide", y: 300),
      block(body, body, y: 320),
    ]
    #expect(articles([page], outline: outline).map(\.title) == ["The Lamp", "The Tide"])
    let large = [
      block("The Lamp", y: 80, size: 20), block(body, body, y: 110),
      block("The Tide", y: 300, size: 20), block(body, body, y: 330),
    ]
    #expect(articles([large]).map(\.title) == ["The Lamp", "The Tide"])
  }

  @Test(arguments: [("Serif-Italic", ""), ("Serif", "“")])
  func aPullQuoteBeginsNoArticle(font: String, mark: String) {
    let page = [
      block("The Lamp", y: 80, size: 20), block(body, body, y: 110),
      block(
        mark + "The harbor lay as still as", "it had on that morning", y: 200, size: 14, font: font),
      block(body, body, y: 260), block("The Tide", y: 300, size: 20), block(body, y: 330),
    ]
    let found = articles([page])
    #expect(found.map(\.title) == ["The Lamp", "The Tide"])
    #expect(found[0].blocks.map(\.kind).contains(.quote))
  }

  @Test func largeTypeBeginsAnArticleWhereNothingElseSaysSo() {
    let found = articles([
      [block("The Lamp", y: 60, size: 24), block(body, body, y: 100)],
      [
        block(body, y: 60), block("LETTERS", y: 84, size: 8), block("The Tide", y: 100, size: 24),
        block("It comes and goes", y: 140, size: 14), block(body, body, y: 160),
      ],
    ])
    #expect(found.map(\.title) == ["The Lamp", "The Tide"])
    #expect(found.map(\.pages) == [[0, 1], [1]])
    #expect(found.last?.blocks.first?.text == "LETTERS")
    #expect(
      found.last?.blocks.map(\.kind)
        == [.paragraph, .heading(level: 1), .heading(level: 2), .paragraph])
  }

  @Test func theTableOfContentsSaysWhereArticlesBegin() {
    let outline = [
      OutlineItem(
        title: "Stories", target: .page(0, nil),
        children: [
          OutlineItem(title: "The Lamp", target: .page(0, nil)),
          OutlineItem(title: "The Tide", target: .page(1, nil)),
        ])
    ]
    let found = articles(
      [
        [block("THE LAMP", y: 60, role: .heading1), block(body, y: 100)],
        [
          block(body, y: 60), block("The tide", y: 100, role: .heading1),
          block("Not a story of its own", y: 140, role: .heading1), block(body, y: 160),
        ],
      ], outline: outline)
    #expect(found.map(\.title) == ["The Lamp", "The Tide"])
    #expect(found.map(\.wordCount) == [2 + 12, 2 + 6 + 6])
  }

  @Test func entriesBelowThatOfATitlePageAreArticles() {
    let outline = [
      OutlineItem(
        title: "Tales of the Quay", target: .page(0, nil),
        children: [
          OutlineItem(title: "The Lamp", target: .page(1, nil)),
          OutlineItem(title: "The Tide", target: .page(2, nil)),
        ])
    ]
    let found = articles(
      [
        [block("Tales of the Quay", y: 60, role: .heading1)],
        [block("The Lamp", y: 60, role: .heading2), block(body, y: 100)],
        [block("The Tide", y: 60, role: .heading2), block(body, y: 100)],
      ], outline: outline)
    #expect(found.map(\.title) == ["Tales of the Quay", "The Lamp", "The Tide"])
  }

  @Test func entriesBelowAnotherOneAreSectionsOfItsArticle() {
    let outline = [
      OutlineItem(
        title: "The Lamp", target: .page(0, Point(x: 0, y: 60)),
        children: [OutlineItem(title: "The Rota", target: .page(0, Point(x: 0, y: 140)))])
    ]
    let found = articles(
      [
        [
          block("The Lamp", y: 60, role: .heading1), block(body, y: 100),
          block("The Rota", y: 140, role: .heading2), block(body, y: 160),
        ]
      ], outline: outline)
    #expect(found.map(\.title) == ["The Lamp"])
  }

  @Test(arguments: ["The lamp is lit again.", "Is the lamp lit?"])
  func aLargeSentenceIsATitleUnlessItIsAsLongAsAQuote(title: String) {
    let page = [
      block(title, y: 60, size: 20), block(body, body, y: 90),
      block("The harbor lay", "as still as it", "had that morning.", y: 140, size: 20),
      block(body, body, y: 200),
    ]
    let found = articles([page])
    #expect(found.map(\.title) == [title])
    #expect(found[0].blocks.map(\.kind) == [.heading(level: 1), .paragraph, .quote, .paragraph])
  }

  @Test func titlesBeginArticlesWhereTheTableOfContentsNamesSectionsOnly() {
    let page = [
      block("The Lamp", y: 60, size: 20), block(body, body, y: 90),
      block("The Tide", y: 200, size: 20), block(body, body, y: 230),
    ]
    let sections = [OutlineItem(title: "Town and country", target: .page(0, nil))]
    #expect(articles([page], outline: sections).map(\.title) == ["The Lamp", "The Tide"])
    let entries = [OutlineItem(title: "The Lamp", target: .page(0, nil))]
    #expect(articles([page], outline: entries).map(\.title) == ["The Lamp"])
  }

  @Test func linesAboveTheFirstTitleBelongToItsArticle() {
    let page = [
      block("Journal of the Harbor, Vol. 95", y: 20, size: 8),
      block("TIDES", y: 40, size: 11, font: "Serif-Bold"),
      block("The Lamp", y: 60, size: 20), block(body, body, y: 90),
    ]
    let found = articles([page])
    #expect(found.map(\.title) == ["The Lamp"])
    #expect(found.first?.blocks.first?.text == "Journal of the Harbor, Vol. 95")
  }

  @Test func aLargerLineAboveTheFirstTitleIsAnArticle() {
    let page = [
      block("Is it the lamp?", y: 40, size: 14), block("By the harbor", y: 60),
      block("Abstract", y: 80, font: "Serif-Bold"), block(body, body, y: 110),
    ]
    #expect(articles([page]).map { $0.blocks.first?.text } == ["Is it the lamp?", "By the harbor"])
  }

  @Test(arguments: [("Harbor Times", "Harbor Times"), ("harbor-31.indd", "In this issue")])
  func whatStandsBeforeTheFirstTitleHasTheTitleOfTheDocumentButNotOfItsFile(
    stated: String, title: String
  ) {
    let pages = [
      [block("In this issue", y: 80)],
      [block("The Lamp", y: 80, size: 20), block(body, body, y: 110)],
    ]
    #expect(articles(pages, title: stated).map(\.title) == [title, "The Lamp"])
  }

  @Test func textAboveTheFirstTitleIsAnArticle() {
    let page = [
      block(body, body, body, y: 20), block("The Lamp", y: 80, size: 20), block(body, body, y: 110),
    ]
    #expect(articles([page]).count == 2)
  }

  @Test func aTableOfContentsIsNotAPartOfTheArticleBelowIt() {
    let page = [
      block("Contents", y: 40, size: 20), block("The Boats . . . . . 3", y: 70),
      block("The Tides . . . . . 4", y: 90), block("The Lamp", y: 120, size: 20),
      block(body, body, y: 150),
    ]
    #expect(articles([page]).map { $0.blocks.first?.text } == ["Contents", "The Lamp"])
  }

  @Test func entriesOfFiguresBeginNothing() {
    let page = [
      block("The Lamp", y: 40, size: 20), block(body, body, y: 70),
      block("Figure 1. The light", y: 130, size: 8), block(body, body, y: 160),
    ]
    let outline = [("The Lamp", 40.0), ("Figure 1 The light", 130)].map { title, y in
      OutlineItem(title: title, target: .page(0, Point(x: 40, y: y)))
    }
    #expect(articles([page], outline: outline).map(\.title) == ["The Lamp"])
  }
}
