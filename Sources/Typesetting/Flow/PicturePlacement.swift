import RectoPageModel

extension StoryFlow {
  /// Places a picture with its caption; gives its column.
  func place(_ picture: Picture) throws(PageError) -> FlowState.Place {
    guard picture.size.width > 0, picture.size.height > 0 else { return state.position.place }
    let measures = PictureMeasures(
      picture, typesetter: typesetter, item: state.item, start: starts[state.item])
    var seen: Set<String> = []
    let notes = notes(calledBy: picture.caption.flatMap(\.text.noteCalls), seen: &seen)
    let found = try startBlock(marginTop: picture.marginTop) { room throws(PageError) in
      BlockHeight(
        own: try measures.setting(in: room).height,
        notes: height(of: notes, in: room.place, at: state.position))
    }
    guard let room = found else { return state.position.place }
    let setting = try measures.setting(in: room)
    let box = Rect(
      x: room.left + (room.width - setting.size.width) / 2, y: room.top,
      width: setting.size.width, height: setting.size.height)
    put(box, .picture(picture.name), in: room.place)
    put(
      setting.caption, at: Point(x: room.left, y: room.top + setting.captionTop), in: room.place,
      kind: .caption)
    endBlock(
      room, height: setting.height, marginBottom: picture.marginBottom, notes: notes)
    return state.position.place
  }

  /// Places a line across the column; gives the column.
  func place(_ rule: Rule) throws(PageError) -> FlowState.Place {
    let found = try startBlock(marginTop: rule.marginTop) { _ throws(PageError) in
      BlockHeight(own: rule.thickness)
    }
    guard let room = found else { return state.position.place }
    put(
      Rect(x: room.left, y: room.top, width: room.width, height: rule.thickness),
      .fill(rule.color), in: room.place)
    endBlock(room, height: rule.thickness, marginBottom: rule.marginBottom)
    return state.position.place
  }
}

/// A picture with its caption in the rooms in which it is tried.
private final class PictureMeasures {
  struct Setting {
    /// The picture's, in the coordinates of horizontal text.
    var size: Size
    var caption: BlockSetting
    /// From the picture's top.
    var captionTop: Double
    var height: Double
  }

  private struct CaptionKey: Hashable {
    var width: Double
    var mostHeight: Double
    var isVertical: Bool
  }

  private static let captionGap = 4.0

  private let picture: Picture
  private let typesetter: Typesetter
  private let item: Int
  private let start: Int
  private var captions: [CaptionKey: BlockSetting] = [:]

  init(_ picture: Picture, typesetter: Typesetter, item: Int, start: Int) {
    self.picture = picture
    self.typesetter = typesetter
    self.item = item
    self.start = start
  }

  /// The picture in its proportion, no larger than its room.
  func setting(in room: BlockRoom) throws(PageError) -> Setting {
    let caption = try caption(in: room)
    let gap = picture.caption.isEmpty ? 0 : Self.captionGap
    // Along vertical lines lie the heights of upright pictures.
    let own =
      room.isVertical
      ? Size(width: picture.size.height, height: picture.size.width) : picture.size
    let most = max(room.mostHeight - caption.height - gap, 1)
    let factor = min(1, room.width / own.width, most / own.height)
    let size = Size(width: own.width * factor, height: own.height * factor)
    return Setting(
      size: size, caption: caption, captionTop: size.height + gap,
      height: size.height + gap + caption.height)
  }

  private func caption(in room: BlockRoom) throws(PageError) -> BlockSetting {
    let key = CaptionKey(
      width: room.width, mostHeight: room.mostHeight, isVertical: room.isVertical)
    if let known = captions[key] { return known }
    let made = try BlockSetting(
      picture.caption, width: room.width, pictureHeight: room.mostHeight / 2,
      typesetter: typesetter, item: item, start: start, isVertical: room.isVertical)
    captions[key] = made
    return made
  }
}
