import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Pictures inside lines are as small as what holds them, and nothing lies over them.
@Suite struct InlinePictureTests {
  private func text(_ before: String, _ size: Size, _ after: String = "") -> Paragraph {
    var text = AttributedText(before, style: Texts.style())
    text.append(
      Attachment(.named("wave"), width: size.width, ascent: size.height, descent: 0),
      style: Texts.style())
    text.append(after, style: Texts.style())
    return Paragraph(text, style: Texts.justified())
  }

  private func set(_ story: Story, _ frames: [TextFrame]) throws -> (
    frames: [LaidOutFrame], overset: Int
  ) {
    let flow = StoryFlow(story, typesetter: try Texts.typesetter()) {
      frames.indices.contains($0) ? frames[$0] : nil
    }
    let overset = try flow.oversetWords()
    return (
      try frames.indices.map { try flow.content(ofFrame: $0) ?? LaidOutFrame() }, overset
    )
  }

  private func pictures(_ frame: LaidOutFrame) -> [Rect] {
    frame.lines.flatMap(\.attachments).map(\.box)
  }

  private func expect(
    _ box: Rect, in frame: Rect, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      box.minX >= frame.minX - 0.01 && box.maxX <= frame.maxX + 0.01
        && box.minY >= frame.minY - 0.01 && box.maxY <= frame.maxY + 0.01,
      "\(box) in \(frame)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [Size(width: 900, height: 300), Size(width: 300, height: 2_000)])
  func aPictureFitsIntoItsFrameAndTheTextAfterItIsShown(size: Size) throws {
    let area = Rect(x: 30, y: 40, width: 200, height: 240)
    let story = Story(items: [
      .paragraph(text("Before ", size, " after.")), .paragraph(Texts.paragraph("More words.")),
    ])
    let (frames, overset) = try set(story, Array(repeating: TextFrame(area), count: 4))
    let boxes = frames.flatMap(pictures)
    try #require(boxes.count == 1)
    expect(boxes[0], in: area)
    #expect(abs(boxes[0].width / boxes[0].height - size.width / size.height) < 0.001)
    // As large as there is room.
    #expect(boxes[0].width > 199 || boxes[0].height > 220)
    #expect(overset == 0)
  }

  @Test func aPictureFitsIntoTheColumnThatItsLineCameTo() throws {
    let areas = [
      Rect(x: 0, y: 0, width: 300, height: 60), Rect(x: 0, y: 100, width: 120, height: 70),
      Rect(x: 0, y: 200, width: 300, height: 300),
    ]
    let words = String(repeating: Texts.sentence, count: 2)
    let story = Story(items: [
      .paragraph(text(words, Size(width: 400, height: 400), " after."))
    ])
    let (frames, overset) = try set(story, areas.map { TextFrame($0) })
    for (frame, area) in zip(frames, areas) {
      for box in pictures(frame) { expect(box, in: area) }
    }
    #expect(frames.flatMap(pictures).count == 1 && overset == 0)
  }

  @Test func framesThatAreFarTooLowForAPictureDoNotSwallowIt() throws {
    let areas = [100.0, 20, 20].map { Rect(x: 0, y: 0, width: 300, height: $0) }
    let words = String(repeating: "word ", count: 500)
    let story = Story(items: [
      .paragraph(text(String(words.prefix(900)), Size(width: 300, height: 300)))
    ])
    let (frames, overset) = try set(story, areas.map { TextFrame($0) })
    #expect(frames.flatMap(pictures).count == 1 || overset > 0)
  }

  @Test func rowsOfATableGrowWithTheirPictures() throws {
    let area = Rect(x: 0, y: 0, width: 200, height: 400)
    let rows = (0..<3).map { row in
      [
        Table.Cell([text("", Size(width: 400, height: 200))]),
        Table.Cell([Texts.paragraph("row \(row)")]),
      ]
    }
    let head = [Table.Cell([Texts.paragraph("Picture")]), Table.Cell([Texts.paragraph("Text")])]
    let table = Table(rows: [head] + rows, headerRows: 1)
    let (frames, _) = try set(Story(items: [.table(table)]), [TextFrame(area), TextFrame(area)])
    let boxes = pictures(frames[0])
    try #require(boxes.count == 3)
    for box in boxes {
      expect(box, in: area)
      for letters in frames[0].lines.filter(\.attachments.isEmpty).flatMap(\.runBoxes).map(\.box) {
        let isBeside = letters.minX >= box.maxX || letters.maxX <= box.minX
        #expect(
          isBeside || letters.maxY <= box.minY + 3 || letters.minY >= box.maxY - 3,
          "\(letters) in \(box)")
      }
    }
    #expect(boxes[1].minY >= boxes[0].maxY && boxes[2].minY >= boxes[1].maxY)
    // A picture leaves the other column its words.
    #expect(boxes[0].width < 170 && boxes[0].width > 90)
  }

  @Test func aPictureInATableIsNoHigherThanAPage() throws {
    let area = Rect(x: 0, y: 0, width: 200, height: 150)
    let head = [Table.Cell([Texts.paragraph("Picture")])]
    let row = [Table.Cell([text("", Size(width: 100, height: 900))])]
    let table = Table(rows: [head, row], headerRows: 1)
    let (frames, overset) = try set(Story(items: [.table(table)]), [TextFrame(area)])
    let box = try #require(pictures(frames[0]).first)
    expect(box, in: area)
    #expect(overset == 0)
  }

  @Test func aPictureInANoteLeavesTheTextItsRoom() throws {
    let area = Rect(x: 0, y: 0, width: 200, height: 200)
    var call = AttributedText("Call", style: Texts.style())
    call.append(Attachment(.note("a"), width: 0, ascent: 0, descent: 0), style: Texts.style())
    let story = Story(
      items: [.paragraph(Paragraph(call, style: Texts.justified()))],
      notes: ["a": [text("", Size(width: 500, height: 500))]])
    let (frames, _) = try set(story, [TextFrame(area)])
    let box = try #require(
      frames[0].lines.filter { $0.kind == .note }.flatMap(\.attachments).first?.box)
    expect(box, in: area)
    #expect(box.height <= 100)
  }

  @Test func aPictureInAVerticalLineStandsUpright() throws {
    let area = Rect(x: 0, y: 0, width: 300, height: 300)
    var frame = TextFrame(area)
    frame.writingMode = .verticalRightToLeft
    let story = Story(items: [.paragraph(text("", Size(width: 40, height: 80)))])
    let (frames, _) = try set(story, [frame])
    let box = try #require(pictures(frames[0]).first)
    #expect(abs(box.width - 40) < 0.01 && abs(box.height - 80) < 0.01)
    expect(box, in: area)
  }
}
