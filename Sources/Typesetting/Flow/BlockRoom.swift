import RectoPageModel

/// The room of an item that cannot be divided, such as a picture or a row of a table, in the
/// coordinates of horizontal text.
struct BlockRoom {
  var place: FlowState.Place
  var left: Double
  var width: Double
  var top: Double
  /// The height of the room, at most that of its column.
  var mostHeight: Double
  var isVertical: Bool
}

/// The height that an item needs.
struct BlockHeight {
  var own: Double
  /// The height that the notes that it calls add at the foot of its column.
  var notes = 0.0
}

extension StoryFlow {
  /// Measures an item in a room. A narrower room makes a picture lower, but may make a row of a
  /// table higher.
  typealias BlockMeasure = (BlockRoom) throws(PageError) -> BlockHeight

  /// The number of consecutive columns without room beside their exclusions after which an item is
  /// placed over them.
  private static let mostFailures = 3
  /// The heights of items that are tried in an empty column with exclusions, as shares of its own.
  private static let shares = [1, 0.7, 0.5, 0.35, 0.25]
  /// The number of columns ahead among which a higher one is looked for.
  private static let columnsAhead = 3

  /// Finds room for an item that cannot be divided, and moves there: in this column, beside or
  /// below its exclusions, or else in a later column. An item that is taller than its column
  /// exceeds it. An item that no column has room for is placed over the exclusions of the first
  /// empty column, so that columns do not stay empty.
  ///
  /// `above` is the room of the row above of the same table, below which it stands if it can.
  /// Returns nil if the frames end; the item is then the first without one.
  func startBlock(
    marginTop: Double, below above: BlockRoom? = nil, _ measure: BlockMeasure
  ) throws(PageError) -> BlockRoom? {
    var failures = 0
    /// The first empty column without room, or a later one that is higher.
    var first: (room: BlockRoom, position: FlowState.Position)?
    var searched: Set<FrameGeometry.Form> = []
    for _ in 0..<1000 {
      let place = state.position.place
      guard let geometry = frames.geometry(place.frame), let column = frames.column(place)
      else { break }
      let margin = state.position.isAtTop ? 0 : max(state.position.margin, marginTop)
      var whole = BlockRoom(
        place: place, left: column.left, width: column.width, top: state.position.y + margin,
        mostHeight: column.bottom - column.top, isVertical: isVertical(at: place))
      if let above, above.place == place { (whole.left, whole.width) = (above.left, above.width) }
      let foot = column.bottom - state.position.noteHeight(place) - (limits[place.frame] ?? 0)
      let isEmpty = state.position.isAtTop && state.position.noteHeight(place) == 0
      // Equal columns have equally little room.
      let isKnown = isEmpty && !searched.insert(geometry.form(of: place.column)).inserted
      if !isKnown, let room = try room(whole, in: geometry, column, to: foot, measure) {
        return room
      }
      if isEmpty {
        // Its notes may go on in the next column, and pictures become smaller beside exclusions.
        let alone: BlockMeasure = { room throws(PageError) in
          BlockHeight(own: try measure(room).own)
        }
        if !isKnown {
          for least in geometry.isPlain ? [1] : [Self.leastShare, Self.narrowestShare] {
            let room = try roomWithSmallerPictures(
              whole, in: geometry, column, leastShare: least, alone)
            if let room { return room }
          }
        }
        if !geometry.isPlain { whole.mostHeight *= Self.shares[Self.shares.count - 1] }
        if first.map({ isHigher(place, than: $0.room.place) }) ?? true {
          first = (whole, state.position)
        }
        if geometry.isPlain, !isBeforeHigherColumn(place) { return whole }
        failures += 1
        if failures >= Self.mostFailures { break }
      }
      if geometry.frame.overflows, first == nil, frames.isLast(place) { return whole }
      guard moveToNextColumn(&state) else { break }
    }
    if let first {
      state.position = first.position
      return first.room
    }
    state.overset = FlowState.Overset(item: state.item, offset: 0)
    return nil
  }

  /// The room of an item in an empty column, with its pictures as large as they can be there.
  private func roomWithSmallerPictures(
    _ whole: BlockRoom, in geometry: FrameGeometry, _ column: FrameGeometry.Column,
    leastShare: Double, _ measure: BlockMeasure
  ) throws(PageError) -> BlockRoom? {
    var whole = whole
    var last: Double?
    for share in geometry.isPlain ? [1] : Self.shares {
      whole.mostHeight = (column.bottom - column.top) * share
      // An item of the same height has no pictures that this makes smaller.
      let height = try measure(whole).own
      if height == last { continue }
      last = height
      let room = try room(
        whole, in: geometry, column, to: column.bottom, leastShare: leastShare, measure)
      if let room { return room }
    }
    return nil
  }

