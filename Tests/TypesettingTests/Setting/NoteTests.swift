import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Each note stands once, where it is called first.
@Suite struct NoteTests {
  /// A column of six lines.
  private static let low = TextFrame(Rect(x: 0, y: 0, width: 200, height: 80))

  private func notes(_ frames: [LaidOutFrame]) -> [String] {
    frames.flatMap { $0.strings(.note) }
  }

  /// The lines of text and of notes lie below one another, and end where the column does.
  private func expectRoom(
    _ frame: LaidOutFrame, in box: Rect, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = frame.lines.filter { $0.kind == .text || $0.kind == .tableCell }.map(\.origin.y)
    let notes = frame.lines.filter { $0.kind == .note }.map(\.origin.y)
    #expect(
      (notes.max() ?? 0) <= box.maxY && (text.max() ?? 0) < (notes.min() ?? box.maxY + 1),
      sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<14)
  func aNoteIsShownAndNoLineIsAloneWhereverItsCallStands(linesBefore: Int) throws {
    let words = Texts.sentence + Texts.sentence
    var items = (0..<linesBefore).map { _ in Story.Item.paragraph(Texts.paragraph("A.")) }
    items.append(.paragraph(Texts.calling("a", after: words)))
    items.append(.paragraph(Texts.paragraph("Next.")))
    let story = Story(items: items, notes: ["a": [Texts.paragraph("The note.")]])
    let frames = try Texts.set(story, in: Array(repeating: Self.low, count: 9))
    #expect(notes(frames) == ["The note."])
    let calling = frames.first { frame in
      frame.lines.contains { !$0.attachments.isEmpty }
    }
    #expect(calling?.strings(.note) == ["The note."])
    for frame in frames.dropLast() { #expect(frame.strings(.text).count > 1) }
    #expect(frames.flatMap { $0.strings(.text) }.last == "Next.")
  }

  @Test func aNoteThatIsCalledTwiceStandsAtItsFirstCall() throws {
    let story = Story(
      items: [
        .paragraph(Texts.calling("a", "a", after: "One")),
        .paragraph(Texts.calling("a", after: "Two")),
      ], notes: ["a": [Texts.paragraph("The note.")]])
    #expect(notes(try Texts.set(story, in: [Self.low])) == ["The note."])
  }

  @Test func theNotesOfCellsCaptionsAndNotesAreShown() throws {
    let table = Table(rows: [
      [Table.Cell([Texts.calling("cell", after: "Quay")])],
      [Table.Cell([Texts.calling("cell", after: "Bar")])],
    ])
    let picture = Picture(
      name: "wave", size: Size(width: 50, height: 20),
      caption: [Texts.calling("caption", after: "A wave")])
    let story = Story(
      items: [.table(table), .picture(picture)],
      notes: [
        "cell": [Texts.calling("inner", after: "Of a cell")], "inner": [Texts.paragraph("Inner.")],
        "caption": [Texts.calling("inner", after: "Of a caption")],
      ])
    let frame = TextFrame(Rect(x: 0, y: 0, width: 200, height: 200))
    let frames = try Texts.set(story, in: [frame])
    #expect(notes(frames).map { $0.filter(\.isLetter) } == ["Ofacell", "Inner", "Ofacaption"])
  }

  @Test func aRowStandsInTheColumnThatHasRoomForItsNotes() throws {
    for count in 1...4 {
      var rows = (0..<count).map { [Table.Cell([Texts.paragraph("Row \($0).")])] }
      rows.append([Table.Cell([Texts.calling("a", after: "Called.")])])
      let story = Story(
        items: [.table(Table(rows: rows))], notes: ["a": [Texts.paragraph(Texts.sentence)]])
      let frames = try Texts.set(story, in: [Self.low, Self.low])
      let called = frames.firstIndex { $0.strings(.tableCell).contains { $0.hasPrefix("Called.") } }
      #expect(called == frames.firstIndex { !$0.strings(.note).isEmpty })
      for frame in frames { expectRoom(frame, in: Self.low.box) }
    }
  }

  @Test(arguments: [0, 3])
  func aNoteLongerThanAColumnGoesOnInTheNext(linesBefore: Int) throws {
    let words = (0..<150).map { "n\($0)" }
    var items = (0..<linesBefore).map { _ in Story.Item.paragraph(Texts.paragraph("A.")) }
    items.append(.paragraph(Texts.calling("a", "b", after: Texts.sentence)))
    items.append(.paragraph(Texts.paragraph(Texts.sentence)))
    let story = Story(
      items: items,
      notes: [
        "a": [Texts.paragraph(words.joined(separator: " "))], "b": [Texts.paragraph("The last.")],
      ])
    let flow = try Texts.flow(story, in: Array(repeating: Self.low, count: 20))
    let frames = try (0..<20).compactMap { try flow.content(ofFrame: $0) }
    #expect(notes(frames).joined(separator: " ") == words.joined(separator: " ") + " The last.")
    #expect(try flow.oversetWords() == 0)
    for frame in frames { expectRoom(frame, in: Self.low.box) }
    // The rest of it is not a note of its own.
    let beginnings = frames.flatMap(\.lines).filter { $0.kind == .note && $0.startsParagraph }
    #expect(beginnings.count == 2)
  }

  /// A long note fills the feet of the next columns, or an area takes the tops of all, before a
  /// paragraph calls another.
  @Test(arguments: [30, 60, 90, 120, 150, 180, 210], [0.0, 30])
  func aNoteGoesOnWhereItsColumnHasNoRoom(words: Int, excluded: Double) throws {
    let frames = (0..<40).map { _ in
      var frame = Self.low
      if excluded > 0 {
        let area = Rect(x: 40, y: 0, width: 60, height: excluded)
        frame.exclusions = [TextExclusion(.rectangle(area))]
      }
      return frame
    }
    func text(_ name: String, _ count: Int) -> String {
      (0..<count).map { "\(name)\($0)" }.joined(separator: " ")
    }
    let story = Story(
      items: [
        .paragraph(Texts.calling("a", after: Texts.sentence)),
        .paragraph(Texts.calling("b", "c", after: "One line.")),
        .paragraph(Texts.calling("d", after: Texts.sentence)),
      ],
      notes: [
        "a": [Texts.paragraph(text("a", 240))], "b": [Texts.paragraph(text("b", words))],
        "c": [Texts.paragraph(text("c", 20))], "d": [Texts.paragraph(text("d", words))],
      ])
    let flow = try Texts.flow(story, in: frames)
    let contents = try frames.indices.compactMap { try flow.content(ofFrame: $0) }
    #expect(try flow.oversetWords() == 0)
    let all = [text("a", 240), text("b", words), text("c", 20), text("d", words)]
    #expect(
      notes(contents).flatMap { $0.split(separator: " ") }
        == all.joined(separator: " ").split(separator: " "))
    for content in contents { expectRoom(content, in: Self.low.box) }
  }

