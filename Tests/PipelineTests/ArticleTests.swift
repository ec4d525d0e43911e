import RectoPageModel
import Testing

@testable import RectoPipeline

/// The text of articles: what goes on where, and what else is in it.
@Suite struct ArticleTests: ArticleSuite {
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

  @Test func taggedParagraphsOfAPageAreNotJoinedInTheNextColumn() throws {
    let page = [
      block(body, "It was the people — A. Reader of it", y: 100),
      block("Sir, it was", "so.", y: 90, x: 220),
    ]
    #expect(articles([page], order: .structureTree).first?.blocks.count == 2)
    #expect(articles([page]).first?.blocks.count == 1)
  }

  private func paragraph(_ parts: TextBlock...) -> TextBlock {
    TextBlock(role: .paragraph, lines: parts.flatMap(\.lines))!
  }

  @Test func indentedLinesBeginParagraphs() throws {
    let long = "the harbor lies still this morning and no lamp is lit on the quay"
    let first = paragraph(
      block("Sir, \(long)", y: 100, x: 52), block("\(long) and all", y: 112),
      block("by J. Marsh", y: 124),
      block("Madam, \(long)", y: 136, x: 52), block("\(long) and all", y: 148),
      block("by A. Reader", y: 160))
    let next = paragraph(
      block("Sir, \(long)", y: 90, x: 452), block("\(long) again", y: 102, x: 440))
    let texts = articles([[first, next]]).flatMap(\.blocks).map(\.text)
    #expect(texts.count == 3)
    #expect(texts.map { $0.prefix(5) } == ["Sir, ", "Madam", "Sir, "])
  }

  @Test func indentedLinesOfVerseAndOfListedWorksBeginNoParagraphs() throws {
    let verse = paragraph(
      block("The tide is in.", y: 100), block("The lamp is lit.", y: 112, x: 52),
      block("The tide is out and we sit on the quay.", y: 124),
      block("The night is long.", y: 136, x: 52))
    let long = "the harbor lies still this morning and no lamp is lit on the quay"
    let works = paragraph(
      block("Moor, A. \(long)", y: 200), block("\(long) and more", y: 212, x: 52),
      block("Hale, M. \(long)", y: 224), block("Lamps of \(long)", y: 236, x: 52))
    #expect(articles([[verse]]).flatMap(\.blocks).count == 1)
    #expect(articles([[works]]).flatMap(\.blocks).count == 1)
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

  @Test func textFromTheRightGoesOnInTheColumnOnTheLeft() {
    func fromTheRight(_ block: TextBlock) -> TextBlock {
      TextBlock(
        role: block.role,
        lines: block.lines.map { line in
          TextLine(
            box: line.box, baseline: line.baseline,
            words: line.words.map { word in
              var word = word
              word.direction = .rightToLeft
              return word
            })
        })!
    }
    let found = articles([
      [
        fromTheRight(block("המנורה של הנמל", "אנשי העיר כולה", y: 100, x: 220)),
        fromTheRight(block("הדליקו אותה.", y: 90)),
      ]
    ])
    #expect(found.first?.blocks.map(\.text) == ["המנורה של הנמל אנשי העיר כולה הדליקו אותה."])
  }

  @Test(arguments: [
    "Die Lampe brennt.“", "Die Lampe brennt.«", "灯が消えた。」", "أين المصباح؟", "दीपक जलता है।",
  ])
  func aParagraphThatIsFinishedDoesNotGoOnOverThePage(end: String) {
    let found = articles([[block(body, end, y: 100)], [block("und so fort.", y: 100)]])
    #expect(found.first?.blocks.map(\.text) == ["\(body) \(end)", "und so fort."])
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

  @Test func headsOfDefinitionsStayAboveTheirTexts() {
    let found = articles([
      [
        block("step function sequence [Function]", y: 60, font: "Sans"), block(body, y: 80, x: 60),
        block("end function sequence [Function]", y: 100, font: "Sans"), block(body, y: 120, x: 60),
      ]
    ])
    #expect(
      found.first?.blocks.map(\.text) == [
        "step function sequence [Function]", body, "end function sequence [Function]", body,
      ])
  }

  @Test func textDoesNotGoOnOverCodeATableOrAHeadingInItsColumn() {
    for between in [
      block("1 for each lamp {", y: 140, font: "Mono"), block("let a = 1", y: 140, role: .code),
      block("04:12", y: 140, role: .tableCell), block("Tides", y: 140, role: .heading2),
    ] {
      let found = articles([
        [
          block(body, "We describe it by", "an example in a language", y: 60), between,
          block("add_text takes a reference.", y: 180),
        ]
      ])
      #expect(found.flatMap(\.blocks).last?.text == "add_text takes a reference.")
    }
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

  @Test func smallTextBelowAPictureIsItsCaption() throws {
    let picture = PlacedImage(box: Rect(x: 40, y: 120, width: 200, height: 100), pixelSize: nil)
    let found = articles(
      [[block(body, body, y: 60), block("Lit at nine", y: 225, size: 8), block(body, y: 260)]],
      pictures: [0: [picture]])
    #expect(found.first?.blocks.map(\.kind.name) == ["paragraph", "picture", "paragraph"])
    #expect(found.first?.blocks.map(\.text)[1] == "Lit at nine")
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

  @Test func punctuationAfterALinkIsNotPartOfIt() throws {
    var block = block("a (link), here", y: 100)
    let word = block.lines[0].words[1]
    block.lines[0].words[1].glyphs = (0..<7).map { index in
      Rect(x: word.box.x + Double(index) * 5, y: word.box.y, width: 5, height: 10)
    }
    let area = Rect(x: word.box.x + 5, y: word.box.y, width: 20, height: 10)
    let link = Link(quads: [Quad(area)], target: .url("https://example.org/"))
    let runs = try #require(
      articles([[block]], links: [0: [link]]).first?.blocks.first?.runs)
    #expect(runs.map(\.text) == ["a (", "link", "), here"])
    #expect(runs.map(\.target) == [nil, link.target, nil])
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
}
