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
