import RectoPageModel

/// A footnote's text, or the rest of it that goes on in another column.
struct NoteText {
  var paragraphs: [Paragraph]
  /// True if an earlier column has its beginning.
  var continues = false
}

extension StoryFlow {
  /// The share of a column that stays free of notes from columns before it.
  private static let textShare = 0.3
  /// Columns in a row that have no room for a note, after which it is left out.
  private static let mostMisses = 20

  /// The notes that calls of the present item bring. `seen` has the calls before them.
  func notes(calledBy names: [String], seen: inout Set<String>) -> [NoteText] {
    names.filter { seen.insert($0).inserted }
      .flatMap { calls.notes(at: $0, in: state.item) }
      .compactMap { story.notes[$0].map { NoteText(paragraphs: $0) } }
  }

  /// A note as it will stand at the foot of a column, with the rest that has no room there.
  func set(
    _ text: NoteText, in place: FlowState.Place, room: Double = .infinity
  ) -> (note: FlowState.Note?, rest: NoteText?) {
    guard let column = frames.column(place) else { return (nil, text) }
    // A note that cannot be set is left out.
    guard
      let block = try? BlockSetting(
        text.paragraphs, width: column.width, pictureHeight: (column.bottom - column.top) / 2,
        typesetter: typesetter, item: state.item, start: starts[state.item],
        isVertical: isVertical(at: place))
    else { return (nil, nil) }
    let cut = block.cut(at: room)
    var lines = cut.lines.map { $0.placed(kind: .note, column: place.column) }
    if text.continues, !lines.isEmpty { lines[0].startsParagraph = false }
    let note = FlowState.Note(
      lines: lines, height: cut.height, isRightToLeft: block.isRightToLeft)
    return (
      lines.isEmpty ? nil : note,
      cut.rest.isEmpty
        ? nil : NoteText(paragraphs: cut.rest, continues: text.continues || !lines.isEmpty)
    )
  }

  /// The height that notes add to those at the foot of a column.
  func height(
    of notes: [NoteText], in place: FlowState.Place, at position: FlowState.Position
  ) -> Double {
    let heights = notes.compactMap { set($0, in: place).note?.height }
    guard !heights.isEmpty else { return 0 }
    let gap = position.noteHeight(place) > 0 ? 0 : FootnoteArea.gap
    return heights.reduce(gap, +)
  }

  /// Adds notes at the foot of a column, below `y`. What has no room there goes on at the feet of
  /// the next columns, and is counted as left over where none has room.
  func add(
    _ notes: [NoteText], in first: FlowState.Place, below y: Double,
    to position: inout FlowState.Position
  ) {
    // Behind what earlier notes have left for later columns.
    var place = position.notes.keys.reduce(first) { $0.isBefore($1) ? $1 : $0 }
    for note in notes {
      var rest: NoteText? = note
      var misses = 0
      while let text = rest, let column = frames.column(place) {
        let top =
          place == first ? y : column.top + (column.bottom - column.top) * Self.textShare
        let gap = position.noteHeight(place) > 0 ? 0 : FootnoteArea.gap
        let room = column.bottom - position.noteHeight(place) - gap - top
        let (set, remaining) = set(text, in: place, room: room)
        if let set { position.notes[place, default: []].append(set) }
        misses = set == nil ? misses + 1 : 0
        rest = remaining
        guard let remaining else { break }
        guard misses < Self.mostMisses, let next = frames.place(after: place) else {
          position.lostNoteWords += remaining.paragraphs.reduce(0) { $0 + $1.text.words(from: 0) }
          break
        }
        place = next
      }
    }
  }

  /// A frame as it is handed out: with its notes, and its text where it should lie.
  func finished(_ content: LaidOutFrame, _ number: Int) -> LaidOutFrame {
    guard let geometry = frames.geometry(number) else { return content }
    var content = content
    BlockAligner(geometry).align(
      &content,
      noteHeight: { [state] column in
        state.position.noteHeight(FlowState.Place(frame: number, column: column))
      })
    for (index, column) in geometry.columns.enumerated() {
      let place = FlowState.Place(frame: number, column: index)
      guard let notes = state.position.notes[place], !notes.isEmpty else { continue }
      var y = column.bottom - state.position.noteHeight(place)
      // Above the beginning of the first note's text, and in its color.
      let width = min(FootnoteArea.ruleWidth, column.width)
      let rule = Rect(
        x: column.left + (notes[0].isRightToLeft ? column.width - width : 0),
        y: y + FootnoteArea.gap / 2, width: width, height: FootnoteArea.ruleThickness)
      let color = notes[0].lines.first?.paragraph.text.runs.first?.style.color ?? .black
      content.boxes.append(
        LaidOutFrame.PlacedBox(box: geometry.place(rule), content: .fill(color)))
      y += FootnoteArea.gap
      for note in notes {
        for var line in note.lines {
          line.origin = geometry.place(
            Point(x: column.left + line.origin.x, y: y + line.origin.y))
          content.lines.append(line)
        }
        y += note.height
      }
    }
    return content
  }

  /// Makes the frames that have notes and no text, behind the end of the story.
  func finishNotes() {
    for place in state.position.notes.keys {
      if state.content[place.frame] == nil { state.content[place.frame] = LaidOutFrame() }
      if state.position.place.isBefore(place) { state.position.place = place }
    }
  }
}
