/// The place of a cell in its table, as the source states it.
public struct TableCell: Sendable, Hashable {
  /// The number of the table in its text, the same on all pages that the table is on.
  public var table: Int
  /// The number of the row in the table. A head that is repeated on another page keeps its
  /// numbers.
  public var row: Int
  /// The number of the cell in its row, in reading order.
  public var index: Int

  public init(table: Int, row: Int, index: Int) {
    self.table = table
    self.row = row
    self.index = index
  }

  /// True if the other cell is of the same table, in this row or in one below it.
  package func isFollowed(by next: TableCell) -> Bool {
    table == next.table && row <= next.row
  }
}
