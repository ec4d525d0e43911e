/// The cells of a table that stand beside one another, in reading order.
///
/// Sources that know their tables state the place of each cell. Otherwise a cell is one block, and the row is
/// found by the places of the blocks.
package struct CellRow: Sendable {
  /// The part that a block has in a row.
  package enum Part: Sendable {
    case nextCell
    /// A further paragraph of the last cell.
    case lastCell
  }

  /// In points.
  private var boxes: [Rect] = []
  /// The last cell; nil if the source does not state it.
  private var last: TableCell?

  /// The least part of a cell's height that it shares with its row.
  private static let leastShare = 0.3

  /// A row that begins with a block.
  package init(_ box: Rect, _ cell: TableCell?) {
    boxes = [box]
    last = cell
  }

  /// Adds a block if it is of the row, and returns its part there; else returns nil.
  package mutating func add(_ box: Rect, _ cell: TableCell?) -> Part? {
    let part: Part? =
      if let last, let cell {
        Self.part(of: cell, behind: last)
      } else {
        last == nil && cell == nil && isBeside(box) ? .nextCell : nil
      }
    switch part {
    case .nextCell: boxes.append(box)
    case .lastCell: boxes[boxes.count - 1] = boxes[boxes.count - 1].union(box)
    case nil: return nil
    }
    last = cell
    return part
  }

  /// True if a block may belong to the same table, as the source states or if it states no cells.
  package func isInTable(of cell: TableCell?) -> Bool {
    guard let last, let cell else { return (last == nil) == (cell == nil) }
    return last.isFollowed(by: cell)
  }

  private static func part(of cell: TableCell, behind last: TableCell) -> Part? {
    guard cell.table == last.table, cell.row == last.row, cell.index >= last.index else {
      return nil
    }
    return cell.index == last.index ? .lastCell : .nextCell
  }

  /// True if a cell stands on the same height as others, and further in the direction in which they follow one
  /// another.
  private func isBeside(_ cell: Rect) -> Bool {
    guard let last = boxes.last else { return true }
    let row = boxes.reduce(last) { $0.union($1) }
    let shared = min(cell.maxY, row.maxY) - max(cell.minY, row.minY)
    return shared > Self.leastShare * min(cell.height, row.height)
      && (isRightToLeft != true && cell.center.x > last.maxX
        || isRightToLeft != false && cell.center.x < last.minX)
  }

  /// Nil of a single cell.
  private var isRightToLeft: Bool? {
    boxes.count > 1 ? boxes[1].center.x < boxes[0].center.x : nil
  }
}
