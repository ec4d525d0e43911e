import RectoPageModel

/// Moves the text of a frame that does not fill it to where the frame wants it.
struct BlockAligner {
  private let geometry: FrameGeometry

  init(_ geometry: FrameGeometry) { self.geometry = geometry }

  func align(_ content: inout LaidOutFrame, noteHeight: (Int) -> Double) {
    // Lines that follow a shape fit only where they are.
    guard geometry.frame.blockAlignment != .top, !geometry.frame.writingMode.isVertical,
      geometry.frame.shape == nil, !geometry.hasExclusionInside
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
        spread(lines, boxes, room, &content)
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

  /// Lines and boxes that move together: a row of text, a picture, or an area with the lines on it.
  private struct Row {
    var top: Double
    var bottom: Double
    var lines: [Int] = []
    var boxes: [Int] = []
  }

  /// The more room between rows the further down they are, but none further from the one above than
  /// twice as far: a few lines in a large frame stay together.
  private func spread(
    _ lines: [Int], _ boxes: [Int], _ room: Double, _ content: inout LaidOutFrame
  ) {
    let rows = rows(lines, boxes, content)
    guard rows.count > 1 else { return }
    let distances = zip(rows, rows.dropFirst()).map { $1.bottom - $0.bottom }
    let gap = min(room / Double(distances.count), max(distances.min() ?? 0, 0))
    for (number, row) in rows.enumerated() {
      for index in row.lines { content.lines[index].origin.y += gap * Double(number) }
      for index in row.boxes { content.boxes[index].box.y += gap * Double(number) }
    }
  }

  /// From the top.
  private func rows(_ lines: [Int], _ boxes: [Int], _ content: LaidOutFrame) -> [Row] {
    var rows: [Row] = []
    for index in boxes.sorted(by: { content.boxes[$0].box.y < content.boxes[$1].box.y }) {
      let box = content.boxes[index].box
      if let last = rows.last, box.minY < last.bottom - Self.tolerance {
        rows[rows.count - 1].bottom = max(last.bottom, box.maxY)
        rows[rows.count - 1].boxes.append(index)
      } else {
        rows.append(Row(top: box.minY, bottom: box.maxY, boxes: [index]))
      }
    }
    // Areas lie above one another now; a line is on the one in which its letters have their middle.
    let areas = rows
    var byBaseline: [Double: Int] = [:]
    for index in lines {
      let line = content.lines[index]
      let middle = line.origin.y - line.line.ascent.points / 3
      if let area = areas.firstIndex(where: { $0.top <= middle && middle < $0.bottom }) {
        rows[area].lines.append(index)
      } else if let row = byBaseline[line.origin.y] {
        rows[row].lines.append(index)
      } else {
        byBaseline[line.origin.y] = rows.count
        rows.append(Row(top: line.origin.y, bottom: line.origin.y, lines: [index]))
      }
    }
    return rows.sorted { $0.bottom < $1.bottom }
  }

  /// The error of sums of heights that is tolerated.
  private static let tolerance = 0.01
}

extension LaidOutFrame.PlacedLine {
  /// The lower end of its letters, in horizontal text.
  var bottom: Double { origin.y + line.descent.points }
}