  /// The highest place in a column below the top of `whole` where an item finds room.
  private func room(
    _ whole: BlockRoom, in geometry: FrameGeometry, _ column: FrameGeometry.Column,
    to bottom: Double, leastShare: Double = StoryFlow.leastShare, _ measure: BlockMeasure
  ) throws(PageError) -> BlockRoom? {
    var room = whole
    while true {
      (room.left, room.width) = (whole.left, whole.width)
      var height = try measure(room)
      for _ in 0..<Self.mostWidths {
        let fits = room.top + height.own + height.notes <= bottom + Self.tolerance
        let end = min(room.top + height.own, max(bottom, room.top))
        let segment = geometry.segments(
          in: column, from: room.top, to: end, minimum: column.width * leastShare
        ).max { $0.width < $1.width }
        guard let segment else { break }
        if segment.holds(room) {
          if fits { return room }
          break
        }
        (room.left, room.width) = (segment.left, min(segment.width, room.width))
        height = try measure(room)
      }
      guard !geometry.isPlain else { return nil }
      room.top += max(height.own * Self.stepShare, Self.leastStep)
      guard room.top < bottom else { return nil }
    }
  }

  /// The error of sums of heights that is tolerated.
  private static let tolerance = 0.01
  /// The widths that are tried at one height, each narrower than the last.
  private static let mostWidths = 4
  /// The least width beside an exclusion, as a share of the column's, and the same in an empty column
  /// without wider room.
  private static let leastShare = 1.0 / 3
  private static let narrowestShare = 0.1
  /// From one height to the next, as a share of the item's own, and in points.
  private static let stepShare = 1.0 / 16
  private static let leastStep = 4.0

  private func isBeforeHigherColumn(_ place: FlowState.Place) -> Bool {
    var next = place
    for _ in 0..<Self.columnsAhead {
      guard let after = frames.place(after: next) else { return false }
      if isHigher(after, than: place) { return true }
      next = after
    }
    return false
  }

  private func isHigher(_ place: FlowState.Place, than other: FlowState.Place) -> Bool {
    func height(_ place: FlowState.Place) -> Double {
      frames.column(place).map { $0.bottom - $0.top } ?? 0
    }
    return height(place) > height(other)
  }

  /// Ends an item that stands in its room, with the notes that it calls.
  func endBlock(
    _ room: BlockRoom, height: Double, marginBottom: Double, notes: [NoteText] = []
  ) {
    endBlock(at: room.top + height, marginBottom: marginBottom)
    var position = state.position
    add(notes, in: room.place, below: position.y, to: &position)
    state.position = position
    guard let geometry = frames.geometry(room.place.frame), !geometry.frame.overflows,
      state.position.y > geometry.columns[room.place.column].bottom + 1
    else { return }
    let overhang = Overhang(frame: room.place.frame, item: state.item)
    if state.overhangs.last != overhang { state.overhangs.append(overhang) }
  }

  func endBlock(at y: Double, marginBottom: Double) {
    state.position.y = y
    state.position.isAtTop = false
    state.position.margin = marginBottom
  }

  func put(
    _ block: BlockSetting, at corner: Point, in place: FlowState.Place,
    kind: LaidOutFrame.PlacedLine.Kind, cell: TableCell? = nil
  ) {
    for line in block.lines {
      put(
        line.line, line.paragraph,
        at: Point(x: corner.x + line.origin.x, y: corner.y + line.origin.y), in: place,
        kind: line.ownKind ?? kind, isVertical: line.isVertical,
        startsParagraph: line.startsParagraph, cell: cell)
    }
  }

  /// Adds a box that is given in the coordinates of horizontal text.
  func put(_ box: Rect, _ content: LaidOutFrame.PlacedBox.Content, in place: FlowState.Place) {
    guard let geometry = frames.geometry(place.frame) else { return }
    state.content[place.frame, default: LaidOutFrame()].boxes.append(
      LaidOutFrame.PlacedBox(box: geometry.place(box), content: content))
  }

  func isVertical(at place: FlowState.Place) -> Bool {
    frames.geometry(place.frame)?.frame.writingMode.isVertical ?? false
  }
}

extension FrameGeometry.Segment {
  fileprivate func holds(_ room: BlockRoom) -> Bool {
    room.left >= left - 0.01 && room.left + room.width <= left + width + 0.01
  }
}
