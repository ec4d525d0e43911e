import RectoPageModel

/// Finds a paragraph's lines and their slots together: the place of a line determines its length,
/// and the lengths of lines determine their number and places.
struct ParagraphSetting {
  private(set) var prepared: PreparedParagraph
  private let flow: StoryFlow
  private let initial: InitialLetter?
  private(set) var lines: [Line] = []
  private(set) var slots: [Slot] = []
  private(set) var end: FlowState.Position
  /// The offset of the first line without a slot, in code units.
  private(set) var oversetOffset: Int?

  let pitch: Double
  /// The indent of the first line.
  let indent: Double
  /// The distance between the lines and the edges of their background.
  let padding: Double
  private let marginStart: Double
  private let marginEnd: Double
  private let fontSize: Double
  private var broken: [BrokenLine] = []
  private var breaks: Set<Int> = []
  private var extraHeights: [Int: Double] = [:]
  private var finder: SlotFinder?
  private var isExhausted = false

  /// The maximum number of attempts. Rules for widows and orphans may contradict one another; then
  /// the last attempt counts.
  private static let attempts = 8
  /// The minimum width of segments beside an exclusion that get text, in em.
  private static let narrowest = 4.0
  /// The same for justified text, which has large gaps in narrower segments.
  private static let narrowestJustified = 7.0
  /// The same in a column without wider segments.
  private static let least = 1.0
  /// The minimum height of the first part of a note that continues in the next column, in lines of text.
  private static let leastOfNote = 3.0

  init(_ flow: StoryFlow, _ prepared: PreparedParagraph, initial: InitialLetter?) {
    self.flow = flow
    self.prepared = prepared
    self.initial = initial
    pitch = prepared.pitch.points
    indent = prepared.paragraph.style.textIndent
    padding = max(0, prepared.paragraph.style.padding)
    marginStart = prepared.paragraph.style.marginInlineStart + padding
    marginEnd = prepared.paragraph.style.marginInlineEnd + padding
    fontSize = prepared.paragraph.text.runs.first?.style.fontSize ?? 10
    end = flow.state.position
  }

  /// The distance from a row's top to the line's baseline, or in vertical text to its central axis.
  func baseline(of slot: Slot, isVertical: Bool) -> Double {
    // The extra height of a row is added above its line.
    isVertical ? slot.height - pitch / 2 : slot.height - pitch + prepared.baselineInPitch
  }

  mutating func run() throws(PageError) {
    measureAttachments()
    var isSettled = false
    for _ in 0..<Self.attempts where !isSettled {
      findSlots()
      isSettled = !adjust()
    }
    if !isSettled { _ = collectNotes(min(broken.count, slots.count), evenWithoutRoom: true) }
    assemble()
    finish()
  }

  // MARK: Slots and breaks

  /// Finds slots for the lines and breaks the lines to fit the slots, until both agree.
  private mutating func findSlots() {
    slots = []
    isExhausted = false
    finder = makeFinder()
    var wanted = estimatedLines
    while true {
      while slots.count < wanted, !isExhausted { addRow() }
      broken = flow.typesetter.breaks(of: &prepared, widths: widths).lines
      // Lines beyond the last slot got its width; they are broken again once they have slots of
      // their own.
      if broken.count <= slots.count || isExhausted { break }
      wanted = broken.count + 1
    }
  }

  private mutating func addRow() {
    guard let row = finder?.nextRow() else {
      isExhausted = true
      return
    }
    let inOrder = prepared.isRightToLeft ? row.reversed() : row
    slots += inOrder.enumerated().map { index, slot in narrowed(slot, isFirst: index == 0) }
  }

  private func makeFinder() -> SlotFinder {
    let state = flow.state.position
    let style = prepared.paragraph.style
    let top = max(state.margin, style.marginTop)
    let rows = SlotFinder.Rows(
      pitch: pitch, extraHeights: extraHeights, breaks: breaks,
      baseline: prepared.baselineInPitch, usesGrid: style.alignsToBaselineGrid,
      minimumWidth: fontSize
        * (style.textAlign == .justify ? Self.narrowestJustified : Self.narrowest),
      leastWidth: fontSize * Self.least)
    let columns = SlotFinder.Columns(
      frames: flow.frames, noteHeights: { [end] in end.noteHeight($0) }, limits: flow.limits)
    let start = SlotFinder.Start(
      place: state.place, y: state.y + (state.isAtTop ? 0 : top) + padding, isAtTop: state.isAtTop)
    return SlotFinder(rows, in: columns, from: start)
  }

