import CRectoTextLayout

/// Finds tables whose cells are drawn: between lines that touch one another.
struct RuledTables {
  private struct Cell {
    var row: Int
    var column: Int
    var lastRow: Int
    var lastColumn: Int
    /// The number of fields of the grid that it covers.
    var fieldCount = 1
    var words: [Int] = []

    var isRectangle: Bool { (lastRow - row + 1) * (lastColumn - column + 1) == fieldCount }
  }

  let text: FoundText

  /// The largest distance between rules that count as one, in points.
  private static let sameLine = 3.0
  /// The distance, in points, by which a rule ends beyond the others if a field is there.
  private static let overhang = 4.0
  /// The smallest share of a field's side that is drawn.
  private static let leastWall = 0.6
  /// The maximum number of fields: a grid with more is a drawing.
  private static let mostFields = 20_000
  /// The minimum number of cells with text: fewer are a frame or a drawing.
  private static let fewestCells = 4
  /// The maximum number of characters in the median cell: columns of prose have more.
  private static let longestCell = 250

  /// The tables of `words`, and what is in none.
  func tables(_ rules: PageRules, of words: [Int]) -> (tables: [FoundTable], rest: [Int]) {
    var (tables, rest): ([FoundTable], [Int]) = ([], words)
    for grid in rules.grids {
      guard let (cells, inside) = cells(grid.horizontal, grid.vertical, rest),
        let rows = rows(of: cells)
      else { continue }
      tables.append(FoundTable(rows, in: text))
      let own = Set(inside)
      rest.removeAll(where: own.contains)
    }
    return (tables, rest)
  }

  // MARK: Cells

  private typealias Rule = PageRules.Rule

  /// The cells of a grid with the words in each, and the words that are in any.
  private func cells(
    _ across: [PageRules.Rule], _ down: [PageRules.Rule], _ words: [Int]
  ) -> (cells: [Cell], inside: [Int])? {
    let columns = Self.edges(of: down.map(\.place), across)
    let rows = Self.edges(of: across.map(\.place), down)
    let (columnCount, rowCount) = (columns.count - 1, rows.count - 1)
    guard columnCount > 1, rowCount > 0, columnCount * rowCount <= Self.mostFields else {
      return nil
    }
    var fields = DisjointSets(columnCount * rowCount)
    for row in 0..<rowCount {
      for column in 0..<columnCount {
        let field = row * columnCount + column
        if column + 1 < columnCount,
          !Self.isWall(down, at: columns[column + 1], from: rows[row], to: rows[row + 1])
        {
          fields.join(field, field + 1)
        }
        if row + 1 < rowCount,
          !Self.isWall(across, at: rows[row + 1], from: columns[column], to: columns[column + 1])
        {
          fields.join(field, field + columnCount)
        }
      }
    }
    var cells: [Int: Cell] = [:]
    for field in 0..<columnCount * rowCount {
      let (row, column) = field.quotientAndRemainder(dividingBy: columnCount)
      let root = fields.root(of: field)
      guard var cell = cells[root] else {
        cells[root] = Cell(row: row, column: column, lastRow: row, lastColumn: column)
        continue
      }
      cell.fieldCount += 1
      (cell.row, cell.column) = (min(cell.row, row), min(cell.column, column))
      (cell.lastRow, cell.lastColumn) = (max(cell.lastRow, row), max(cell.lastColumn, column))
      cells[root] = cell
    }
    var inside: [Int] = []
    for index in words {
      let box = text.words[index].box
      guard let column = Self.place(of: (box.x1 + box.x2) / 2, in: columns),
        let row = Self.place(of: (box.y1 + box.y2) / 2, in: rows)
      else { continue }
      inside.append(index)
      cells[fields.root(of: row * columnCount + column)]?.words.append(index)
    }
    return (cells.keys.sorted().compactMap { cells[$0] }, inside)
  }

  /// The places of lines, and of the ends of those that cross them and go beyond.
  private static func edges(of places: [Double], _ crossing: [PageRules.Rule]) -> [Double] {
    var edges = places.clustered(within: sameLine)
    if let start = crossing.map(\.start).min(), start < edges[0] - overhang {
      edges.insert(start, at: 0)
    }
    if let end = crossing.map(\.end).max(), end > edges[edges.count - 1] + overhang {
      edges.append(end)
    }
    return edges
  }

  private static func isWall(
    _ rules: [PageRules.Rule], at place: Double, from start: Double, to end: Double
  ) -> Bool {
    let drawn = rules.reduce(0) { sum, rule in
      abs(rule.place - place) <= sameLine
        ? sum + max(0, min(rule.end, end) - max(rule.start, start)) : sum
    }
    return drawn >= leastWall * (end - start)
  }

  /// The field between edges that a place is in, or hardly outside of.
  private static func place(of value: Double, in edges: [Double]) -> Int? {
    guard value >= edges[0] - 2, value <= edges[edges.count - 1] + 2 else { return nil }
    let after = edges.firstIndex { $0 > value } ?? edges.count
    return min(max(after - 1, 0), edges.count - 2)
  }