  /// In columns of one width a note is broken into lines once, whatever their number.
  @Test func aLongNoteIsSetOnceForEachWidth() throws {
    let words = (0..<900).map { "n\($0)" }
    let texts = [0..<600, 600..<900].map { words[$0].joined(separator: " ") }
    let story = Story(
      items: [.paragraph(Texts.calling("a", after: "One."))],
      notes: ["a": texts.map { Texts.paragraph($0) }])
    let wide = TextFrame(Rect(x: 0, y: 0, width: 300, height: 80))
    for (columns, settings) in [([Self.low], 1), ([Self.low, Self.low, Self.low, wide], 2)] {
      let frames = columns + Array(repeating: columns[columns.count - 1], count: 60)
      let contents = try Texts.set(story, in: frames)
      #expect(contents.count > 15)
      #expect(notes(contents).flatMap { $0.split(separator: " ").map(String.init) } == words)
      let lines = contents.flatMap(\.lines).filter { $0.kind == .note }
      for text in texts {
        let set = lines.map(\.paragraph).filter { text.hasSuffix($0.text.string) }
        #expect(Set(set.map(ObjectIdentifier.init)).count <= settings)
      }
    }
  }

  @Test func theWordsOfANoteWithoutAFrameAreCounted() throws {
    let words = (0..<150).map { "n\($0)" }.joined(separator: " ")
    let story = Story(
      items: [.paragraph(Texts.calling("a", after: "One"))], notes: ["a": [Texts.paragraph(words)]])
    let flow = try Texts.flow(story, in: [Self.low])
    let frame = try #require(try flow.content(ofFrame: 0))
    let shown = frame.strings(.note).flatMap { $0.split(separator: " ") }.count
    #expect(try flow.oversetWords() == 150 - shown && shown > 10)
    expectRoom(frame, in: Self.low.box)
  }

