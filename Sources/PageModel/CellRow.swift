/// The cells of a table that stand beside one another, in reading order.
package struct CellRow: Sendable {
  /// In points.
  package private(set) var boxes: [Rect] = []

  /// The least part of a cell's height that it shares with its row.
  private static let leastShare = 0.3

  package init() {}

  package var isEmpty: Bool { boxes.isEmpty }

  /// Adds a cell if it is the next one of the row: it stands on the same height as others, and further in the
  /// direction in which they follow one another.
  package mutating func add(_ cell: Rect) -> Bool {
    if let last = boxes.last {
      let row = boxes.reduce(last) { $0.union($1) }
      let shared = min(cell.maxY, row.maxY) - max(cell.minY, row.minY)
      guard shared > Self.leastShare * min(cell.height, row.height),
        isRightToLeft != true && cell.center.x > last.maxX
          || isRightToLeft != false && cell.center.x < last.minX
      else { return false }
    }
    boxes.append(cell)
    return true
  }

  /// Nil of a single cell.
  private var isRightToLeft: Bool? {
    boxes.count > 1 ? boxes[1].center.x < boxes[0].center.x : nil
  }
}
