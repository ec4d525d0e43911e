import RectoPageModel
import Testing

@testable import RectoTypesetting

@Suite struct FlowTests {
  private static let page = Rect(x: 30, y: 40, width: 300, height: 400)

  private func story(_ paragraphs: [String], _ style: ParagraphStyle = Texts.justified()) -> Story {
    Story(items: paragraphs.map { .paragraph(Texts.paragraph($0, style)) })
  }

  private func set(
    _ story: Story, pages: Int = 50, _ frame: (inout TextFrame) -> Void = { _ in }
  ) throws -> [LaidOutFrame] {
    var template = TextFrame(Self.page)
    frame(&template)
    let made = template
    let flow = StoryFlow(story, typesetter: try Texts.typesetter()) { $0 < pages ? made : nil }
    var frames: [LaidOutFrame] = []
    while frames.count < pages, let frame = try flow.content(ofFrame: frames.count) {
      frames.append(frame)
    }
    return frames
  }

  private func string(_ frames: [LaidOutFrame]) -> String {
    frames.flatMap(\.lines).filter { $0.kind == .text }
      .map { $0.line.string(of: $0.paragraph.text) }.joined(separator: " ")
  }

  @Test(arguments: [1, 2, 3])
  func allOfAStoryComesOnceAndInOrder(columns: Int) throws {
    let paragraphs = Texts.prose(paragraphs: 30)
    let frames = try set(story(paragraphs)) { $0.columns = columns }
    #expect(frames.count > 2)
    let all = paragraphs.joined(separator: " ").replacing(" ", with: "")
    #expect(string(frames).replacing(" ", with: "") == all)
  }

  @Test func aStoryWithoutItemsLeavesItsFramesEmpty() throws {
    let flow = StoryFlow(Story(items: []), typesetter: try Texts.typesetter()) { _ in
      TextFrame(Self.page)
    }
    #expect(try flow.oversetWords() == 0)
    #expect(try flow.content(ofFrame: 0) == nil && !flow.continues(behindFrame: 0))
    #expect(flow.isFinished)
  }

  @Test func linesStayInTheirColumns() throws {
    let frames = try set(story(Texts.prose(paragraphs: 20))) {
      $0.columns = 2
      $0.columnGap = 20
    }
    for placed in frames.flatMap(\.lines) {
      let left = Self.page.minX + Double(placed.column) * 160
      #expect(placed.origin.x >= left - 0.01)
      #expect(placed.origin.x + placed.line.width.points <= left + 140.01)
      #expect(placed.origin.y > Self.page.minY && placed.origin.y < Self.page.maxY)
    }
  }

  @Test func noParagraphLeavesALineAloneAtTheFootOrHeadOfAColumn() throws {
    let frames = try set(story(Texts.prose(paragraphs: 60))) { $0.columns = 2 }
    for frame in frames {
      for column in 0..<2 {
        let lines = frame.lines.filter { $0.column == column }
        guard let first = lines.first, let last = lines.last else { continue }
        let atHead = lines.prefix { $0.paragraph === first.paragraph }
        if !first.startsParagraph { #expect(atHead.count >= 2) }
        let atFoot = lines.suffix(while: { $0.paragraph === last.paragraph })
        #expect(atFoot.count >= 2 || !last.startsParagraph)
      }
    }
  }

  @Test func aHeadingStaysWithWhatItHeads() throws {
    var heading = ParagraphStyle()
    heading.breakAfter = .avoid
    heading.lineHeight = .points(20)
    for count in 5...40 {
      let before = (0..<count).map { _ in "One line." }
      var story = story(before)
      story.items.append(.paragraph(Texts.paragraph("Heading", heading)))
      story.items.append(.paragraph(Texts.paragraph(Texts.sentence + Texts.sentence)))
      let frames = try set(story)
      for frame in frames {
        let last = try #require(frame.lines.last)
        #expect(last.line.string(of: last.paragraph.text) != "Heading")
      }
    }
  }

  @Test func textKeepsClearOfACircleByItsMargin() throws {
    let circle = Rect(x: 120, y: 160, width: 100, height: 100)
    let frames = try set(story(Texts.prose(paragraphs: 10))) {
      $0.exclusions = [TextExclusion(.ellipse(in: circle), margin: 6)]
    }
    let lines = try #require(frames.first).lines
    var beside = 0
    for placed in lines {
      let box = placed.runBoxes.reduce(nil as Rect?) { $0?.union($1.box) ?? $1.box }
      guard let box else { continue }
      let x = min(max(circle.center.x, box.minX), box.maxX)
      let y = min(max(circle.center.y, placed.origin.y - 5), placed.origin.y)
      let distance =
        ((x - circle.center.x) * (x - circle.center.x)
        + (y - circle.center.y) * (y - circle.center.y)).squareRoot()
      #expect(distance >= 50 + 5)
      if abs(placed.origin.y - circle.center.y) < 40 { beside += 1 }
    }
    // On both sides of it.
    #expect(beside > 8)
  }

  @Test func aFrameOfAnyShapeHoldsItsText() throws {
    let area = Self.page
    let frames = try set(story(Texts.prose(paragraphs: 10))) { $0.shape = .ellipse(in: area) }
    for placed in try #require(frames.first).lines {
      for x in [placed.origin.x, placed.origin.x + placed.line.width.points] {
        let dx = (x - area.center.x) / (area.width / 2)
        let dy = (placed.origin.y - area.center.y) / (area.height / 2)
        #expect(dx * dx + dy * dy <= 1.001)
      }
    }
  }