  private var estimatedLines: Int {
    let natural = prepared.pieces.reduce(0) { $0 + Int($1.width) }
    let column = flow.frames.column(flow.state.position.place)?.width ?? 100
    let width = max(column - marginStart - marginEnd, 10) * 65_536
    return min(max(2, Int(Double(natural) / width * 1.05) + 2), 10_000)
  }

  /// A slot without the paragraph's margins, its indent and its initial letter. Margins and indent
  /// leave room for at least one letter, so that text does not overflow a narrow column.
  private func narrowed(_ slot: Slot, isFirst: Bool) -> Slot {
    let most = max(0, slot.width - fontSize * Self.least)
    var start = min(marginStart + (slot.row == 0 && isFirst ? indent : 0), most)
    let end = min(marginEnd, most - max(0, start))
    if let initial, slot.row < initial.rows, isFirst { start += initial.width }
    var narrow = slot
    narrow.left += prepared.isRightToLeft ? end : start
    narrow.width = max(slot.width - start - end, 1)
    return narrow
  }

  private var widths: LineWidths {
    let all = slots.map { ScaledPoints($0.width) }
    guard let last = all.last else { return LineWidths(rest: ScaledPoints(100)) }
    // Equal widths at the end are merged, so that line breaking can ignore the line numbers there.
    let distinct = (all.lastIndex { $0 != last } ?? -1) + 1
    return LineWidths(first: Array(all[..<distinct]), rest: last)
  }

  // MARK: Rules

  /// Corrects lines at bad places; returns true if a correction requires another attempt.
  private mutating func adjust() -> Bool {
    let used = min(broken.count, slots.count)
    guard used > 0 else { return false }
    if let row = brokenRule(used) {
      // Later columns begin elsewhere if this one ends earlier.
      let later = breaks.filter { $0 > row }
      breaks.subtract(later)
      if breaks.insert(row).inserted || !later.isEmpty { return true }
    }
    return collectNotes(used)
  }

  /// The row before which a column should end to avoid widows and orphans.
  private func brokenRule(_ used: Int) -> Int? {
    let style = prepared.paragraph.style
    let rows = slots[used - 1].row + 1
    let first = slots[0].place
    let inFirst = slots[..<used].filter { $0.place == first }.last.map { $0.row + 1 } ?? rows
    let beginsAtTop = flow.state.position.isAtTop || breaks.contains(0)
    if !beginsAtTop, hangsOut(slots[0]) { return 0 }
    guard inFirst < rows else { return nil }
    if style.breakInside == .avoid, !beginsAtTop { return 0 }
    // An initial letter stands in one column with all lines beside it.
    let least = max(style.orphans, initial?.rows ?? 0)
    if inFirst < min(least, rows), !beginsAtTop { return 0 }
    let last = slots[used - 1].place
    let beforeLast = slots[..<used].last { $0.place != last }.map { $0.row + 1 } ?? 0
    guard rows - beforeLast < style.widows, broken.count <= slots.count else { return nil }
    let row = rows - style.widows
    // Keep enough lines in the column that they are not orphans themselves.
    return row >= style.orphans && row > 0 ? row : beginsAtTop ? nil : 0
  }

  /// True if an initial letter in this row reaches below its column and another column follows, even
  /// where the paragraph has fewer lines than the letter.
  private func hangsOut(_ row: Slot) -> Bool {
    guard let initial, let column = flow.frames.column(row.place) else { return false }
    let bottom = column.bottom - flow.state.position.noteHeight(row.place)
    return row.top + Double(initial.rows) * pitch > bottom + 0.01
      && flow.frames.place(after: row.place) != nil
  }

  /// Makes room for the notes that lines call; returns true if a line then has no room.
  private mutating func collectNotes(_ used: Int, evenWithoutRoom: Bool = false) -> Bool {
    guard prepared.hasNotes else { return false }
    let before = flow.state.position
    (end.notes, end.lostNoteWords) = (before.notes, before.lostNoteWords)
    var seen: Set<String> = []
    for index in 0..<used {
      let slot = slots[index]
      let notes = flow.notes(calledBy: prepared.notes(in: range(of: index)), seen: &seen)
      guard let column = flow.frames.column(slot.place) else { continue }
      let height = flow.height(of: notes, in: slot.place, at: end)
      var bottom = slot.top + slot.height
      let room = column.bottom - end.noteHeight(slot.place) - bottom
      // A note that is longer than a column begins where it is called, if some lines of it can.
      let isLong =
        height > column.bottom - column.top - slot.height && room > slot.height * Self.leastOfNote
      if height > room + 0.01, !evenWithoutRoom, !isLong, !beginsColumn(index) {
        (end.notes, end.lostNoteWords) = (before.notes, before.lostNoteWords)
        breaks.insert(slot.row)
        return true
      }
      if evenWithoutRoom {
        bottom =
          slots[..<used].filter { $0.place == slot.place }.map { $0.top + $0.height }.max()
          ?? bottom
      }
      flow.add(notes, in: slot.place, below: bottom, to: &end)
    }
    return false
  }

