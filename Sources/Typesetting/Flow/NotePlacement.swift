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
    guard let column = frames.column(place), let foot = noteFoot(in: place)
    else { return (nil, text) }
    // A note that cannot be set is left out.
    guard
      let block = try? BlockSetting(
        text.paragraphs, width: foot.width, pictureHeight: (column.bottom - column.top) / 2,
        typesetter: typesetter, item: state.item, start: starts[state.item],
        isVertical: isVertical(at: place))
    else { return (nil, nil) }
    let cut = block.cut(at: room)
    var lines = cut.lines.map { $0.placed(kind: .note, column: place.column) }
    if text.continues, !lines.isEmpty { lines[0].startsParagraph = false }
    let note = FlowState.Note(
      lines: lines, height: cut.height, isRightToLeft: block.isRightToLeft, foot: foot)
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
    let set = notes.compactMap { self.set($0, in: place).note }
    guard let first = set.first else { return 0 }
    let gap = position.noteHeight(place) > 0 ? 0 : FootnoteArea.gap + first.foot.raise
    return set.reduce(gap) { $0 + $1.height }
  }

  /// The place of notes in a column: at its end, beside or else above what text keeps clear of there.
  private func noteFoot(in place: FlowState.Place) -> NoteFoot? {
    guard let geometry = frames.geometry(place.frame), let column = frames.column(place)
    else { return nil }
    let whole = NoteFoot(left: column.left, width: column.width)
    guard !geometry.isPlain else { return whole }
    for raise in stride(from: 0, to: (column.bottom - column.top) / 2, by: Self.raiseStep) {
      let bottom = column.bottom - raise
      let segment = geometry.segments(
        in: column, from: max(bottom - Self.footHeight, column.top), to: bottom,
        minimum: column.width * Self.leastFoot
      ).max { $0.width < $1.width }
      if let segment {
        return NoteFoot(left: segment.left, width: segment.width, raise: raise)
      }
    }
    return whole
  }

  /// The height that must be free for notes, in points, and the least width, as a share of the
  /// column's.
  private static let footHeight = 36.0
  private static let leastFoot = 1.0 / 3
  private static let raiseStep = 4.0

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
        let known = position.noteHeight(place)
        let foot =
          known > 0 ? known : FootnoteArea.gap + (noteFoot(in: place)?.raise ?? 0)
        let room = column.bottom - foot - top
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
      guard let notes = state.position.notes[place], let foot = notes.first?.foot
      else { continue }
      var y = column.bottom - state.position.noteHeight(place)
      // Above the beginning of the first note's text, and in its color.
      let width = min(FootnoteArea.ruleWidth, foot.width)
      let rule = Rect(
        x: foot.left + (notes[0].isRightToLeft ? foot.width - width : 0),
        y: y + FootnoteArea.gap / 2, width: width, height: FootnoteArea.ruleThickness)
      let color = notes[0].lines.first?.paragraph.text.runs.first?.style.color ?? .black
      content.boxes.append(
        LaidOutFrame.PlacedBox(box: geometry.place(rule), content: .fill(color)))
      y += FootnoteArea.gap
      for note in notes {
        for var line in note.lines {
          line.origin = geometry.place(
            Point(x: foot.left + line.origin.x, y: y + line.origin.y))
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
