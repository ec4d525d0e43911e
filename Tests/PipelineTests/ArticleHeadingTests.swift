import RectoPageModel
import Testing

@testable import RectoPipeline

/// Headings, and text that looks like one.
@Suite struct ArticleHeadingTests: ArticleSuite {
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
    ("CMBX12", true, false), ("SFBX1000", true, false), ("CMBXTI10", true, true),
    ("LinBiolinumTB", true, false), ("LinLibertineTBI", true, true), ("Minion-BdIt", true, true),
    ("SFTI1000", false, true), ("LinLibertineTI", false, true), ("CMR10", false, false),
    ("CMCSC10", false, false), ("LinLibertineT", false, false), ("Serif", false, false),
    ("NimbusRomNo9L-ReguItal", false, true), ("DS-Digital", false, false),
    ("AdvOTf32ed098.B", true, false), ("AdvOT1ef757c0.I", false, true),
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
        .heading(level: 3), .paragraph, .heading(level: 3), .listItem, .listItem,
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

  @Test func aSingleLetterIsNotAHeading() throws {
    let found = articles([[block("T", y: 100, x: 300, size: 30), block(body, body, y: 400)]])
    #expect(found.flatMap(\.blocks).map(\.kind) == [.paragraph, .paragraph])
  }

  @Test func aHeadingFarBelowAnotherOneOrOfAnotherFontIsApart() {
    let page = [
      block("The Lamp", y: 40, size: 14), block("Anna Moor", y: 64, size: 14),
      block("The Tide", y: 90, size: 14), block("of the town", y: 104, size: 14, font: "Sans"),
      block(body, body, y: 130),
    ]
    #expect(
      articles([page]).flatMap(\.blocks).map(\.text).prefix(4) == [
        "The Lamp", "Anna Moor", "The Tide", "of the town",
      ])
  }

  @Test func aLabelIsOfTheCaptionOnItsRightOverOtherCells() {
    let page = [
      block("Table 2", y: 90, font: "Serif-Bold"), block("Run 11", y: 60, x: 200),
      block("Lamps of the town", y: 90, x: 90, font: "Serif-Bold"), block(body, body, y: 110),
    ]
    let blocks = articles([page]).flatMap(\.blocks)
    #expect(blocks.map(\.text).contains("Table 2 Lamps of the town"))
    #expect(blocks.allSatisfy { $0.kind == .paragraph })
  }

  @Test func boldAuthorsAreNoHeadings() {
    let page = [
      block("The Lamp", y: 40, size: 15, font: "Serif-Bold"),
      block("Anna Moor", y: 70, size: 13, font: "Serif-Bold"),
      block("University of Carrow", y: 90, font: "Serif-Bold"),
      block("1. Introduction", y: 120, font: "Serif-Bold"), block(body, body, y: 140),
    ]
    let headings = articles([page]).flatMap(\.blocks).filter { $0.kind != .paragraph }
    #expect(headings.map(\.text) == ["The Lamp", "1. Introduction"])
  }

  @Test func aTitleBelowTheNameOfThePaperIsNoAuthor() {
    let page = [
      block("Harbor Times", y: 40, size: 22), block("Lamps on the Loose", y: 90, size: 14),
      block("Issue 2. 7 December", y: 60, x: 260), block(body, body, y: 130),
    ]
    #expect(
      articles([page]).map(\.title) == ["Harbor Times", "Lamps on the Loose"])
  }

  /// A block of lines in different fonts.
  private func joined(_ blocks: TextBlock...) throws -> TextBlock {
    try #require(TextBlock(role: .paragraph, lines: blocks.flatMap(\.lines)))
  }

  @Test func aNameInBoldIsApartFromTheOfficeBelowIt() throws {
    let name = block("Anna Moor Quillington", y: 100, font: "Serif-Bold")
    let found = articles([
      [try joined(name, block("Keeper of lights", y: 112)), block(body, body, y: 150)]
    ])
    #expect(
      found.first?.blocks.map(\.text).prefix(2) == ["Anna Moor Quillington", "Keeper of lights"])
  }

  @Test func aHeadingMayBeAsWideAsItsText() throws {
    let title = block("The lamps of the harbor in winter", y: 100, font: "Serif-Bold")
    let found = articles([[try joined(title, block(body, body, y: 112))]])
    #expect(found.first?.blocks.map(\.kind) == [.heading(level: 3), .paragraph])
  }

  @Test func boldWordsAtTheBeginningOfASentenceAreNoHeading() throws {
    let bold = block("The lamps of the harbor in winter", y: 100, font: "Serif-Bold")
    let found = articles([[try joined(bold, block("are lit at four.", body, y: 112))]])
    #expect(found.first?.blocks.map(\.kind) == [.paragraph])
  }

  @Test func aTitleInTheLineOfItsTextIsNoHeading() throws {
    var terms = block("Index Terms—lamps, oars, tides", y: 100, font: "Serif-Bold")
    terms.lines[0].words[0].font = "Serif-BoldItalic"
    // The second word is in both fonts, and so is two.
    var second = terms.lines[0].words[1]
    (second.text, second.font, second.joinsNext) = ("Terms", "Serif-BoldItalic", true)
    terms.lines[0].words[1].text = "—lamps,"
    terms.lines[0].words.insert(second, at: 1)
    let found = articles([[terms, block(body, body, y: 130), block(body, body, y: 160)]])
    #expect(found.flatMap(\.blocks).map(\.kind) == [.paragraph, .paragraph, .paragraph])
  }
}
