import RectoPageModel

/// A table on a page, as a reader sees it.
struct FoundTable {
  struct Cell {
    /// From 0, in reading order.
    var column: Int
    /// Pieces of words, by index.
    var words: [Int]
  }

  /// From top to bottom, the cells of each in reading order.
  let rows: [[Cell]]

  /// Rows of words by column, from the left; columns of right-to-left text are read from the right.
  init(_ rows: [[Int: [Int]]], in text: FoundText) {
    let columnCount = (rows.flatMap(\.keys).max() ?? 0) + 1
    let isRightToLeft = text.isRightToLeft(rows.flatMap { $0.values.joined() })
    self.rows = rows.map { row in
      row.map { column, words in
        Cell(column: isRightToLeft ? columnCount - 1 - column : column, words: words)
      }.sorted { $0.column < $1.column }
    }
  }

  var words: [Int] { rows.joined().flatMap(\.words) }
}
