import RectoPageModel
import Testing

@testable import RectoPipeline

/// Titles that are told from other text by the styles of the document and by what stands around them.
@Suite struct ArticleTitleTests: ArticleSuite {
  private func headings(_ page: [TextBlock]) -> [String] {
    articles([page]).flatMap(\.blocks).filter {
      if case .heading = $0.kind { true } else { false }
    }.map(\.text)
  }

  @Test(arguments: [
    ("Lamps of the town", "Serif-Italic"), ("LAMPS AND TIDES", "Serif"), ("Of the lamps", "Caps"),
  ])
  func linesOfOneStyleAboveTextAreTitles(title: String, font: String) {
    let page = [
      block("The Lamp", y: 40, size: 20), block(body, body, y: 80),
      block(title, y: 130, font: font),
      block(body, body, y: 150), block(title, y: 200, font: font), block(body, body, y: 220),
    ]
    #expect(headings(page) == ["The Lamp", title, title])
    let levels = articles([page]).flatMap(\.blocks).map(\.kind).filter { $0 != .paragraph }
    #expect(levels == [.heading(level: 1), .heading(level: 4), .heading(level: 4)])
  }

  @Test(arguments: [
    ("X = ab + cdef", "Math-Italic"), ("Print(lamps)", "Courier"),
    ("The harbor lies.", "Serif-Italic"),
    ("Lamps of the town", "Serif"),
  ])
  func formulasCodeAndSentencesAreNoTitles(line: String, font: String) {
    let page = [
      block(body, body, y: 80), block(line, y: 130, font: font), block(body, body, y: 150),
      block(line, y: 200, font: font), block(body, body, y: 220),
    ]
    #expect(headings(page).isEmpty)
  }

  @Test func aSingleItalicLineOrCellsOrNamesBelowTitlesAreNoTitles() {
    let single = [
      block(body, body, y: 80), block("Lamps", y: 130, font: "Serif-Italic"),
      block(body, body, y: 150),
    ]
    #expect(headings(single).isEmpty)
    let names = (0..<3).flatMap { index in
      let y = 60 + 120 * Double(index)
      return [
        block("The Lamp and \(index)", y: y, size: 20),
        block("Anna Moor", y: y + 30, font: "Serif-Italic"),
        block(body, body, y: y + 50),
      ]
    }
    #expect(headings(names).allSatisfy { $0.hasPrefix("The Lamp") })
    let cells = (0..<4).flatMap { index in
      let y = 100 + 20 * Double(index)
      return [block("Lamps", y: y, font: "Serif-Italic"), block("12.5", y: y, x: 200)]
    }
    #expect(headings([block(body, body, y: 60)] + cells).isEmpty)
  }

  @Test func authorsBesideOneAnotherAreNoHeadings() {
    let page = [
      block("The Lamp", y: 40, size: 20, font: "Serif-Bold"),
      block("Anna", y: 70, size: 12, font: "Serif-Bold"), block("Harbor Road", y: 86),
      block("Jan", y: 70, x: 220, size: 12, font: "Serif-Bold"),
      block("Tide Street", y: 86, x: 220),
      block("Introduction", y: 120, font: "Serif-Bold"), block(body, body, y: 140),
    ]
    #expect(headings(page) == ["The Lamp", "Introduction"])
  }

  @Test func boldCellsAreNoHeadings() {
    let page = [
      block("Lamps", y: 60, font: "Serif-Bold"), block(body, body, y: 80),
      block("Town", y: 130, font: "Serif-Bold"), block("Light", y: 130, x: 120, font: "Serif-Bold"),
      block("Carrow", y: 145), block("12", y: 145, x: 120), block(body, body, y: 180),
    ]
    #expect(headings(page) == ["Lamps"])
  }

  @Test func entriesOfANumberedListAreNoHeadings() {
    let page = [
      block("1. Lamps", y: 60, font: "Serif-Bold"), block(body, body, y: 80),
      block("1. Boats", y: 130, font: "Serif-Bold"), block("2. Tides", y: 142, font: "Serif-Bold"),
      block("3. Winds", y: 154, font: "Serif-Bold"), block(body, body, y: 180),
      block("2. Tides", y: 230, font: "Serif-Bold"), block(body, body, y: 250),
    ]
    #expect(headings(page) == ["1. Lamps", "2. Tides"])
  }

  @Test(arguments: ["By Anna Moor", "von Anna Moor und Jan Kai"])
  func namesBehindByAreNoHeadings(line: String) {
    let page = [
      block("The Lamp", y: 40, size: 20), block(line, y: 70, size: 12, font: "Sans"),
      block(body, body, y: 100),
    ]
    #expect(headings(page) == ["The Lamp"])
  }

