import RectoPageModel
import Testing

@testable import RectoPipeline

/// The division of pages into articles.
@Suite struct ArticleTests {
  private static let size = Size(width: 400, height: 600)

  /// A block of one line a text, `y` points from the top.
  private func block(
    _ lines: String..., y: Double, x: Double = 40, size: Double = 10, font: String = "Serif",
    role: TextRole = .paragraph
  ) -> TextBlock {
    TextBlock(
      role: role,
      lines: lines.enumerated().map { number, text in
        let top = y + Double(number) * 12
        var left = x
        let words = text.split(separator: " ").map { word in
          let box = Rect(x: left, y: top, width: Double(word.count) * 5, height: 10)
          left += box.width + 5
          return TextWord(text: String(word), box: box, font: font, size: size)
        }
        return TextLine(
          box: Rect(x: x, y: top, width: left - x, height: 10),
          baseline: Segment(start: Point(x: x, y: top + 8), end: Point(x: left, y: top + 8)),
          words: words)
      })!
  }

  private func articles(
    _ pages: [[TextBlock]], pictures: [Int: [PlacedImage]] = [:], links: [Int: [Link]] = [:],
    outline: [OutlineItem] = []
  ) -> [Article] {
    let pages = pages.enumerated().map { index, blocks in
      ArticlePage(
        index: index, size: Self.size, text: PageText(order: .geometry, blocks: blocks),
        pictures: pictures[index] ?? [], links: links[index] ?? [])
    }
    return ArticleReader(pages, info: PublicationInfo(format: "PDF", capabilities: []))
      .articles(outline)
  }

  private static let nowhere = Rect(x: 0, y: 0, width: 0, height: 0)
  private let body = "The harbor lies still this morning."

