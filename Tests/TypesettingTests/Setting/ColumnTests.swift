import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Items that share a column with text: notes, pictures, initial letters.
@Suite struct ColumnTests {
  private static let box = Rect(x: 30, y: 40, width: 300, height: 400)

  private func frames(
    _ story: Story, _ change: (inout TextFrame) -> Void = { _ in }
  ) throws -> [LaidOutFrame] {
    var template = TextFrame(Self.box)
    change(&template)
    let made = template
    let flow = StoryFlow(story, typesetter: try Texts.typesetter()) { $0 < 10 ? made : nil }
    var frames: [LaidOutFrame] = []
    while frames.count < 10, let frame = try flow.content(ofFrame: frames.count) {
      frames.append(frame)
    }
    return frames
  }

  /// A paragraph that calls a note behind its words.
  private func call(_ words: String, _ notes: String...) -> Paragraph {
    var text = AttributedText(words, style: Texts.style())
    for note in notes {
      text.append(
        Attachment(.note(note), width: 4, ascent: 5, descent: 0), style: Texts.style())
    }
    return Paragraph(text, style: Texts.justified())
  }

  // MARK: Notes

  @Test func notesOfAColumnStandBelowOneAnother() throws {
    let story = Story(
      items: [.paragraph(call("One and two", "a", "b"))],
      notes: ["a": [Texts.paragraph("The first.")], "b": [Texts.paragraph("The second.")]])
    let notes = try frames(story)[0].lines.filter { $0.kind == .note }
    try #require(notes.count == 2)
    #expect(notes[1].origin.y - notes[0].origin.y >= 10)
  }

  @Test func textLeavesTheRoomOfANoteThatItCallsLast() throws {
    // However many lines stand above the call.
    for count in 24...31 {
      var items = (0..<count).map { Story.Item.paragraph(Texts.paragraph("Line \($0).")) }
      items.append(.paragraph(call("The call", "a")))
      let note = Texts.paragraph(Texts.sentence)
      for frame in try frames(Story(items: items, notes: ["a": [note]])) {
        guard let first = frame.lines.first(where: { $0.kind == .note }) else { continue }
        let text = frame.lines.filter { $0.kind == .text }
        #expect(text.allSatisfy { $0.origin.y < first.origin.y - 10 }, "\(count) lines")
      }
    }
  }

  @Test func theStartMarginOfARightToLeftNoteIsAtTheRight() throws {
    var style = ParagraphStyle()
    style.marginInlineStart = 40
    let arabic = Texts.style(["Amiri"], language: "ar")
    let story = Story(
      items: [.paragraph(call("The call", "a"))],
      notes: ["a": [Texts.paragraph("مرحبا بكم في الميناء", style, arabic)]])
    let note = try #require(try frames(story)[0].lines.first { $0.kind == .note })
    let right = note.origin.x + note.line.width.points
    #expect(abs(right - (Self.box.maxX - 40)) < 0.01)
  }

  // MARK: Breaks and pictures

  @Test func aPageBreakLeavesTheOtherColumnsEmpty() throws {
    var style = Texts.justified()
    style.breakBefore = .page
    let story = Story(items: [
      .paragraph(Texts.paragraph("One.")), .paragraph(Texts.paragraph("Two.", style)),
    ])
    let frames = try frames(story) { $0.columns = 2 }
    try #require(frames.count == 2)
    #expect(frames[0].lines.map(\.column) == [0])
    #expect(frames[1].lines.map(\.column) == [0])
  }

  @Test func aTallPictureIsNoTallerThanItsColumn() throws {
    let picture = Picture(
      name: "mast", size: Size(width: 100, height: 2000), caption: [Texts.paragraph("The mast.")])
    let frame = try frames(Story(items: [.picture(picture)]))[0]
    let box = try #require(frame.boxes.first { $0.content == .picture("mast") }).box
    let caption = try #require(frame.lines.first { $0.kind == .caption })
    #expect(box.height < 400 && box.height > 350)
    #expect(abs(box.height / box.width - 20) < 0.01)
    #expect(caption.origin.y > box.maxY && caption.origin.y < Self.box.maxY)
  }