  @Test func aDateBelowATitleIsNoHeading() {
    let page = [
      block("The Lamp", y: 40, size: 20), block("May 7, 1990", y: 70, size: 12, font: "Serif-Bold"),
      block("Harbor Road", y: 90), block("Introduction", y: 120, size: 14),
      block(body, body, y: 140),
    ]
    #expect(headings(page) == ["The Lamp", "Introduction"])
  }

  @Test func wideSpacesPartNoTitle() {
    let page = [
      block("The", y: 60, size: 20), block("Lamp", y: 60, x: 85, size: 20),
      block(body, body, y: 90),
    ]
    #expect(headings(page) == ["The Lamp"])
  }

  @Test func numbersInTheMarginAreOfTheirTitles() {
    let page = [
      block("1", y: 100, size: 12, font: "Serif-Bold"),
      block("2", y: 200, size: 12, font: "Serif-Bold"),
      block("The Lamps", y: 100, x: 60, size: 12, font: "Serif-Bold"),
      block(body, body, y: 120, x: 60),
      block("The Tides", y: 200, x: 60, size: 12, font: "Serif-Bold"),
      block(body, body, y: 220, x: 60),
    ]
    #expect(headings(page) == ["1 The Lamps", "2 The Tides"])
  }

  @Test func boldCodeAndAddressesAreNoHeadings() {
    let page = [
      block("Lamps", y: 60, font: "Serif-Bold"), block(body, body, y: 80),
      block("class Lamp", y: 130, font: "Courier-Bold"), block(body, body, y: 150),
      block("www.carrow.example", y: 200, font: "Serif-Bold"), block(body, body, y: 220),
    ]
    #expect(headings(page) == ["Lamps"])
  }

  @Test func aLineThatEndsInTheMiddleOfAWordIsNoHeading() {
    let page = [
      block(body, body, y: 60), block("The lamps of the har-", y: 100, font: "Serif-Bold"),
    ]
    #expect(headings(page).isEmpty)
  }

