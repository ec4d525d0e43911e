import RectoPageModel
import Testing

@testable import RectoPipeline

/// Items of lists: which paragraphs are, and in which list.
@Suite struct ArticleListTests: ArticleSuite {
  /// One block of lines, each at its own distance from the left.
  private func paragraph(
    _ lines: (x: Double, text: String)..., y: Double, role: TextRole = .paragraph
  ) -> TextBlock {
    TextBlock(
      role: role,
      lines: lines.enumerated().flatMap { number, line in
        block(line.text, y: y + Double(number) * 12, x: line.x).lines
      })!
  }

  /// Markdown of pages that begin with prose, without that.
  private func markdown(
    _ pages: [TextBlock]..., order: ReadingOrder = .geometry
  ) -> String {
    let prose = (0..<3).map { block(body, body, y: Double($0) * 30) }
    let first = prose + (pages.first ?? [])
    let text = MappedMarkdown(articles([first] + pages.dropFirst(), order: order)).text
    return text.replacing("\(body) \(body)\n\n", with: "")
  }

  @Test func itemsThatAreFoundAsOneParagraphAreAList() {
    let text = markdown([
      paragraph(
        (40, "• Lamps of the"), (52, "harbor"), (60, "◦ red"), (60, "◦ green"), (40, "• Oars"),
        y: 100)
    ])
    #expect(text == "- Lamps of the harbor\n  - red\n  - green\n- Oars\n", "\(text)")
  }

  /// Word processors draw a circle with it.
  @Test(arguments: [("CourierNewPSMT", "◦"), ("CMTT10", nil), ("Serif", nil)])
  func anOOfCourierIsABullet(
    font: String, shape: String?
  ) throws {
    let bullet = try #require(block("o", y: 0, font: font).lines.first?.words.first)
    let rest = try #require(block("red", y: 0, x: 50).lines.first?.words.first)
    let line = TextLine(
      box: bullet.box.union(rest.box),
      baseline: Segment(start: Point(x: 40, y: 8), end: Point(x: 65, y: 8)), words: [bullet, rest])
    #expect(MarkedLine(line).marker?.shape == shape)
  }