  @Test func wordsWithoutAFrameAreCounted() throws {
    let words = (0..<2000).map { "word\($0)" }.joined(separator: " ")
    let frame = TextFrame(Rect(x: 0, y: 0, width: 200, height: 100))
    let flow = StoryFlow(story([words]), typesetter: try Texts.typesetter()) {
      $0 == 0 ? frame : nil
    }
    let shown = try #require(try flow.content(ofFrame: 0)).lines
      .flatMap { $0.line.string(of: $0.paragraph.text).split(separator: " ") }.count
    #expect(try flow.oversetWords() == 2000 - shown)
  }

  @Test func balancedColumnsAreAboutAsHighAsOneAnother() throws {
    let frames = try set(story(Texts.prose(paragraphs: 4))) {
      $0.columns = 3
      $0.balancesColumns = true
    }
    let ends = (0..<3).map { column in
      frames[0].lines.filter { $0.column == column }.map(\.origin.y).max() ?? 0
    }
    #expect(frames.count == 1)
    #expect((ends.max() ?? 0) - (ends.min() ?? 0) <= 2 * 13 + 0.1)
  }

  @Test func aNoteStandsAtTheFootOfTheColumnThatCallsIt() throws {
    var text = AttributedText(Texts.sentence + "tide", style: Texts.style())
    text.append(Attachment(.note("a"), width: 4, ascent: 5, descent: 0), style: Texts.style())
    var story = story(Texts.prose(paragraphs: 8))
    story.items.insert(.paragraph(Paragraph(text, style: Texts.justified())), at: 2)
    story.notes["a"] = [Texts.paragraph("The note.")]
    let frames = try set(story) { $0.columns = 2 }
    let call = try #require(
      frames[0].lines.first { $0.attachments.contains { $0.attachment.content == .note("a") } })
    let note = try #require(frames[0].lines.first { $0.kind == .note })
    #expect(note.column == call.column)
    let above = frames[0].lines.filter { $0.kind == .text && $0.column == note.column }
    #expect(above.allSatisfy { $0.origin.y < note.origin.y - 10 })
    #expect(Self.page.maxY - note.origin.y < 13)
  }

  @Test func initialLettersTakeTheStartOfTheirLines() throws {
    var style = Texts.justified()
    style.initialLetter = .init(lines: 3)
    let frames = try set(story([Texts.prose(paragraphs: 4)[3]], style))
    let lines = frames[0].lines.filter { $0.kind == .text }
    let initial = try #require(frames[0].lines.first { $0.kind == .initial })
    #expect(initial.line.string(of: initial.paragraph.text) == "P")
    #expect(lines[..<3].allSatisfy { $0.origin.x > Self.page.minX + 10 })
    #expect(lines[3...].allSatisfy { $0.origin.x == Self.page.minX })
    // It stands on the third line.
    #expect(abs(initial.origin.y - lines[2].origin.y) < 0.01)
  }

  @Test(arguments: [("Q", 3, 4), ("J", 8, 10)])
  func linesBelowAnInitialLetterMakeRoomForItsTail(letter: String, lines: Int, rows: Int) throws {
    var style = Texts.justified()
    style.initialLetter = .init(lines: lines)
    let text = letter + String(repeating: Texts.sentence, count: 6)
    let found = try set(story([text], style))[0].lines.filter { $0.kind == .text }
    #expect(found.count > rows)
    #expect(found.prefix(rows).allSatisfy { $0.origin.x > Self.page.minX + 10 })
    #expect(found.dropFirst(rows).allSatisfy { $0.origin.x == Self.page.minX })
  }

  /// As `::first-letter` of CSS.
  @Test(arguments: [
    ("“Quoted from here", "“Q"), ("«(¡Hola", "«(¡H"), ("A. Pilot", "A."), ("I’m here", "I’"),
    ("A—dash", "A"), ("A(b)", "A"), ("“”", ""), ("Plain", "P"),
  ])
  func initialLettersHaveTheirPunctuation(text: String, initial: String) throws {
    var style = Texts.justified()
    style.initialLetter = .init(lines: 3)
    let frames = try set(story([text], style))
    let found = frames[0].lines.first { $0.kind == .initial }
    #expect(found.map { $0.line.string(of: $0.paragraph.text) } ?? "" == initial)
    let all = PageText(frames).blocks.flatMap(\.lines).map(\.plain).joined()
    #expect(all == text)
  }

  @Test func anInitialLetterMayHaveAnotherStyleThanTheMarkBefore() throws {
    var style = Texts.justified()
    style.initialLetter = .init(lines: 2)
    var text = AttributedText("“", style: Texts.style())
    text.append("Quoted", style: Texts.style(size: 11))
    let story = Story(items: [.paragraph(Paragraph(text, style: style))])
    let initial = try #require(try set(story)[0].lines.first { $0.kind == .initial })
    #expect(initial.line.string(of: initial.paragraph.text) == "“Q")
  }

  @Test func aTableHasItsHeadAgainInEachColumn() throws {
    let rows = (0..<60).map { row in
      [Table.Cell([Texts.paragraph("port \(row)")]), Table.Cell([Texts.paragraph("04:\(row)")])]
    }
    let head = [
      Table.Cell([Texts.paragraph("Port")]), Table.Cell([Texts.paragraph("High water")]),
    ]
    let frames = try set(Story(items: [.table(Table(rows: [head] + rows, headerRows: 1))]))
    #expect(frames.count > 1)
    for frame in frames {
      let first = try #require(frame.lines.first)
      #expect(first.line.string(of: first.paragraph.text) == "Port")
    }
    let cells = frames.flatMap(\.lines).map { $0.line.string(of: $0.paragraph.text) }
    for row in 0..<60 { #expect(cells.filter { $0 == "port \(row)" }.count == 1) }
  }

  @Test func verticalLinesGoDownAndTheNextIsToTheLeft() throws {
    let style = Texts.style(["IPAMincho"], language: "ja")
    let text = String(repeating: "夜の港は静かで、船は木の岸壁に触れている。", count: 6)
    let story = Story(items: [.paragraph(Texts.paragraph(text, Texts.justified(), style))])
    let frames = try set(story) { $0.writingMode = .verticalRightToLeft }
    let lines = frames[0].lines
    #expect(lines.count > 2)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(next.origin.x < line.origin.x)
      #expect(line.origin.y == next.origin.y)
    }
    #expect(lines[0].line.runs.allSatisfy { $0.orientation == .upright })
  }

  @Test func baselinesOfAlignedParagraphsLieOnTheGrid() throws {
    var style = Texts.justified()
    style.alignsToBaselineGrid = true
    style.marginBottom = 5
    let frames = try set(story(Texts.prose(paragraphs: 10), style)) {
      $0.grid = TextFrame.Grid(first: 50, step: 14)
    }
    for placed in frames.flatMap(\.lines) {
      let steps = (placed.origin.y - 50) / 14
      #expect(abs(steps - steps.rounded()) < 0.001)
    }
  }

  @Test func theFirstPageOfALongStoryIsLaidOutWithoutTheRest() throws {
    var asked = 0
    let flow = StoryFlow(
      story(Texts.prose(paragraphs: 2000)), typesetter: try Texts.typesetter()
    ) { number in
      asked = max(asked, number)
      return TextFrame(Self.page)
    }
    #expect(try flow.content(ofFrame: 0) != nil)
    #expect(asked <= 2)
  }
}

extension Array {
  fileprivate func suffix(while belongs: (Element) -> Bool) -> [Element] {
    Array(reversed().prefix(while: belongs).reversed())
  }
}