  // MARK: Rows

  /// Words by column for each row; nil if the cells are those of a drawing or a layout.
  private func rows(of all: [Cell]) -> [[Int: [Int]]]? {
    var cells = all.filter { !$0.words.isEmpty }
    guard cells.count >= Self.fewestCells,
      5 * cells.count(where: { !$0.isRectangle }) <= cells.count,
      Set(cells.map(\.column)).count > 1,
      !isProse(cells), isFilled(cells, among: all)
    else { return nil }
    // Lines that are drawn twice enclose empty columns.
    let columns = Set(cells.map(\.column)).sorted()
    for index in cells.indices {
      cells[index].column = columns.firstIndex(of: cells[index].column) ?? 0
    }
    let bands = Dictionary(grouping: cells, by: \.row)
    let rows = bands.keys.sorted().flatMap { rowsOfBand(bands[$0] ?? []) }
    return rows.count(where: { $0.count > 1 }) > 1 ? withColumnsApart(rows) : nil
  }

  /// The rows, where a column between lines holds several columns of amounts, which no lines part.
  private func withColumnsApart(_ rows: [[Int: [Int]]]) -> [[Int: [Int]]] {
    var result = Array(repeating: [Int: [Int]](), count: rows.count)
    var count = 0
    for column in Set(rows.flatMap(\.keys)).sorted() {
      let edges = gaps(inColumn: rows.compactMap { $0[column] })
      for (row, cells) in rows.enumerated() {
        for word in cells[column] ?? [] {
          let box = text.words[word].box
          let part = edges.count { $0 < (box.x1 + box.x2) / 2 }
          result[row][count + part, default: []].append(word)
        }
      }
      count += edges.count + 1
    }
    return result
  }

  /// The middles of the gaps between the columns that a column holds; none of a single one.
  private func gaps(inColumn cells: [[Int]]) -> [Double] {
    let rows = text.rows(of: cells.joined().map(\.self))
    let divided = rows.count { $0.chunks.count > 1 }
    guard divided > 2, 5 * divided >= 3 * rows.count else { return [] }
    let grid = ColumnGrid(rows)
    let amounts = grid.cells(in: text).count { TableEvidence.isAmount($0) }
    return grid.columnCount > 1 && amounts + 1 >= grid.columnCount
      ? grid.edges.filter(\.isFinite) : []
  }

  private func isProse(_ cells: [Cell]) -> Bool {
    let lengths = cells.map { cell in
      cell.words.reduce(0) { $0 + Int(text.words[$1].char_count) }
    }
    return lengths.sorted()[lengths.count / 2] > Self.longestCell
  }

  /// True if enough of the cells beside and below others have text.
  private func isFilled(_ cells: [Cell], among all: [Cell]) -> Bool {
    var rows: Set<Int> = []
    var columns: Set<Int> = []
    for cell in cells {
      rows.formUnion(cell.row...cell.lastRow)
      columns.formUnion(cell.column...cell.lastColumn)
    }
    let used = all.count { cell in
      (cell.row...cell.lastRow).contains(where: rows.contains)
        && (cell.column...cell.lastColumn).contains(where: columns.contains)
    }
    let numeric = cells.count { CellText($0.words, in: text).isNumeric }
    let isSmall = Set(cells.map(\.row)).count < 3
    let least = isSmall ? 0.8 : 5 * numeric < cells.count ? 0.5 : 0.3
    return Double(cells.count) >= least * Double(used)
  }

  /// The rows of cells beside one another: several, where no lines are drawn between those of a body.
  private func rowsOfBand(_ band: [Cell]) -> [[Int: [Int]]] {
    let whole = Dictionary(grouping: band, by: \.column).mapValues { $0.flatMap(\.words) }
    let lines = whole.mapValues { text.rows(of: $0) }
    let tall = lines.values.filter { $0.count > 2 }
    let heights = lines.values.flatMap { $0.map(\.baseline) }.clustered(within: Self.sameLine)
    guard tall.count > 1, heights.count > 2 else { return [whole] }
    let shared = heights.count { height in
      let count = lines.values.count { column in
        column.contains { abs($0.baseline - height) <= Self.sameLine }
      }
      return Double(count) >= max(2, 0.6 * Double(lines.count))
    }
    let hasAmounts = tall.contains { column in
      let numeric = column.count { CellText($0.words, in: text).isNumeric }
      return Double(numeric) >= 0.6 * Double(column.count)
    }
    guard Double(shared) >= 0.6 * Double(heights.count), hasAmounts else { return [whole] }
    var rows = Array(repeating: [Int: [Int]](), count: heights.count)
    for (column, lines) in lines {
      for line in lines {
        let nearest = heights.indices.min {
          abs(heights[$0] - line.baseline) < abs(heights[$1] - line.baseline)
        }
        if let nearest { rows[nearest][column, default: []] += line.words }
      }
    }
    return rows.filter { !$0.isEmpty }
  }
}
