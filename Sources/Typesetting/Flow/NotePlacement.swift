import RectoPageModel

/// A footnote's text, or the rest of it that goes on in another column.
struct NoteText {
  let settings: NoteSettings
  /// The lines in which earlier columns have its beginning; nil if none has.
  var beginning: (shape: NoteSettings.Shape, lines: Int)?
  /// True if an earlier column has the beginning of the whole note.
  var continues = false

  init(_ settings: NoteSettings) { self.settings = settings }

  /// The rest, which no column has yet.
  var paragraphs: [Paragraph] {
    guard let (shape, lines) = beginning, let block = settings.blocks[shape] else {
      return settings.paragraphs
    }
    return block.paragraphs(fromLine: lines)
  }
}

/// A footnote's text in the widths in which it was set, so that a long one is set once and not in
/// each of its columns.
final class NoteSettings {
  struct Shape: Hashable {
    var width: Double
    var pictureHeight: Double
    var isVertical: Bool
  }

  let paragraphs: [Paragraph]
  /// True if the height of its pictures depends on that of the column.
  let hasPictures: Bool
  fileprivate var blocks: [Shape: BlockSetting] = [:]

  init(_ paragraphs: [Paragraph]) {
    self.paragraphs = paragraphs
    hasPictures = paragraphs.contains(where: \.text.hasPictures)
  }
}

extension StoryFlow {
  /// The share of a column that stays free of notes from columns before it.
  private static let textShare = 0.3
  /// The number of consecutive columns without room for a note after which it is left out.
  private static let mostMisses = 20

  /// The notes that calls of the present item bring. `seen` has the calls before them.
  func notes(calledBy names: [String], seen: inout Set<String>) -> [NoteText] {
    names.filter { seen.insert($0).inserted }
      .flatMap { calls.notes(at: $0, in: state.item) }
      .compactMap { name in
        if let known = noteSettings[name] { return NoteText(known) }
        guard let paragraphs = story.notes[name] else { return nil }
        let made = NoteSettings(paragraphs)
        noteSettings[name] = made
        return NoteText(made)
      }
  }

  /// A note in the width of a foot: its text in the lines of a block, of which the first are in
  /// earlier columns. Nil if it cannot be set.
  private func setting(
    _ text: NoteText, in place: FlowState.Place, _ foot: NoteFoot
  ) -> (text: NoteText, block: BlockSetting, firstLine: Int)? {
    guard let column = frames.column(place) else { return nil }
    let shape = NoteSettings.Shape(
      width: foot.width,
      pictureHeight: text.settings.hasPictures ? (column.bottom - column.top) / 2 : .infinity,
      isVertical: isVertical(at: place))
    var text = text
    if let beginning = text.beginning, beginning.shape != shape {
      let continues = text.continues
      text = NoteText(NoteSettings(text.paragraphs))
      text.continues = continues
    }
    let firstLine = text.beginning?.lines ?? 0
    text.beginning = (shape, firstLine)
    if let known = text.settings.blocks[shape] { return (text, known, firstLine) }
    let made = try? BlockSetting(
      text.settings.paragraphs, width: shape.width, pictureHeight: shape.pictureHeight,
      typesetter: typesetter, item: state.item, start: starts[state.item],
      isVertical: shape.isVertical)
    guard let made else { return nil }
    text.settings.blocks[shape] = made
    return (text, made, firstLine)
  }

  /// A note as it will stand at the foot of a column, with the rest that has no room there.
  private func set(
    _ text: NoteText, in place: FlowState.Place, room: Double
  ) -> (note: FlowState.Note?, rest: NoteText?) {
    guard room > 0, let foot = noteFoot(in: place),
      let (set, block, firstLine) = setting(text, in: place, foot)
    else { return (nil, text) }
    let cut = block.lines(from: firstLine, fitting: room)
    let top = block.top(ofLine: firstLine)
    var lines = cut.lines.map { $0.placed(kind: .note, column: place.column, below: top) }
    if text.continues, !lines.isEmpty { lines[0].startsParagraph = false }
    let note =
      lines.isEmpty
      ? nil
      : FlowState.Note(
        lines: lines, height: cut.height,
        isRightToLeft: block.isRightToLeft(atLine: firstLine), foot: foot)
    guard cut.lines.endIndex < block.lines.count else { return (note, nil) }
    var rest = set
    rest.beginning?.lines = cut.lines.endIndex
    rest.continues = text.continues || !lines.isEmpty
    return (note, rest)
  }

  /// The height that notes add to those at the foot of a column.
  func height(
    of notes: [NoteText], in place: FlowState.Place, at position: FlowState.Position
  ) -> Double {
    guard !notes.isEmpty, let foot = noteFoot(in: place) else { return 0 }
    let blocks = notes.compactMap { setting($0, in: place, foot)?.block }
    guard blocks.contains(where: { !$0.lines.isEmpty }) else { return 0 }
    let gap = position.noteHeight(place) > 0 ? 0 : FootnoteArea.gap + foot.raise
    return blocks.reduce(gap) { $0 + $1.height }
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

  /// Adds the frames after the end of the story that contain only notes.
  func finishNotes() {
    for place in state.position.notes.keys {
      if state.content[place.frame] == nil { state.content[place.frame] = LaidOutFrame() }
      if state.position.place.isBefore(place) { state.position.place = place }
    }
  }
}