  @Test func numbersLettersAndRomansThatFollowAreLists() {
    let text = markdown([
      paragraph(
        (40, "1. Lamps"), (60, "a) red"), (60, "b) green"), (80, "i. port"), (80, "ii. starboard"),
        (40, "2. Oars"), y: 100)
    ])
    #expect(
      text == """
        1. Lamps
           - a) red
           - b) green
             - i. port
             - ii. starboard
        2. Oars

        """, "\(text)")
  }

  @Test func eachItemMayBeAParagraphOfItsOwn() {
    let text = markdown([
      block("(1) The lamps are lit", y: 100), block("(2) the oars are wet", y: 120),
      block("– the left one", y: 140, x: 60), block("– the right one", y: 152, x: 60),
      block("(3) The gate is shut", y: 172), block("The tide is out again now.", y: 192, x: 20),
    ])
    #expect(
      text == """
        - (1) The lamps are lit
        - (2) the oars are wet
          - the left one
          - the right one
        - (3) The gate is shut

        The tide is out again now.

        """, "\(text)")
  }

  @Test func dialogsYearsAndInitialsAreNoLists() {
    let text = markdown([
      paragraph((52, "– The lamps are lit, said"), (40, "the keeper."), y: 100),
      paragraph((52, "– All of them, said the"), (40, "boy, but one."), y: 124),
      block("1912. A hard winter it was.", y: 160), block("A. Moor kept the lamp.", y: 180),
      block("3. June was no better.", y: 200),
    ])
    #expect(!text.contains("- "), "\(text)")
  }

  @Test func aListGoesOnInTheNextColumnAndOnTheNextPage() {
    let text = markdown(
      [
        paragraph((40, "1. Lamps"), (60, "• red"), y: 400),
        paragraph((240, "• green"), (220, "2. Oars"), y: 80),
      ],
      [paragraph((50, "3. Gates"), (70, "• left"), y: 60)])
    #expect(text == "1. Lamps\n   - red\n   - green\n2. Oars\n3. Gates\n   - left\n", "\(text)")
  }

  @Test func aFurtherParagraphAndCodeAreOfTheirItem() {
    let text = markdown(
      [
        block("• Lamps of the harbor", y: 100, role: .listItem),
        block("They are lit at nine.", y: 120, x: 50, role: .listItem),
        block("a = 1", y: 140, x: 50, font: "Courier", role: .code),
        block("◦ red", y: 160, x: 60, role: .listItem),
        block("• Oars", y: 180, role: .listItem), block(body, body, y: 200),
      ], order: .structureTree)
    #expect(
      text == """
        - Lamps of the harbor

          They are lit at nine.

          ```
          a = 1
          ```

          - red
        - Oars

        \(body) \(body)

        """, "\(text)")
  }

  @Test func aParagraphWhoseFirstLineIsIndentedIsNotOfTheItemAboveIt() {
    let text = markdown([
      block("▪▪ Lamps", y: 100),
      paragraph((55, "The tide is out"), (40, "again, and so are we."), y: 120),
    ])
    #expect(text == "- Lamps\n\nThe tide is out again, and so are we.\n", "\(text)")
  }

  /// Books have no bullets in their text.
  @Test func aFurtherParagraphStaysInItsItem() {
    var second = block("More of it.", y: 80, role: .listItem)
    second.isContinuation = true
    let blocks = [
      block("An item.", y: 60, role: .listItem), second,
      block("Another item.", y: 100, role: .listItem),
    ]
    let text = MappedMarkdown(articles([blocks], order: .structureTree)).text
    #expect(text == "- An item.\n\n  More of it.\n- Another item.\n", "\(text)")
  }

  /// A number and its period are words of two directions there.
  @Test func rightToLeftListsKeepTheirNumbers() {
    func item(_ number: String, y: Double) -> TextBlock {
      let words = [
        (number, 335.0, 5.0, TextDirection.leftToRight, true), (".", 330, 5, .rightToLeft, false),
        ("פריט", 300, 25, .rightToLeft, false),
      ].map { text, x, width, direction, joins in
        TextWord(
          text: text, box: Rect(x: x, y: y, width: width, height: 10), font: "Serif", size: 10,
          direction: direction, joinsNext: joins)
      }
      return TextBlock(
        role: .listItem,
        lines: [
          TextLine(
            box: Rect(x: 300, y: y, width: 40, height: 10),
            baseline: Segment(start: Point(x: 340, y: y + 8), end: Point(x: 300, y: y + 8)),
            words: words)
        ])!
    }
    let markdown = MappedMarkdown(articles([[item("1", y: 60), item("2", y: 80)]]))
    #expect(markdown.text == "1. פריט\n2. פריט\n")
    #expect(markdown.spans.map(\.codePoints) == [0..<1, 1..<2, 3..<7, 8..<9, 9..<10, 11..<15])
  }

  @Test func aTitleInSmallCapitalsIsAHeading() throws {
    var pages: [TextBlock] = []
    for (number, name) in ["INTRODUCTION", "METHODS OF LIGHTING"].enumerated() {
      var section = block("II. \(name)", body, body, y: Double(number) * 100 + 40)
      for index in section.lines[0].words.indices.dropFirst() {
        section.lines[0].words[index].size = 8
      }
      let shift = section.box.width / 2 - section.lines[0].box.width / 2
      section.lines[0].box.x += shift
      pages.append(section)
    }
    let found = articles([[block(body, body, y: 0)] + pages])
    #expect(
      found.flatMap(\.blocks).filter { $0.kind.name == "heading" }.map(\.text)
        == ["II. INTRODUCTION", "II. METHODS OF LIGHTING"])
  }

  @Test func anItemGoesOnOnTheNextPage() {
    let text = markdown(
      [paragraph((40, "• Lamps"), (40, "• Oars of the"), (52, "long boats"), y: 500)],
      [block("that lie here.", y: 60, x: 52), block("• Gates", y: 80)])
    #expect(text == "- Lamps\n- Oars of the long boats that lie here.\n- Gates\n", "\(text)")
  }

  @Test(arguments: [1, 2])
  func taggedItemsInColumnsAreOfOneList(perColumn: Int) {
    let names = ["alpha", "beta", "gamma", "delta"]
    let items = names.enumerated().map { index, name in
      block(
        "\(name) is lit", y: 100 + Double(index % perColumn) * 15,
        x: 40 + Double(index / perColumn) * 90, role: .listItem)
    }
    let text = markdown(items, order: .structureTree)
    #expect(text == names.map { "- \($0) is lit\n" }.joined(), "\(text)")
  }

  @Test func numbersKeepTheSignBehindThem() {
    let items = (3...4).map { block("\($0)) Lamp", y: Double($0) * 20, role: .listItem) }
    let text = markdown(items, order: .structureTree)
    #expect(text == "3) Lamp\n4) Lamp\n", "\(text)")
  }

  @Test func numbersThatAreAlignedAtTheirEndsAreOfOneList() {
    let items = (8...11).map { number in
      block("\(number). Lamp", y: Double(number) * 20, x: number < 10 ? 45 : 40, role: .listItem)
    }
    let text = markdown(items, order: .structureTree)
    #expect(text == "8. Lamp\n9. Lamp\n10. Lamp\n11. Lamp\n", "\(text)")
  }

  @Test func depthsAreInJSON() throws {
    let found = articles([
      [block("• Lamps", y: 100, role: .listItem), block("◦ red", y: 120, x: 60, role: .listItem)]
    ])
    let blocks = try #require(found.first?.blocks)
    #expect(blocks.map(\.depth) == [0, 1])
  }

  @Test func codeThatGoesOnOnTheNextPageIsOneBlock() {
    let text = markdown(
      [block("let a = [", y: 500, font: "Courier")],
      [
        block("one,", "]", y: 80, x: 50, font: "Courier"),
        block("let b = 2;", y: 300, font: "Courier"),
      ])
    #expect(text == "```\nlet a = [\n  one,\n  ]\n```\n\n```\nlet b = 2;\n```\n", "\(text)")
  }
}