  /// True if no row is above that of a slot in its column. Beside an exclusion a row has several
  /// slots.
  private func beginsColumn(_ index: Int) -> Bool {
    let slot = slots[index]
    if breaks.contains(slot.row) { return true }
    guard let above = slots[..<index].last(where: { $0.row != slot.row }) else {
      let state = flow.state.position
      return state.isAtTop || slot.place != state.place
    }
    return above.place != slot.place
  }

  private func range(of line: Int) -> Range<Int> {
    prepared.range(ofLine: line, of: broken)
  }

  // MARK: Results

  /// The areas behind the lines, one for each column that they are in, in the coordinates of
  /// horizontal text.
  var backgrounds: [(place: FlowState.Place, box: Rect)] {
    var areas: [(place: FlowState.Place, box: Rect)] = []
    for slot in slots {
      guard let column = flow.frames.column(slot.place) else { continue }
      let style = prepared.paragraph.style
      let (left, right) =
        prepared.isRightToLeft
        ? (style.marginInlineEnd, style.marginInlineStart)
        : (style.marginInlineStart, style.marginInlineEnd)
      let box = Rect(
        x: column.left + left, y: slot.top - padding,
        width: max(0, column.width - left - right), height: slot.height + 2 * padding)
      if let last = areas.last, last.place == slot.place {
        areas[areas.count - 1].box = last.box.union(box)
      } else {
        areas.append((slot.place, box))
      }
    }
    return areas
  }

  private mutating func assemble() {
    var assembly = LineAssembly(prepared)
    let used = min(broken.count, slots.count)
    lines = (0..<used).map {
      assembly.line(
        broken[$0], width: ScaledPoints(slots[$0].width), isLast: $0 == broken.count - 1)
    }
    if used < broken.count { oversetOffset = range(of: used).lowerBound }
    slots.removeLast(slots.count - used)
  }

  private mutating func finish() {
    guard let last = slots.last else { return }
    end.place = last.place
    end.y = last.top + last.height + padding
    end.isAtTop = false
    end.margin = prepared.paragraph.style.marginBottom
    // The next item begins below initial letters that extend below the paragraph.
    if let initial, last.row + 1 < initial.rows {
      end.y += Double(initial.rows - last.row - 1) * pitch
    }
  }

  /// Makes lines higher whose attachments are higher than a line.
  private mutating func measureAttachments() {
    guard prepared.hasAttachments else { return }
    findSlots()
    for (index, slot) in zip(broken.indices, slots) {
      let extra = prepared.extraHeight(in: range(of: index))
      if extra > 0 { extraHeights[slot.row] = max(extraHeights[slot.row] ?? 0, extra) }
    }
  }

  // MARK: Pictures

  /// The text with its pictures reduced to the size of a column; nil if none is larger.
  func text(fitting place: FlowState.Place) -> AttributedText? {
    guard let column = flow.frames.column(place) else { return nil }
    var text = prepared.paragraph.text
    let room = Size(
      width: max(column.width - marginStart - marginEnd, 1), height: pictureHeight(in: column))
    return text.fitPictures(in: 0..<text.units.count, into: room) ? text : nil
  }

  /// The text with its pictures reduced to the size of the lines and columns in which they stand;
  /// nil if none is larger.
  func textFittingLines() -> AttributedText? {
    var text = prepared.paragraph.text
    var isChanged = false
    for (index, slot) in slots.enumerated() {
      guard let column = flow.frames.column(slot.place) else { continue }
      let room = Size(width: slot.width, height: pictureHeight(in: column))
      if text.fitPictures(in: range(of: index), into: room) { isChanged = true }
    }
    // Columns that are far too low for a picture are skipped.
    if let offset = oversetOffset, let height = lowestPicture,
      text.fitPictures(
        in: offset..<text.units.count, into: Size(width: .infinity, height: height))
    {
      isChanged = true
    }
    return isChanged ? text : nil
  }

  private func pictureHeight(in column: FrameGeometry.Column) -> Double {
    prepared.pictureHeight(inLineOf: column.bottom - column.top - 2 * padding)
  }

  /// The height of a picture in the lowest of the columns from here to the last.
  private var lowestPicture: Double? {
    sequence(first: flow.state.position.place) { [frames = flow.frames] in
      frames.place(after: $0)
    }.compactMap { flow.frames.column($0).map(pictureHeight) }.min()
  }
}
