import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Pictures and rows of tables stand where there is room for all of each.
@Suite struct BlockTests {
  private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> TextFrame {
    TextFrame(Rect(x: x, y: y, width: width, height: height))
  }

  private func picture(_ width: Double, _ height: Double) -> Story.Item {
    .picture(Picture(name: "wave", size: Size(width: width, height: height)))
  }

  private func paragraph(_ text: String) -> Story.Item { .paragraph(Texts.paragraph(text)) }

  private func table(_ rows: [[String]], headerRows: Int = 0) -> Story.Item {
    .table(
      Table(
        rows: rows.map { $0.map { Table.Cell([Texts.paragraph($0)]) } }, headerRows: headerRows,
        rule: Rule(thickness: 0.5, color: .black)))
  }

  private func fills(_ frame: LaidOutFrame) -> [Rect] {
    frame.boxes.compactMap { if case .fill = $0.content { $0.box } else { nil } }
  }

  // MARK: Without room

  @Test func aPictureWithoutAFrameIsCounted() throws {
    let story = Story(items: [paragraph("One."), picture(100, 90), paragraph("Two words.")])
    let flow = try Texts.flow(story, in: [frame(0, 0, 200, 100)])
    #expect(try flow.oversetPictures() == 1)
    #expect(try flow.oversetWords() == 2)
    #expect(try flow.content(ofFrame: 0)?.pictures == [])
  }

  @Test func aFrameThatOverflowsShowsAllOfItsStory() throws {
    var last = frame(0, 0, 200, 40)
    last.overflows = true
    let story = Story(items: [
      paragraph("One."), picture(100, 300), table([["Two."], ["Three."]]), paragraph("Four."),
    ])
    let flow = try Texts.flow(story, in: [last])
    let content = try #require(try flow.content(ofFrame: 0))
    #expect(content.pictures.count == 1)
    #expect(content.strings(.tableCell) == ["Two.", "Three."])
    #expect(content.strings(.text) == ["One.", "Four."])
    #expect(try flow.oversetWords() == 0 && flow.oversetPictures() == 0)
    #expect(try flow.overhangs() == [])
  }

  @Test func aRowThatIsHigherThanItsFrameIsNamed() throws {
    let long = String(repeating: Texts.sentence, count: 9)
    let story = Story(items: [paragraph("One."), table([["Two.", long], ["Three.", "Four."]])])
    let flow = try Texts.flow(story, in: Array(repeating: frame(0, 0, 200, 100), count: 3))
    #expect(try flow.overhangs() == [StoryFlow.Overhang(frame: 1, item: 1)])
    #expect(try flow.content(ofFrame: 2)?.strings(.tableCell) == ["Three.", "Four."])
  }

  @Test func aRowStandsInAHigherColumnAhead() throws {
    let long = String(repeating: Texts.sentence, count: 3)
    let story = Story(items: [table([[long]])])
    let flow = try Texts.flow(story, in: [frame(0, 0, 200, 40), frame(0, 50, 200, 300)])
    #expect(try flow.overhangs() == [])
    #expect(try flow.content(ofFrame: 1)?.lines.isEmpty == false)
  }

  @Test func theRowsOfATableWithoutAFrameAreCounted() throws {
    let story = Story(items: [table((0..<20).map { ["Row \($0)", "two words"] })])
    let flow = try Texts.flow(story, in: [frame(0, 0, 200, 100)])
    let shown = try #require(try flow.content(ofFrame: 0)).strings(.tableCell).count / 2
    #expect(shown > 2)
    #expect(try flow.oversetWords() == (20 - shown) * 4)
  }

  // MARK: Columns of different widths

  @Test func aPictureHasTheSizeOfTheColumnInWhichItStands() throws {
    let story = Story(items: [paragraph("One."), picture(400, 200)])
    let frames = try Texts.set(story, in: [frame(0, 0, 400, 40), frame(0, 100, 100, 200)])
    #expect(frames[1].pictures == [Rect(x: 0, y: 100, width: 100, height: 50)])
  }

  @Test func theRowsOfATableAreAsWideAsTheirColumns() throws {
    let rows = (0..<8).map { ["alpha beta \($0)", "beta gamma", "gamma delta"] }
    let story = Story(items: [table([["A", "B", "C"]] + rows, headerRows: 1)])
    let areas = [frame(0, 0, 400, 60), frame(0, 100, 120, 400)]
    let frames = try Texts.set(story, in: areas)
    for (content, area) in zip(frames, areas) {
      for rule in fills(content) {
        #expect(abs(rule.minX - area.box.minX) < 0.01 && abs(rule.maxX - area.box.maxX) < 0.01)
      }
      for line in content.lines {
        #expect(line.origin.x + line.line.width.points <= area.box.maxX + 0.01)
      }
    }
    #expect(frames[0].strings(.tableCell).starts(with: ["A", "B", "C"]))
    #expect(frames[1].strings(.repeatedHead) == ["A", "B", "C"])
  }

  // MARK: Exclusions

  /// A row that fits nowhere beside a bar across all columns is placed over it, with its head, and
  /// leaves no column empty.
  @Test(arguments: [1, 3])
  func rowsWithoutRoomBesideExclusionsLeaveNoColumnEmpty(rowCount: Int) throws {
    var area = frame(0, 0, 300, 400)
    area.columns = 2
    area.exclusions = [TextExclusion(.rectangle(Rect(x: 0, y: 190, width: 300, height: 20)))]
    let long = String(repeating: Texts.sentence, count: 5)
    let rows = [["Head"]] + (0..<rowCount).map { ["Row \($0). " + long] }
    let story = Story(items: [table(rows, headerRows: 1), paragraph("Last.")])
    let frames = try Texts.set(story, in: Array(repeating: area, count: 6))
    let columns = frames.flatMap { frame in
      (0..<2).map { column in frame.lines.filter { $0.column == column } }
    }
    #expect(frames.count == (rowCount + 1) / 2)
    for column in columns.prefix(rowCount) {
      let texts = column.map { $0.line.string(of: $0.paragraph.text) }
      #expect(texts.first == "Head" && texts.dropFirst().first?.hasPrefix("Row") == true)
    }
    #expect(frames.last?.strings(.text) == ["Last."])
  }

