/// Finds tables whose cells only stand below one another, or between lines across all columns.
struct AlignedTables {
  let text: FoundText
  let rules: PageRules
  private(set) var tables: [FoundTable] = []

  /// The maximum depth of cuts of a page.
  private static let deepest = 12
  /// A page with more pieces of words is not one for readers.
  private static let mostWords = 20_000
  /// The largest distance of a table's rules from its rows, in em.
  private static let farthestRule = 4.0

  init(_ text: FoundText, _ rules: PageRules, of words: [Int]) {
    self.text = text
    self.rules = rules
    guard words.count <= Self.mostWords else { return }
    search(text.rows(of: words), depth: 0)
  }

  private mutating func search(_ rows: [TextRow], depth: Int) {
    guard depth <= Self.deepest else { return }
    for run in RowRun.runs(of: rows) { search(run, depth: depth) }
  }

  private mutating func search(_ run: RowRun, depth: Int) {
    guard mayHoldTable(run.rows) else { return }
    let evidence = TableEvidence(run.rows, rules, text)
    let refusal = evidence.refusal
    if refusal == nil {
      tables.append(FoundTable(evidence.tableRows, in: text))
      let table = evidence.grid.rows
      search(run.rows.filter { $0.bottom <= table[0].top }, depth: depth + 1)
      search(run.rows.filter { $0.top >= table[table.count - 1].bottom }, depth: depth + 1)
      return
    }
    if refusal == .contents { return }
    if let row = rowBehindGap(run.rows) {
      search(Array(run.rows[..<row]), depth: depth + 1)
      search(Array(run.rows[row...]), depth: depth + 1)
    } else if let cut = cut(run, evidence) {
      let words = run.rows.flatMap(\.words)
      func isOnRight(_ index: Int) -> Bool {
        text.words[index].box.x1 + text.words[index].box.x2 > 2 * cut
      }
      search(text.rows(of: words.filter { !isOnRight($0) }), depth: depth + 1)
      search(text.rows(of: words.filter(isOnRight)), depth: depth + 1)
    }
  }

  /// True if rows have lines as a table's, or amounts. Columns of prose have neither, and the search in them
  /// would take most of a page's time.
  private func mayHoldTable(_ rows: [TextRow]) -> Bool {
    let reach = Self.farthestRule * (rows.map(\.size).max() ?? 0)
    let lines = rules.horizontal.count {
      rows[0].top - reach <= $0.place && $0.place <= rows[rows.count - 1].bottom + reach
    }
    if lines >= TableEvidence.fewestRules { return true }
    var amounts = 0
    return rows.contains { row in
      amounts += text.partCount(ofAmountsIn: row)
      return amounts > 1
    }
  }

  /// The row behind the widest gap, if that is clearly wider than others.
  private func rowBehindGap(_ rows: [TextRow]) -> Int? {
    guard rows.count > 3 else { return nil }
    let gaps = zip(rows, rows.dropFirst()).map { $1.top - $0.bottom }
    guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }),
      gaps[widest] > gaps.median + 0.4 * rows[widest].size
    else { return nil }
    return widest + 1
  }

  /// The gutter at which the rows are two parts of the page: the widest one, or the widest beside prose.
  private func cut(_ run: RowRun, _ evidence: TableEvidence) -> Double? {
    let edges = zip(evidence.grid.edges, evidence.grid.edges.dropFirst())
    let ofProse = zip(edges, evidence.isProse).filter(\.1).flatMap { [$0.0.0, $0.0.1] }
    let beside = run.gutters.filter { gutter in
      ofProse.contains { gutter.lowerBound - 1 <= $0 && $0 <= gutter.upperBound + 1 }
    }
    let widest = (beside.isEmpty ? run.gutters : beside).max {
      $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound
    }
    return widest.map { ($0.lowerBound + $0.upperBound) / 2 }
  }
}

extension TableEvidence {
  /// The largest leading within a cell, in em.
  private static let widestLeading = 1.35
  /// The smallest leading between rows, in multiples of that within cells.
  private static let widerRows = 1.25

  /// Words by column for each row, with the lines of one cell joined.
  var tableRows: [[Int: [Int]]] {
    var result: [[Int: [Int]]] = []
    let rows = grid.rows
    let pitches = zip(rows, rows.dropFirst()).map { $1.baseline - $0.baseline }
    let inner = innerRules
    let isRowRuled = isRowRuled
    for (index, row) in rows.enumerated() {
      let cells = grid.parts[index].mapValues { $0.flatMap(\.chunk.words) }
      guard index > 0, let last = result.last else {
        result.append(cells)
        continue
      }
      let pitch = pitches[index - 1]
      let isBehindRule = inner.contains { rule in
        rows[index - 1].baseline - 0.2 * grid.size < rule && rule < row.baseline - 0.3 * grid.size
      }
      let isTight =
        pitch <= Self.widestLeading * grid.size && (pitches.max() ?? 0) > Self.widerRows * pitch
      let isRest =
        cells[0] == nil
        && (isTight
          || cells.keys.allSatisfy { last[$0] != nil && !isAmount[$0] })
      if isRowRuled ? !isBehindRule : !isBehindRule && isRest {
        for (column, words) in cells {
          result[result.count - 1][column, default: []] += words
        }
      } else {
        result.append(cells)
      }
    }
    return result
  }
}
