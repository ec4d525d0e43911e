import RectoPageModel

/// Moves the text of a frame that does not fill it to where the frame wants it.
struct BlockAligner {
  private let geometry: FrameGeometry

  init(_ geometry: FrameGeometry) { self.geometry = geometry }

  func align(_ content: inout LaidOutFrame, noteHeight: (Int) -> Double) {
    // Lines that follow a shape fit only where they are.
    guard geometry.frame.blockAlignment != .top, !geometry.frame.writingMode.isVertical,
      geometry.frame.shape == nil, geometry.frame.exclusions.isEmpty
    else { return }
    for (number, column) in geometry.columns.enumerated() {
      let lines = content.lines.indices.filter { content.lines[$0].column == number }
      let boxes = content.boxes.indices.filter { isIn(column, content.boxes[$0].box) }
      let bottom = max(
        lines.map { content.lines[$0].bottom }.max() ?? column.top,
        boxes.map { content.boxes[$0].box.maxY }.max() ?? column.top)
      let room = column.bottom - noteHeight(number) - bottom
      guard room > 0 else { continue }
      if geometry.frame.blockAlignment == .justify {
        spread(lines, room, &content)
      } else {
        let shift = geometry.frame.blockAlignment == .middle ? room / 2 : room
        for index in lines { content.lines[index].origin.y += shift }
        for index in boxes { content.boxes[index].box.y += shift }
      }
    }
  }

  private func isIn(_ column: FrameGeometry.Column, _ box: Rect) -> Bool {
    box.center.x >= column.left && box.center.x <= column.left + column.width
  }

  /// The more room between rows the further down they are, but none further from the one above than
  /// twice as far: a few lines in a large frame stay together.
  private func spread(_ lines: [Int], _ room: Double, _ content: inout LaidOutFrame) {
    let rows = Set(lines.map { content.lines[$0].origin.y }).sorted()
    guard rows.count > 1 else { return }
    let distances = zip(rows, rows.dropFirst()).map { $1 - $0 }
    let gap = min(room / Double(distances.count), distances.min() ?? 0)
    let shifts = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, gap * Double($0)) })
    for index in lines {
      content.lines[index].origin.y += shifts[content.lines[index].origin.y] ?? 0
    }
  }
}

extension LaidOutFrame.PlacedLine {
  /// The lower end of its letters, in horizontal text.
  var bottom: Double { origin.y + line.descent.points }
}
