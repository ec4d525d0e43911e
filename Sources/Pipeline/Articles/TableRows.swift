import RectoPageModel

/// Finds the columns of a table by the positions of its cells, since sources tag only cells.
///
/// The row with the most cells defines the columns. Rows that are read in another direction stay
/// paragraphs. A cell that spans several columns belongs to the first of them. The first row is the
/// header, because sources do not say which one is.
enum TableRows {
  /// Cells beside one another.
  struct Row {
    let page: Int
    let cells: [(firstRun: Int, box: Rect)]
    /// The number of runs of all cells.
    let runCount: Int
  }

  /// The share of cells outside of their columns beyond which rows of several pages are several
  /// tables.
  private static let mostMisfits = 0.2

  /// The table row of each row; nil for a row that is not in a table. `isOneTable` is true if the
  /// source states that all rows belong to one table, even on several pages.
  static func rows(of rows: [Row], isOneTable: Bool) -> [Article.TableRow?] {
    let isCertain = isOneTable || rows.allSatisfy { $0.page == rows[0].page }
    if let table = table(rows, isCertain: isCertain) {
      return table
    }
    // A table may go on in other columns on the next page.
    var result: [Article.TableRow?] = []
    var start = 0
    while start < rows.count {
      let end = rows[start...].firstIndex { $0.page != rows[start].page } ?? rows.count
      let ofPage = Array(rows[start..<end])
      result += table(ofPage, isCertain: true) ?? Array(repeating: nil, count: ofPage.count)
      start = end
    }
    return result
  }

  private static func table(_ rows: [Row], isCertain: Bool) -> [Article.TableRow?]? {
    guard rows.count > 1, let widest = rows.max(by: { $0.cells.count < $1.cells.count }),
      widest.cells.count > 1
    else { return nil }
    let isRightToLeft = goesLeft(widest)
    guard rows.allSatisfy({ $0.cells.count < 2 || goesLeft($0) == isRightToLeft }) else {
      return nil
    }
    var columns = widest.cells.map { $0.box.minX...$0.box.maxX }
    var places = Array(repeating: [Int](), count: rows.count)
    var misfits = 0
    // Rows with many cells come first, since they define the columns best.
    let order = rows.indices.sorted {
      (-rows[$0].cells.count, $0) < (-rows[$1].cells.count, $1)
    }
    for index in order {
      let ranges = rows[index].cells.map { $0.box.minX...$0.box.maxX }
      places[index] = Self.places(of: ranges, in: columns)
      for (range, place) in zip(ranges, places[index]) {
        let column = columns[place]
        if !column.overlaps(range) { misfits += 1 }
        guard isAlone(range, in: place, columns) else { continue }
        columns[place] =
          min(column.lowerBound, range.lowerBound)...max(column.upperBound, range.upperBound)
      }
    }
    let cellCount = rows.reduce(0) { $0 + $1.cells.count }
    guard isCertain || Double(misfits) <= mostMisfits * Double(cellCount) else { return nil }
    return zip(rows, places).enumerated().map { index, pair in
      let (row, columnsOfRow) = pair
      let ends = row.cells.dropFirst().map(\.firstRun) + [row.runCount]
      return Article.TableRow(
        beginsTable: index == 0, columnCount: columns.count,
        cells: zip(zip(row.cells, ends), columnsOfRow).map { cell, column in
          Article.TableRow.Cell(
            column: column, runs: cell.0.firstRun..<cell.1, box: cell.0.box)
        })
    }
  }

  private static func goesLeft(_ row: Row) -> Bool {
    guard let first = row.cells.first, let last = row.cells.last else { return false }
    return last.box.center.x < first.box.center.x
  }

  /// The columns of a row's cells, in their order, with the least sum of distances between cells
  /// and columns. If several have that, the first columns.
  private static func places(
    of cells: [ClosedRange<Double>], in columns: [ClosedRange<Double>]
  ) -> [Int] {
    let (count, free) = (cells.count, columns.count - cells.count)
    // By the number of columns that are skipped before a cell: the least sum of distances of it and
    // the cells after it.
    var least = Array(repeating: 0.0, count: free + 1)
    var isHere = Array(repeating: Array(repeating: false, count: free + 1), count: count)
    for cell in cells.indices.reversed() {
      for skipped in (0...free).reversed() {
        let here = distance(columns[cell + skipped], cells[cell]) + least[skipped]
        isHere[cell][skipped] = skipped == free || here <= least[skipped + 1]
        least[skipped] = isHere[cell][skipped] ? here : least[skipped + 1]
      }
    }
    var skipped = 0
    return cells.indices.map { cell in
      while !isHere[cell][skipped] { skipped += 1 }
      return cell + skipped
    }
  }

  /// True if a cell overlaps its column and no other.
  private static func isAlone(
    _ range: ClosedRange<Double>, in place: Int, _ columns: [ClosedRange<Double>]
  ) -> Bool {
    columns.indices.allSatisfy { columns[$0].overlaps(range) == ($0 == place) }
  }

  /// 0 for ranges that overlap.
  private static func distance(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> Double {
    max(0, a.lowerBound - b.upperBound, b.lowerBound - a.upperBound)
  }
}