  @Test func aRowWithoutRoomIsPlacedOverAnExclusionWhereNoFrameFollows() throws {
    var area = frame(0, 0, 300, 400)
    area.exclusions = [TextExclusion(.rectangle(Rect(x: 0, y: 190, width: 300, height: 20)))]
    let long = String(repeating: Texts.sentence, count: 9)
    let story = Story(items: [table([[long]])])
    let flow = try Texts.flow(story, in: [area])
    #expect(try flow.oversetWords() == 0)
    #expect(try flow.content(ofFrame: 0)?.lines.isEmpty == false)
  }

  /// Beside the area or, where too little is free, below it.
  @Test(arguments: [150.0, 260])
  func picturesAndRowsKeepClearOfExclusions(width: Double) throws {
    var area = frame(0, 0, 300, 400)
    let excluded = Rect(x: 300 - width, y: 0, width: width, height: 150)
    area.exclusions = [TextExclusion(.rectangle(excluded))]
    let rows = (0..<3).map { ["alpha beta \($0)", "beta gamma"] }
    let story = Story(items: [picture(280, 100), table(rows)])
    let content = try #require(try Texts.set(story, in: [area]).first)
    let boxes = content.pictures + fills(content)
    #expect(boxes.count == 4)
    for box in boxes {
      #expect(box.intersection(excluded).map { $0.width * $0.height < 0.1 } ?? true)
      #expect(box.minX >= -0.01 && box.maxX <= 300.01)
    }
    let box = try #require(content.pictures.first)
    #expect(abs(box.width / box.height - 2.8) < 0.001)
    #expect(width < 200 ? box.minY == 0 : box.minY >= 150)
    let cells = content.lines.filter { $0.kind == .tableCell }
    for cell in cells where cell.origin.y < 150 {
      #expect(cell.origin.x + cell.line.width.points <= excluded.minX + 0.01)
    }
  }

  @Test func aPictureStandsInAColumnOfWhichPartsAreExcluded() throws {
    var area = frame(0, 0, 300, 400)
    area.exclusions = [
      TextExclusion(.rectangle(Rect(x: 0, y: 0, width: 300, height: 150))),
      TextExclusion(.rectangle(Rect(x: 0, y: 300, width: 300, height: 20))),
    ]
    let flow = try Texts.flow(Story(items: [picture(290, 390)]), in: [area, area])
    let box = try #require(try flow.content(ofFrame: 0)?.pictures.first)
    #expect(box.minY >= 150 && box.maxY <= 300 && box.height > 130)
  }

  @Test func aPictureStandsInAnEmptyColumnHoweverNarrowItsFreePartIs() throws {
    var area = frame(0, 0, 300, 400)
    area.exclusions = [TextExclusion(.rectangle(Rect(x: 60, y: 0, width: 240, height: 400)))]
    let story = Story(items: [paragraph("One."), picture(200, 100)])
    let flow = try Texts.flow(story, in: [area, area, area])
    let box = try #require(try flow.content(ofFrame: 1)?.pictures.first)
    #expect(box.maxX <= 60.01 && abs(box.width / box.height - 2) < 0.001)
  }

  // MARK: Vertical text

  @Test func picturesInVerticalTextKeepTheirProportion() throws {
    var area = frame(0, 0, 300, 400)
    area.writingMode = .verticalRightToLeft
    let style = Texts.style(["IPAMincho"], language: "ja")
    let text = Story.Item.paragraph(Texts.paragraph("日本語。", Texts.justified(), style))
    for (width, height) in [(160.0, 40.0), (40, 160), (900, 600)] {
      let story = Story(items: [text, picture(width, height)])
      let content = try Texts.set(story, in: [area, area]).filter { !$0.pictures.isEmpty }
      let box = try #require(content.first?.pictures.first)
      #expect(abs(box.width / box.height - width / height) < 0.001)
      #expect(box.minX >= -0.01 && box.maxX <= 300.01 && box.minY >= -0.01 && box.maxY <= 400.01)
      #expect(width > 300 || box.width == width)
    }
  }

  // MARK: Page breaks

  @Test func aPageBreakPassesOverTheOtherFramesOfAPage() throws {
    var style = Texts.justified()
    style.breakBefore = .page
    let story = Story(items: [paragraph("One."), .paragraph(Texts.paragraph("Two.", style))])
    let frames = (0..<6).map { number in
      var frame = frame(0, 0, 200, 100)
      frame.page = number / 3
      return frame
    }
    let flow = try Texts.flow(story, in: frames)
    let texts = try frames.indices.map { try flow.content(ofFrame: $0)?.strings(.text) }
    #expect(texts == [["One."], nil, nil, ["Two."], nil, nil])
  }

  @Test func aPageBreakLeavesAPageOfWhichAColumnIsStillEmpty() throws {
    var last = Texts.justified()
    last.breakAfter = .column
    var next = Texts.justified()
    next.breakBefore = .page
    let story = Story(items: [
      .paragraph(Texts.paragraph("One.", last)), .paragraph(Texts.paragraph("Two.", next)),
    ])
    var columns = frame(0, 0, 200, 100)
    columns.columns = 2
    let frames = try Texts.set(story, in: [columns, columns, columns])
    #expect(frames.map { $0.strings(.text) } == [["One."], ["Two."]])
  }
}