  @Test func aParagraphThatBeginsInBoldIsNoHeading() throws {
    let bold = block("1. Lamps light up.", y: 100, font: "Serif-Bold")
    let line = try #require(bold.lines.first)
    let rest = block("So do", y: 100, x: 140).lines[0].words
    let first = TextLine(box: line.box, baseline: line.baseline, words: line.words + rest)
    let page = try #require(
      TextBlock(role: .paragraph, lines: [first] + block(body, body, y: 112).lines))
    #expect(headings([page]).isEmpty)
  }

  @Test(arguments: ["Lamps of Sunday, 9:00 a.m.", "Lamps in the U.S."])
  func boldLinesThatEndInAnAbbreviationAreTitles(title: String) {
    let page = [
      block("The Lamp", y: 60, size: 20), block(title, y: 80, font: "Serif-Bold"),
      block(body, body, y: 100),
    ]
    #expect(headings(page).contains(title))
    let sentence = [page[0], block("Light the lamps.", y: 80, font: "Serif-Bold"), page[2]]
    #expect(headings(sentence) == ["The Lamp"])
  }

  @Test func aTitleInCapitalsBelowALargerOneIsNoName() {
    let title = "HARBOR & LAMPS OF THE WHOLE TOWN DARK"
    let page = [
      block("TOWN WITHOUT LIGHT", y: 60, size: 24, font: "Serif-Bold"),
      block(title, y: 90, size: 15), block("TIDES OF MAY CAME IN LATE", y: 130, size: 17),
      block(body, body, y: 160),
    ]
    #expect(headings(page).contains(title))
    let names = [page[0], block("ANNA MOOR & JAN KAI", y: 90, size: 15)] + page[2...]
    #expect(!headings(names).contains("ANNA MOOR & JAN KAI"))
  }

  @Test(arguments: ["Is a lamp lit?", "To light or not. . .", "Light the lamps!", "Lamps:"])
  func boldLinesThatAskOrCallAreTitles(title: String) {
    let page = [
      block(body, body, y: 80), block(title, y: 130, size: 12, font: "Sans-Bold"),
      block(body, body, y: 150),
    ]
    #expect(headings(page) == [title])
  }

  @Test func entriesOfContentsWithAPageNumberApartAreNoTitles() {
    func entry(_ title: String, _ number: String, y: Double) -> TextBlock {
      var entry = block(title, y: y, font: "Serif-Bold")
      entry.lines[0].words += block(number, y: y, x: 300, font: "Serif-Bold").lines[0].words
      return entry
    }
    let page = [
      entry("Lamps of the town", "3", y: 80), entry("Tides of the sea", "12", y: 100),
      block("Lamps of the town", y: 130, font: "Serif-Bold"), block(body, body, y: 150),
    ]
    #expect(headings(page) == ["Lamps of the town"])
  }

  @Test func entriesWithoutRoomAndEntriesWhoseNumberIsApartAreNoTitles() {
    var second = block("Tides of the sea", y: 100, font: "Serif-Bold")
    second.lines[0].words += block("12", y: 100, x: 300, font: "Serif-Bold").lines[0].words
    let page = [
      block("Lamps of the town 11", y: 80, font: "Serif-Bold"), second,
      block("Boats of the town", y: 140, font: "Serif-Bold"), block("3", y: 140, x: 300),
      block(body, body, y: 170),
    ]
    #expect(headings(page).isEmpty)
  }

  @Test func aLineAboveALargerTitleIsNoTitle() {
    let page = [
      block("TIDES", y: 50, size: 11, font: "Serif-Bold"), block("The Lamp", y: 70, size: 20),
      block(body, body, y: 90), block("Their light", y: 130, font: "Serif-Bold"),
      block(body, body, y: 150),
    ]
    #expect(headings(page) == ["The Lamp", "Their light"])
    // Behind text it is a title that no text follows.
    let next = [block(body, body, y: 10)] + page
    #expect(headings(next) == ["TIDES", "The Lamp", "Their light"])
  }

  @Test func aTitleBesideALargerOneIsATitle() {
    let page = [
      block("Of Tides", y: 60, x: 250, font: "Serif-Bold"), block("The Lamp", y: 72, size: 15),
      block(body, body, y: 90), block(body, body, y: 90, x: 250),
    ]
    #expect(headings(page) == ["Of Tides", "The Lamp"])
  }

  @Test func aTitleOfTwoWordsAboveItsAuthorIsNoName() {
    let page = [
      block("Harbor Times", y: 40, size: 24), block("Bright Lamps", y: 72, size: 15),
      block("by Anna Moor", y: 95), block(body, body, y: 120),
    ]
    #expect(headings(page) == ["Harbor Times", "Bright Lamps"])
  }

  /// Some of the titles in capitals have the title of a subsection below them: they are not a list.
  @Test func romanNumbersInCapitalsAreTitles() {
    let titles = ["I. OF LAMPS", "II. OF TIDES", "III. OF BOATS"]
    let page = titles.enumerated().flatMap { index, title in
      let y = 60 + 100 * Double(index)
      let text = block(body, body, y: y + 30)
      return index == 0
        ? [block(title, y: y), text]
        : [block(title, y: y), block("A. Light", y: y + 15, font: "Serif-Italic"), text]
    }
    let more = [block("IV. OF OARS", y: 400), block(body, body, y: 415)]
    #expect(headings(page + more).filter { $0.contains("OF") } == titles + ["IV. OF OARS"])
  }

  @Test func aNameBehindADashIsNoTitle() {
    let page = [
      block("The Lamp", y: 60, size: 15), block(body, body, y: 80),
      block("– Anna Moor", y: 110, font: "Serif-Bold"), block(body, body, y: 130),
    ]
    #expect(headings(page) == ["The Lamp"])
  }

  @Test func aBoldLabelBeforeItsValueIsNoTitle() {
    var label = block("Number:", y: 60, font: "Serif-Bold")
    label.lines[0].words += block("0807", y: 60, x: 100).lines[0].words
    #expect(headings([label, block(body, body, y: 90)]).isEmpty)
  }

  @Test func aNumberBesideTheTextIsNoTitle() {
    let page = [
      block("239", y: 80, x: 320, size: 11, font: "Sans-Bold"), block(body, body, y: 150),
    ]
    #expect(headings(page).isEmpty)
  }

  @Test(arguments: ["Figure 2 | A lamp of the town", "Fig. 3 | Tides"])
  func aCaptionWithABarIsNoTitle(caption: String) {
    let page = [
      block(body, body, y: 80), block(caption, y: 130, size: 14), block(body, body, y: 150),
    ]
    #expect(headings(page).isEmpty)
  }

  @Test func aTitleInCapitalsAboveTextIsNoNameThoughTheMarginHasANote() {
    let page = [
      block("Further on", y: 40, size: 20, font: "Sans-Bold"),
      block("LAMPS OF TOWNS", y: 80, x: 120, size: 15, font: "Sans-Bold"),
      block("Note", y: 110, x: 20, size: 8), block(body, body, body, y: 110, x: 120),
    ]
    #expect(headings(page) == ["Further on", "LAMPS OF TOWNS"])
  }
}