  @Test func linesAndPartedWordsAreJoined() throws {
    let article = try #require(
      articles([[block("The light is trim-", "med by hand.", y: 100)]]).first)
    #expect(article.blocks.map(\.text) == ["The light is trimmed by hand."])
  }

  @Test func aParagraphGoesOnInTheNextColumnAndOnTheNextPage() throws {
    let found = articles([
      [
        block(body, "It was the people ashore", y: 100),
        block("who could not imag-", y: 90, x: 220),
      ],
      [block("ine an evening without.", y: 100), block("So the town made an offer.", y: 140)],
    ])
    #expect(
      found.first?.blocks.map(\.text) == [
        "\(body) It was the people ashore who could not imagine an evening without.",
        "So the town made an offer.",
      ])
    #expect(found.first?.pages == [0, 1])
  }

  @Test func aNoteInTheMiddleOfASentenceDoesNotCutIt() throws {
    let found = articles([
      [
        block(body, "It was the people", "ashore and nobody else", y: 100),
        block("1 A note of small type.", y: 500, size: 7),
        block("who could not imagine it.", y: 90, x: 220),
      ],
      [block("Figure 3. The lamp as it was.", y: 60, size: 10), block(body, body, y: 100)],
    ])
    #expect(
      found.first?.blocks.map(\.text).prefix(2) == [
        "\(body) It was the people ashore and nobody else who could not imagine it.",
        "1 A note of small type.",
      ])
  }

  @Test func aSentenceGoesOnWithANameInTheNextColumn() throws {
    let found = articles([
      [
        block("The lamp was trimmed by", "the people of the whole town of", y: 100),
        block("Carrow Head, every night.", y: 90, x: 220),
      ]
    ])
    #expect(
      found.first?.blocks.map(\.text) == [
        "The lamp was trimmed by the people of the whole town of Carrow Head, every night."
      ])
  }

  @Test func textGoesOnPastAListing() throws {
    let found = articles([
      [
        block(body, "We describe it by", y: 100), block("1 for each lamp {", y: 60, font: "Mono"),
        block("a set of examples.", y: 90, x: 220),
      ]
    ])
    #expect(
      found.first?.blocks.map(\.text) == [
        "\(body) We describe it by a set of examples.", "1 for each lamp {",
      ])
  }

  @Test func aNumberAndItsTitleAreOneHeading() throws {
    let found = articles([
      [
        block("6.3", y: 80, size: 12, font: "Serif-Bold"),
        block("Trace Recording", y: 95, size: 14, font: "Serif-Bold"), block(body, body, y: 120),
      ]
    ])
    #expect(found.first?.blocks.map(\.text) == ["6.3 Trace Recording", "\(body) \(body)"])
    #expect(found.first?.title == "6.3 Trace Recording")
  }

  @Test func twoNumberedHeadingsAreTwo() throws {
    let found = articles([
      [
        block("6 Lamps", y: 80, size: 14), block("6.1 Their light", y: 98, size: 14),
        block(body, body, y: 120),
      ]
    ])
    #expect(found.first?.blocks.map(\.text).prefix(2) == ["6 Lamps", "6.1 Their light"])
  }

  @Test(arguments: [
    ("T", "he harbor lies still.", "The harbor lies still."),
    ("A", "harbor lies still.", "A harbor lies still."),
    ("A", "ll hands on deck.", "All hands on deck."),
  ])
  func aLargeFirstLetterIsOfItsWord(letter: String, rest: String, whole: String) throws {
    let before = block(body, "In the harbor, all is well.", y: 60)
    let apart = articles([
      [before, block(letter, y: 100, size: 30), block(rest, body, y: 102, x: 56)]
    ])
    #expect(apart.first?.blocks.last?.text == "\(whole) \(body)")
    #expect(apart.first?.blocks.contains { $0.kind != .paragraph } == false)
  }

  @Test func aLargeFirstLetterThatIsALineOfItsBlockIsOfItsWord() throws {
    var paragraph = block("T", "he harbor lies still", "this morning.", y: 100)
    paragraph.lines[0].words[0].size = 30
    #expect(
      articles([[block(body, y: 60), paragraph]]).first?.blocks.map(\.text).last
        == "The harbor lies still this morning.")
  }

  @Test(arguments: [
    ("CMBX12", true, false), ("ABCDEF+SFBX1000", true, false), ("CMBXTI10", true, true),
    ("LinBiolinumTB", true, false), ("LinLibertineTBI", true, true), ("Minion-BdIt", true, true),
    ("SFTI1000", false, true), ("LinLibertineTI", false, true), ("CMR10", false, false),
    ("CMCSC10", false, false), ("LinLibertineT", false, false), ("Serif", false, false),
  ])
  func namesOfFontsTellTheirStyle(name: String, isBold: Bool, isItalic: Bool) {
    let style = FontStyle(name)
    #expect(style.isBold == isBold)
    #expect(style.isItalic == isItalic)
  }

  @Test func aBoldLineThatIsSetCloseToItsTextIsAHeading() throws {
    let title = block("3.1. The lamps", y: 100, font: "Serif-Bold")
    let text = block(body, body, y: 112)
    let page = try #require(TextBlock(role: .paragraph, lines: title.lines + text.lines))
    let found = articles([[page]])
    #expect(found.first?.blocks.map(\.kind) == [.heading(level: 3), .paragraph])
    #expect(found.first?.blocks.map(\.text) == ["3.1. The lamps", "\(body) \(body)"])
  }

  @Test func aNumberedTitleOfAnotherFontIsAHeadingAndAnItemOfAListIsNot() {
    let found = articles([
      [
        block("2.1. Lamps of the town", y: 80, font: "Caps"), block(body, body, y: 100),
        block("Of lamps and of the tides", "of the town", y: 120, size: 12, font: "Sans"),
        block("1. A lamp", y: 140), block("2. A tide", y: 160),
      ]
    ])
    #expect(
      found.flatMap(\.blocks).map(\.kind) == [
        .heading(level: 3), .paragraph, .heading(level: 3), .paragraph, .paragraph,
      ])
  }

  @Test func aDeepSectionNumberMakesAHeadingUnlessItIsAnEntryOfTheContents() {
    let found = articles([
      [
        block("2.1.1 Lamps of the town", y: 80), block(body, body, y: 100),
        block("2.1.2 Tides of the town", y: 140), block(body, body, y: 160),
        block("2.1.1 Lamps of the town . . . 7", y: 200),
      ]
    ])
    #expect(
      found.flatMap(\.blocks).map(\.kind) == [
        .heading(level: 3), .paragraph, .heading(level: 3), .paragraph, .paragraph,
      ])
  }

  @Test(arguments: ["2.2 EUR", "2.12 EUR", "2.4 GHz Antenna", "1.5 Million", "2.345 Lamps"])
  func anAmountOnALineIsNoHeading(amount: String) {
    let found = articles([
      [
        block("2.1 Lamps of the town", y: 80, font: "Serif-Bold"), block(body, body, y: 100),
        block(amount, y: 140), block(body, body, y: 160),
      ]
    ])
    #expect(
      found.flatMap(\.blocks).map(\.kind) == [
        .heading(level: 3), .paragraph, .paragraph, .paragraph,
      ])
  }

  @Test(arguments: [("6.1 Their light", true), ("3.Light", true), ("1984 Revisited", false)])
  func aHeadingGoesOnUnlessANumberOfASectionBeginsIt(second: String, isApart: Bool) {
    let found = articles([
      [
        block("6 Lamps", y: 80, size: 14), block(second, y: 98, size: 14),
        block(body, body, y: 120),
      ]
    ])
    #expect(found.first?.blocks.first?.text == (isApart ? "6 Lamps" : "6 Lamps \(second)"))
  }

  @Test func headingsBesideOneAnotherAreTwo() {
    let found = articles([
      [
        block("ABSTRACT", y: 80, font: "Serif-Bold"),
        block("KEYWORDS", y: 80, x: 220, font: "Serif-Bold"), block(body, body, y: 100),
      ]
    ])
    #expect(found.flatMap(\.blocks).map(\.text).prefix(2) == ["ABSTRACT", "KEYWORDS"])
  }

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

  @Test func titlesWithNumbersAtTheTopOfPagesStay() {
    let titles = ["1 Lamps", "2 Tides", "3 Boats"]
    let pages = titles.map { [block($0, y: 80, size: 14), block(body, body, y: 110)] }
    #expect(articles(pages).map(\.title) == titles)
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

  @Test func whatStandsBeforeTheFirstEntryHasTheNameOfItsHeading() {
    let page = [
      block("For the journal", y: 40), block("The Lamp", y: 80, size: 20),
      block("Introduction", y: 140, size: 15), block(body, body, y: 160),
    ]
    let outline = [OutlineItem(title: "Introduction", target: .page(0, nil))]
    #expect(articles([page], outline: outline).map(\.title) == ["The Lamp", "Introduction"])
  }

  @Test func authorsWithTheirAddressesAreNoHeadings() {
    let page = [
      block("The Lamp", y: 40, size: 20, font: "Serif-Bold"), block("Anna Moor", y: 70, size: 14),
      block("Harbor Road, Carrow", y: 90), block("Jan Kai", y: 110, size: 14),
      block("Tide Street, Carrow", y: 130), block("Introduction", y: 160, size: 14),
      block(body, body, y: 180),
    ]
    let headings = articles([page]).flatMap(\.blocks).filter {
      if case .heading = $0.kind { true } else { false }
    }
    #expect(headings.map(\.text) == ["The Lamp", "Introduction"])
  }

  @Test func aHeadingOfTextThatGoesOnElsewhereIsNoAuthor() {
    let page = [
      block("The Lamp", y: 40, size: 20, font: "Serif-Bold"),
      block("Introduction", y: 70, size: 14),
      block(body, body, "It was the people ashore with them", y: 100),
    ]
    #expect(
      articles([page]).flatMap(\.blocks).map(\.kind) == [
        .heading(level: 1), .heading(level: 2), .paragraph,
      ])
  }

  @Test func boldCaptionsWithoutAPeriodAreNoHeadings() {
    let page = [
      block("The Lamp", y: 60, size: 20), block("Table 1", y: 90, font: "Serif-Bold"),
      block("A simple table", y: 90, x: 120, font: "Serif-Bold"), block(body, body, y: 110),
      block("Fig. 2 The tide at nine", y: 160, font: "Serif-Bold"), block(body, body, y: 180),
    ]
    let blocks = articles([page]).flatMap(\.blocks)
    #expect(blocks.map(\.text).contains("Table 1 A simple table"))
    #expect(blocks.count { if case .heading = $0.kind { true } else { false } } == 1)
  }

  @Test func aNameBehindByIsNoHeading() {
    let page = [
      block("The Lamp", y: 40, size: 12, font: "Serif-Bold"), block("por", y: 70),
      block("Anna Moor", y: 90, font: "Serif-Bold"), block(body, body, y: 120),
    ]
    #expect(articles([page]).map(\.title) == ["The Lamp"])
  }

  @Test func entriesWithDotLeadersAreNoHeadings() {
    let page = [
      block("The Lamp . . . . . . 4", y: 60, font: "Serif-Bold"),
      block("To Be . . . or Not", y: 90, font: "Serif-Bold"), block(body, body, y: 110),
    ]
    #expect(articles([page]).map(\.title) == ["To Be . . . or Not"])
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

  @Test func aCaptionDoesNotGoOnWithTheTextBesideIt() {
    let found = articles([
      [
        block(body, "We describe the lamps by", y: 200),
        block("Figure 1. The lamp as it was", "on its first night.", y: 90, x: 220),
        block("a set of examples.", y: 220, x: 220),
      ]
    ])
    #expect(
      found.first?.blocks.map(\.text) == [
        "\(body) We describe the lamps by a set of examples.",
        "Figure 1. The lamp as it was on its first night.",
      ])
  }

  @Test func aSingleLetterIsNotAHeading() throws {
    let found = articles([[block("T", y: 100, x: 300, size: 30), block(body, body, y: 400)]])
    #expect(found.flatMap(\.blocks).map(\.kind) == [.paragraph, .paragraph])
  }

  @Test func aTitleRepeatedOnFurtherPagesBeginsNoArticle() {
    let pages = (0..<3).map { _ in
      [block("The Lamp", y: 100, size: 24), block(body, body, y: 140)]
    }
    #expect(articles(pages).map(\.title) == ["The Lamp"])
  }

  @Test func foliosOfOneAndOfTwoDigitsAreAlike() {
    let pages = [9, 10, 11].map { number in
      [block(body, body, y: 100), block("Page \(number)", y: 580)]
    }
    #expect(!articles(pages).flatMap(\.blocks).contains { $0.text.contains("Page") })
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

  @Test func smallTextBelowAPictureIsItsCaption() throws {
    let picture = PlacedImage(box: Rect(x: 40, y: 120, width: 200, height: 100), pixelSize: nil)
    let found = articles(
      [[block(body, body, y: 60), block("Lit at nine", y: 225, size: 8), block(body, y: 260)]],
      pictures: [0: [picture]])
    #expect(found.first?.blocks.map(\.kind.name) == ["paragraph", "picture", "paragraph"])
    #expect(found.first?.blocks.map(\.text)[1] == "Lit at nine")
  }

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

  @Test func aRowOfATableIsOneParagraph() {
    let cells = [(40.0, 100.0), (200, 100), (40, 120), (200, 120)].map { x, y in
      block("\(Int(x)) \(Int(y))", y: y, x: x, role: .tableCell)
    }
    #expect(
      articles([cells]).first?.blocks.map(\.text)
        == ["40 100\u{2003}200 100", "40 120\u{2003}200 120"])
  }

  @Test func picturesStandBeforeTheTextBelowThemWithTheirCaptions() throws {
    var picture = PlacedImage(box: Rect(x: 40, y: 120, width: 200, height: 100), pixelSize: nil)
    picture.alternative = .text("A lamp")
    var ornament = picture
    ornament.box = Rect(x: 300, y: 300, width: 20, height: 20)
    let found = articles(
      [
        [
          block(body, y: 100), block("Lit at nine", y: 225, role: .caption),
          block("Below it.", y: 260),
        ]
      ], pictures: [0: [picture, ornament]])
    let blocks = try #require(found.first?.blocks)
    #expect(
      blocks.map(\.kind) == [.paragraph, .picture(alternative: "A lamp"), .paragraph])
    #expect(blocks.map(\.text) == [body, "Lit at nine", "Below it."])
    #expect(blocks[1].box == picture.box)
  }

  @Test func linksAndEmphasisAreKept() throws {
    var block = block("See the archive for more.", y: 100)
    let word = block.lines[0].words[2]
    block.lines[0].words[3].font = "Serif-Italic"
    let link = Link(quads: [Quad(word.box)], target: .url("https://example.org/a b"))
    let runs = try #require(
      articles([[block]], links: [0: [link]]).first?.blocks.first?.runs)
    #expect(runs.map(\.text) == ["See the ", "archive ", "for ", "more."])
    #expect(runs[1].target == link.target)
    #expect(runs[2].isItalic)
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
}