  /// Beside the area, or above one that leaves too little of the column.
  @Test(arguments: [100.0, 170])
  func notesKeepClearOfExclusionsAtTheFoot(width: Double) throws {
    var frame = TextFrame(Rect(x: 0, y: 0, width: 200, height: 200))
    let excluded = Rect(x: 0, y: 140, width: width, height: 60)
    frame.exclusions = [TextExclusion(.rectangle(excluded))]
    let story = Story(
      items: [.paragraph(Texts.calling("a", "b", after: Texts.sentence))],
      notes: ["a": [Texts.paragraph("A note of a few words.")], "b": [Texts.paragraph("Short.")]])
    let content = try #require(try Texts.set(story, in: [frame]).first)
    let notes = content.lines.filter { $0.kind == .note }
    #expect(notes.count > 1)
    for line in notes {
      #expect(width < 150 ? line.origin.x >= width - 0.01 : line.origin.y < 140)
      #expect(line.origin.x + line.line.width.points <= 200.01 && line.origin.y > 90)
    }
    expectRoom(content, in: frame.box)
  }

  @Test func theNotesOfTextWithoutAFrameAreCounted() throws {
    let story = Story(
      items: [
        .paragraph(Texts.calling("a", after: "One")),
        .picture(Picture(name: "wave", size: Size(width: 9, height: 79))),
        .paragraph(Texts.calling("a", "b", after: "Two")),
      ], notes: ["a": [Texts.paragraph("Short.")], "b": [Texts.paragraph("Three more words.")]])
    let flow = try Texts.flow(story, in: [Self.low])
    #expect(try flow.content(ofFrame: 0)?.strings(.note) == ["Short."])
    #expect(try flow.oversetWords() == 4)
  }

  @Test func smallTextAlongWordsIsSetInCellsCaptionsAndNotes() throws {
    var style = Texts.style(["IPAMincho"], language: "ja")
    style.ruby = "みなと"
    let base = Paragraph(AttributedText("港", style: style), style: ParagraphStyle())
    var call = AttributedText("夜", style: Texts.style(["IPAMincho"], language: "ja"))
    call.append(Attachment(.note("a"), width: 4, ascent: 5, descent: 0), style: Texts.style())
    let picture = Picture(name: "wave", size: Size(width: 50, height: 20), caption: [base])
    let story = Story(
      items: [
        .paragraph(Paragraph(call, style: ParagraphStyle())),
        .table(Table(rows: [[Table.Cell([base])]])), .picture(picture),
      ], notes: ["a": [base]])
    let frame = TextFrame(Rect(x: 0, y: 0, width: 200, height: 200))
    let lines = try #require(try Texts.set(story, in: [frame]).first).lines
    for kind in [LaidOutFrame.PlacedLine.Kind.tableCell, .caption, .note] {
      let index = try #require(lines.firstIndex { $0.kind == kind })
      let ruby = try #require(lines[index...].dropFirst().first { $0.kind == .ruby })
      #expect(ruby.line.string(of: ruby.paragraph.text) == "みなと")
      #expect((4...14).contains(lines[index].origin.y - ruby.origin.y))
    }
  }
}
