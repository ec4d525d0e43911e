import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Columns, rows and tables that are read from right to left.
@Suite struct RightToLeftFlowTests {
  private let arabic = Texts.style(["Amiri"], language: "ar")

  private func flow(_ items: [Story.Item], _ frame: TextFrame) throws -> LaidOutFrame {
    let flow = StoryFlow(Story(items: items), typesetter: try Texts.typesetter()) {
      $0 == 0 ? frame : nil
    }
    return try #require(try flow.content(ofFrame: 0))
  }

  @Test func theFirstColumnIsAtTheRight() throws {
    var frame = TextFrame(Rect(x: 0, y: 0, width: 300, height: 60))
    frame.columns = 2
    frame.columnGap = 20
    frame.columnsRunRightToLeft = true
    let words = Paragraph(
      AttributedText(String(repeating: "مرحبا بكم في الميناء ", count: 20), style: arabic),
      style: ParagraphStyle())
    let lines = try flow([.paragraph(words)], frame).lines
    #expect(lines.first.map { $0.origin.x >= 160 } == true)
    let last = try #require(lines.last { $0.column == 1 })
    #expect(last.origin.x < 140)
  }

  @Test func besideAnExclusionTheRightHalfComesFirst() throws {
    var frame = TextFrame(Rect(x: 0, y: 0, width: 300, height: 100))
    frame.exclusions = [
      TextExclusion(.rectangle(Rect(x: 120, y: 0, width: 60, height: 100)))
    ]
    let words = Paragraph(
      AttributedText(String(repeating: "مرحبا بكم في الميناء ", count: 10), style: arabic),
      style: ParagraphStyle())
    let lines = try flow([.paragraph(words)], frame).lines
    try #require(lines.count > 2)
    #expect(lines[0].origin.x >= 180 && lines[1].origin.x < 120)
    #expect(lines[0].origin.y == lines[1].origin.y)
  }

  @Test(arguments: [ParagraphStyle.Direction.auto, .rtl, .ltr])
  func aTableBeginsWhereItsTextBegins(direction: ParagraphStyle.Direction) throws {
    func cell(_ text: String) -> Table.Cell {
      Table.Cell([Paragraph(AttributedText(text, style: arabic), style: ParagraphStyle())])
    }
    let table = Table(
      rows: [[cell("بحر"), cell("ميناء")]], columnWidths: [1, 1], direction: direction)
    let lines = try flow(
      [.table(table)], TextFrame(Rect(x: 0, y: 0, width: 200, height: 100))
    ).lines
    try #require(lines.count == 2)
    #expect((lines[0].origin.x >= 100) == (direction != .ltr))
    #expect((lines[1].origin.x >= 100) == (direction == .ltr))
  }

  @Test func aNumberInARightToLeftTableStandsBelowItsHead() throws {
    func cell(_ text: String) -> Table.Cell {
      Table.Cell([Paragraph(AttributedText(text, style: arabic), style: ParagraphStyle())])
    }
    let table = Table(
      rows: [[cell("بحر"), cell("ميناء")], [cell("25"), cell("1")]], columnWidths: [1, 1])
    let lines = try flow(
      [.table(table)], TextFrame(Rect(x: 0, y: 0, width: 200, height: 100))
    ).lines
    let ends = lines.map { $0.origin.x + $0.line.width.points }
    try #require(ends.count == 4)
    #expect(abs(ends[0] - ends[2]) < 0.01 && abs(ends[1] - ends[3]) < 0.01)
  }

  @Test(arguments: [ParagraphStyle.Direction.auto, .ltr])
  func theRuleAboveNotesStandsWhereTheyBegin(direction: ParagraphStyle.Direction) throws {
    var call = AttributedText("بحر", style: arabic)
    call.append(Attachment(.note("a"), width: 0, ascent: 0, descent: 0), style: arabic)
    var style = ParagraphStyle()
    style.direction = direction
    var light = arabic
    light.color = .white
    let story = Story(
      items: [.paragraph(Paragraph(call, style: style))],
      notes: ["a": [Paragraph(AttributedText("ميناء", style: light), style: style)]])
    let flow = StoryFlow(story, typesetter: try Texts.typesetter()) {
      $0 == 0 ? TextFrame(Rect(x: 0, y: 0, width: 200, height: 100)) : nil
    }
    let rule = try #require(try flow.content(ofFrame: 0)?.boxes.first)
    #expect(rule.box.width < 100)
    #expect(direction == .auto ? rule.box.maxX == 200 : rule.box.minX == 0)
    // It has the color of their text, which is light in a dark theme.
    #expect(rule.content == .fill(.white))
  }

  @Test(arguments: [10.0, 40, 80, 400])
  func justifiedLinesFillTheFrameOrStandTwiceAsFarApart(room: Double) throws {
    let words = [Story.Item.paragraph(Texts.paragraph(Texts.sentence))]
    var frame = TextFrame(Rect(x: 0, y: 0, width: 100, height: 1_000))
    let plain = try flow(words, frame).lines
    let last = try #require(plain.last)
    let bottom = last.origin.y + last.line.descent.points
    frame = TextFrame(Rect(x: 0, y: 0, width: 100, height: bottom + room))
    frame.blockAlignment = .justify
    let spread = try flow(words, frame).lines
    try #require(spread.count == plain.count && plain.count > 2)
    let shift = spread[spread.count - 1].origin.y - last.origin.y
    let most = last.origin.y - plain[0].origin.y
    #expect(abs(shift - min(room, most)) < 0.1)
    #expect(spread[0].origin.y == plain[0].origin.y)
  }

  @Test func thaiIsJustifiedBetweenAllItsLetters() throws {
    var style = ParagraphStyle()
    style.textAlign = .justify
    let thai = Texts.style(["Norasi", "Noto Sans Thai"], language: "th")
    let words = "ประเทศไทยเป็นประเทศที่ตั้งอยู่ในเอเชียตะวันออกเฉียงใต้มีพรมแดนติดต่อกับลาวทางทิศเหนือ"
    let paragraph = Paragraph(AttributedText(words, style: thai), style: style)
    let frame = TextFrame(Rect(x: 0, y: 0, width: 150, height: 300))
    style.textAlign = .left
    let ragged = Paragraph(AttributedText(words, style: thai), style: style)
    let plain = try flow([.paragraph(ragged)], frame).lines
    let lines = try flow([.paragraph(paragraph)], frame).lines
    try #require(lines.count > 1)
    func steps(_ lines: [LaidOutFrame.PlacedLine]) -> [Double] {
      let places = lines[0].line.runs.flatMap(\.glyphs).map { ScaledPoints(rawValue: $0.x).points }
      return zip(places, places.dropFirst()).map { $1 - $0 }
    }
    let added = zip(steps(lines), steps(plain)).map { $0 - $1 }
    #expect(added.count { $0 > 0.01 } > 5)
    // Readers of PDFs take a tenth of an em for a space.
    #expect(added.allSatisfy { $0 < thai.fontSize / 12 })
  }

  @Test func linesThatFollowAShapeStayInIt() throws {
    var frame = TextFrame(Rect(x: 0, y: 0, width: 200, height: 200))
    frame.shape = .ellipse(in: frame.box)
    frame.blockAlignment = .middle
    let lines = try flow([.paragraph(Texts.paragraph(Texts.sentence))], frame).lines
    for line in lines {
      let y = line.origin.y - 100
      let half = max(0, 100 * 100 - y * y).squareRoot()
      #expect(line.origin.x >= 100 - half - 1)
    }
    #expect(lines.count > 3)
  }
}
