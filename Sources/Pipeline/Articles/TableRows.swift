import RectoPageModel

/// Finds the columns of a table by the places of its cells, since sources tag cells and not columns.
///
/// The row with the most cells has the columns. Rows whose cells do not fit them stay paragraphs. A
/// cell over several columns is in the first of them, and the first row is the head, because
/// sources do not say which one is.
enum TableRows {
  /// Cells beside one another.
  struct Row {
    let page: Int
    let cells: [(firstRun: Int, box: Rect)]
    /// The number of runs of all cells.
    let runCount: Int
  }

  /// The rows of tables, nil for those that are in none.
  static func rows(of rows: [Row]) -> [Article.TableRow?] {
    if let table = table(rows) { return table }
    // A table may go on in other columns on the next page.
    var result: [Article.TableRow?] = []
    var start = 0
    while start < rows.count {
      let end = rows[start...].firstIndex { $0.page != rows[start].page } ?? rows.count
      let ofPage = Array(rows[start..<end])
      result += table(ofPage) ?? Array(repeating: nil, count: ofPage.count)
      start = end
    }
    return result
  }

  private static func table(_ rows: [Row]) -> [Article.TableRow?]? {
    guard rows.count > 1, let widest = rows.max(by: { $0.cells.count < $1.cells.count }),
      widest.cells.count > 1
    else { return nil }
    var columns = widest.cells.map { $0.box.minX...$0.box.maxX }
    var places: [[Int]] = []
    for row in rows {
      var ofRow: [Int] = []
      for cell in row.cells {
        let rest = (ofRow.last ?? -1) + 1..<columns.count
        guard let column = column(of: cell.box, among: rest, in: &columns) else { return nil }
        ofRow.append(column)
      }
      places.append(ofRow)
    }
    return zip(rows, places).enumerated().map { index, pair in
      let (row, columnsOfRow) = pair
      let ends = row.cells.dropFirst().map(\.firstRun) + [row.runCount]
      return Article.TableRow(
        beginsTable: index == 0, columnCount: columns.count,
        cells: zip(zip(row.cells, ends), columnsOfRow).map { cell, column in
          Article.TableRow.Cell(column: column, runs: cell.0.firstRun..<cell.1)
        })
    }
  }

  /// The first column that a cell overlaps, in reading order, else the nearest one. A cell that is in
  /// one column only makes that as wide as itself.
  private static func column(
    of box: Rect, among candidates: Range<Int>, in columns: inout [ClosedRange<Double>]
  ) -> Int? {
    let range = box.minX...box.maxX
    let touched = candidates.filter { columns[$0].overlaps(range) }
    if touched.count == 1 {
      let column = columns[touched[0]]
      columns[touched[0]] =
        min(column.lowerBound, range.lowerBound)...max(column.upperBound, range.upperBound)
    }
    return touched.first
      ?? candidates.min { distance(columns[$0], range) < distance(columns[$1], range) }
  }

  private static func distance(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> Double {
    max(a.lowerBound - b.upperBound, b.lowerBound - a.upperBound)
  }
}
