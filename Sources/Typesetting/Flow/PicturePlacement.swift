import RectoPageModel

extension StoryFlow {
  /// Places a picture with its caption; gives its column.
  func place(_ picture: Picture) throws(PageError) -> FlowState.Place {
    guard let column = frames.column(state.position.place), picture.size.width > 0,
      picture.size.height > 0
    else { return state.position.place }
    let isVertical =
      frames.geometry(state.position.place.frame)?.frame.writingMode.isVertical ?? false
    let caption = try BlockSetting(
      picture.caption, width: column.width, pictureHeight: (column.bottom - column.top) / 2,
      typesetter: typesetter, item: state.item, start: starts[state.item], isVertical: isVertical)
    let gap = picture.caption.isEmpty ? 0 : Self.captionGap
    let room = max(column.bottom - column.top - caption.height - gap, 1)
    let factor = min(1, column.width / picture.size.width, room / picture.size.height)
    let size = Size(width: picture.size.width * factor, height: picture.size.height * factor)
    let height = size.height + gap + caption.height
    guard let top = startBlock(height: height, marginTop: picture.marginTop),
      let geometry = frames.geometry(state.position.place.frame),
      let column = frames.column(state.position.place)
    else { return state.position.place }
    let box = Rect(
      x: column.left + (column.width - size.width) / 2, y: top, width: size.width,
      height: size.height)
    state.content[state.position.place.frame, default: LaidOutFrame()].boxes.append(
      LaidOutFrame.PlacedBox(box: geometry.place(box), content: .picture(picture.name)))
    put(
      caption, at: Point(x: column.left, y: top + size.height + gap), kind: .caption)
    endBlock(at: top + height, marginBottom: picture.marginBottom)
    return state.position.place
  }

  private static let captionGap = 4.0

  /// Places a line across the column; gives the column.
  func place(_ rule: Rule) -> FlowState.Place {
    guard
      let top = startBlock(height: rule.thickness, marginTop: rule.marginTop),
      let geometry = frames.geometry(state.position.place.frame),
      let column = frames.column(state.position.place)
    else { return state.position.place }
    let box = Rect(x: column.left, y: top, width: column.width, height: rule.thickness)
    state.content[state.position.place.frame, default: LaidOutFrame()].boxes.append(
      LaidOutFrame.PlacedBox(box: geometry.place(box), content: .fill(rule.color)))
    endBlock(at: top + rule.thickness, marginBottom: rule.marginBottom)
    return state.position.place
  }

  /// Finds room for an item that cannot be divided: in this column or, if it is too tall, in the
  /// next. Returns its top; nil if there is no room.
  func startBlock(height: Double, marginTop: Double) -> Double? {
    for _ in 0..<1000 {
      guard let column = frames.column(state.position.place) else { break }
      let top =
        state.position.y + (state.position.isAtTop ? 0 : max(state.position.margin, marginTop))
      let bottom =
        column.bottom - state.position.noteHeight(state.position.place)
        - (limits[state.position.place.frame] ?? 0)
      if top + height <= bottom + 0.01
        || state.position.isAtTop && column.bottom - column.top >= height
      {
        return top
      }
      guard moveToNextColumn(&state) else { break }
      // One that no column has room for stands at the top of one and sticks out.
      if let next = frames.column(state.position.place), next.bottom - next.top < height {
        return next.top
      }
    }
    state.overset = FlowState.Overset(item: state.item, offset: 0)
    return nil
  }

  func endBlock(at y: Double, marginBottom: Double) {
    state.position.y = y
    state.position.isAtTop = false
    state.position.margin = marginBottom
  }

  func put(_ block: BlockSetting, at corner: Point, kind: LaidOutFrame.PlacedLine.Kind) {
    for line in block.lines {
      put(
        line.line, line.paragraph,
        at: Point(x: corner.x + line.origin.x, y: corner.y + line.origin.y),
        in: state.position.place,
        kind: line.isMarker ? .marker : kind, isVertical: line.isVertical,
        startsParagraph: line.startsParagraph)
    }
  }
}