  // MARK: Initial letters

  private func initial(_ text: String) throws -> [LaidOutFrame] {
    var style = Texts.justified()
    style.initialLetter = .init(lines: 3)
    return try frames(
      Story(items: [.paragraph(Texts.paragraph(text + Texts.sentence, style))]))
  }

  @Test func theSpaceBehindAnInitialLetterIsInItsGap() throws {
    let frame = try initial("A quay lies still. ")[0]
    let line = try #require(frame.lines.first { $0.kind == .text })
    #expect(line.paragraph.text.string.hasPrefix("quay"))
    #expect(line.paragraph.start == 2)
    let words = PageText([frame]).blocks[0].lines[0].words
    #expect(words[0].text == "A" && !words[0].joinsNext)
    // A PDF has it, so that the words are apart.
    let initial = try #require(frame.lines.first { $0.kind == .initial })
    let glyphs = try #require(initial.line.runs.last).glyphs
    #expect(glyphs.count == 2 && glyphs[1].x == initial.line.width.rawValue)
  }

  @Test func anInitialLetterIsAPartOfItsWord() throws {
    let words = PageText(try initial("Paragraphs begin. ")).blocks[0].lines[0].words
    #expect(words[0].text == "P" && words[0].joinsNext)
    #expect(words[1].text == "aragraphs")
  }

  @Test(arguments: ["Short.", Texts.sentence + Texts.sentence])
  func anInitialLetterStandsInOneColumnWithTheLinesBesideIt(text: String) throws {
    var style = Texts.justified()
    style.initialLetter = .init(lines: 3)
    for count in 0...30 {
      var items = (0..<count).map { Story.Item.paragraph(Texts.paragraph("Line \($0).")) }
      items.append(.paragraph(Texts.paragraph(text, style)))
      for frame in try frames(Story(items: items)) {
        guard let initial = frame.lines.first(where: { $0.kind == .initial }) else { continue }
        #expect(initial.origin.y < Self.box.maxY, "\(count) lines")
      }
    }
  }

  // MARK: Words

  @Test(arguments: [(0.0, "tide. Then"), (4.0, "tide . Then")])
  func whatANoteHangsOnPartsNoWord(width: Double, expected: String) throws {
    var text = AttributedText("tide", style: Texts.style())
    text.append(Attachment(.note("a"), width: width, ascent: 0, descent: 0), style: Texts.style())
    text.append(". Then", style: Texts.style())
    var story = Story(items: [.paragraph(Paragraph(text, style: Texts.justified()))])
    story.notes["a"] = [Texts.paragraph("The note.")]
    #expect(PageText(try frames(story)).blocks[0].lines[0].plain == expected)
  }

  @Test func theBoxOfAPartedWordHoldsItsHyphen() throws {
    let story = Story(
      items: [.paragraph(Texts.paragraph(String(repeating: Texts.sentence, count: 3)))])
    let text = PageText(
      try frames(story) {
        $0.columns = 3
        $0.columnGap = 15
      })
    let divided = text.blocks.flatMap(\.lines).compactMap(\.words.last)
      .filter { $0.text.hasSuffix("\u{AD}") }
    #expect(divided.count > 2)
    for word in divided {
      let hyphen = try #require(word.glyphs.last)
      #expect(hyphen.width > 1 && word.box.maxX >= hyphen.maxX - 0.01)
    }
  }

  @Test func theLettersOfARightToLeftLigatureStandFromRightToLeft() throws {
    // Amiri draws the two as two glyphs.
    let arabic = Texts.style(["DejaVu Sans"], language: "ar")
    let story = Story(items: [.paragraph(Texts.paragraph("لا", ParagraphStyle(), arabic))])
    let word = try #require(PageText(try frames(story)).blocks[0].lines[0].words.first)
    try #require(word.text == "لا" && word.glyphs.count == 2)
    #expect(word.glyphs[0].minX >= word.glyphs[1].maxX - 0.01)
  }
}
