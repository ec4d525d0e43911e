import CRectoTextLayout

/// Tells the rows of a table from columns of prose, a table of contents, a list with labels, an index, code and
/// formulas. In doubt it finds no table.
struct TableEvidence {
  /// The reason why rows are not a table.
  enum Refusal {
    case tooFew
    /// Lines lead to numbers, which are those of pages: no part of it is a table either.
    case contents
    case other
  }

  let grid: ColumnGrid
  /// The heights of lines as wide as the rows.
  let rules: [Double]
  /// True if the lines are much wider than the rows.
  private let isWide: Bool
  let isAmount: [Bool]
  let isProse: [Bool]
  private let cells: [[ColumnGrid.Cell]]
  private let widths: [Double]
  private let text: FoundText

  /// The smallest share, of a column's cells or of rows, that counts as most of them.
  private static let most = 0.6
  /// The smallest share of numbers in a numeric column.
  private static let leastNumeric = 0.55
  /// The smallest share that counts as nearly all.
  private static let nearlyAll = 0.9
  /// The smallest share of rows with a line after them.
  private static let mostRuled = 0.8
  /// The smallest share of numbers that are one greater than the number before.
  private static let mostCounted = 0.8
  /// The largest distance between the ends of rules of one table, in points.
  private static let widestEnds = 1.0
  /// The minimum number of rows with several cells.
  private static let fewestRows = 3
  /// The minimum number of rules around a table: above its head, below the head and below the table.
  static let fewestRules = 3
  /// The maximum number of rows above a line of prose that belong to it, such as its heading.
  private static let mostHeadings = 4
  /// The maximum number of rows, at both ends together, that are not part of the table.
  private static let mostOutside = 16

  init(_ rows: [TextRow], _ rules: PageRules, _ text: FoundText) {
    self.text = text
    grid = ColumnGrid(Self.trimmed(rows, rules, text))
    (self.rules, isWide) = Self.rules(around: grid.rows, rules)
    cells = grid.cells(in: text)
    widths = cells.map { cells in
      (cells.map(\.end).max() ?? 0) - (cells.map(\.start).min() ?? 0)
    }
    isProse = zip(cells, widths).map { Self.isProse($0, width: $1) }
    isAmount = cells.map { Self.isAmount($0) }
  }

  /// The reason why the rows are not a table; nil if they are.
  var refusal: Refusal? {
    let divided = grid.rows.filter { $0.chunks.count > 1 }
    guard grid.columnCount > 1, divided.count > 1 else { return .tooFew }
    let leaders = grid.rows.count(where: text.hasLeader)
    if leaders >= 2, 4 * leaders >= grid.rows.count, isAmount.count(where: \.self) < 2 {
      return .contents
    }
    let isLabel = cells.map { cells in
      !cells.isEmpty && Self.isMost(cells.count { $0.text.isLabel }, of: cells.count)
    }
    guard grid.columnCount - isLabel.count(where: \.self) > 1 else { return .other }
    // The parts of equations and assignments.
    let isFormula = cells.contains { cells in
      !cells.isEmpty && 2 * cells.count { $0.text.letters.first == "=" } >= cells.count
    }
    guard !isFormula else { return .other }
    let inner = innerRules
    let isRuled = rules.count >= Self.fewestRules && !inner.isEmpty
    if !isRuled, leadsToPages { return .contents }
    let full = grid.parts.count { $0.count > 1 }
    guard full >= (isRuled && grid.columnCount > 2 ? 2 : Self.fewestRows) else { return .tooFew }
    let named = grid.rows.count(where: text.hasWord)
    guard named >= 2 || Double(named) >= 0.3 * Double(grid.rows.count) else { return .other }
    let isDivided = Self.isMost(divided.count, of: grid.rows.count)
    let hasAmounts = isAmount.contains(true)
    let proseCount = isProse.count(where: \.self)
    if isRuled {
      // Numbered lines of code may have shaded areas behind them.
      let separatesRows = isRowRuled && !isLabel[0] && !Self.areCounted(cells[0].map(\.text))
      let isAcceptable =
        (isDivided || isRowRuled) && (separatesRows || !isWide)
        && proseCount <= (separatesRows ? grid.columnCount - 1 : 1)
        && (grid.columnCount > 2
          || (proseCount == 0 || hasAmounts || separatesRows) && !isLabel.contains(true))
      return isAcceptable ? nil : .other
    }
    let isRightToLeft = text.isRightToLeft(grid.rows.flatMap(\.words))
    let filled = cells.reduce(0) { $0 + $1.count }
    let isAcceptable =
      hasAmounts && isDivided && proseCount <= (grid.columnCount > 2 ? 1 : 0) && !hasFlowingProse
      && 4 * cells.count(where: isAligned) >= 3 * grid.columnCount
      && 2 * filled >= grid.columnCount * divided.count
      && (grid.columnCount > 2 || isAmount[isRightToLeft ? 0 : 1])
      && !text.isMonospaced(grid.rows.flatMap(\.words), fewest: 4)
    return isAcceptable ? nil : .other
  }

  private static func isMost(_ count: Int, of all: Int) -> Bool {
    Double(count) >= most * Double(all)
  }

  /// True if nearly all rows with several cells have a line between them. Any other row then
  /// continues the cells above it.
  var isRowRuled: Bool {
    Self.isRuled(grid.rows.filter { $0.chunks.count > 1 }, by: innerRules)
  }

  /// True if there is a rule between nearly all rows and the next ones.
  private static func isRuled(_ rows: [TextRow], by rules: [Double]) -> Bool {
    let ruled = zip(rows, rows.dropFirst()).count { first, second in
      rules.contains { first.baseline < $0 && $0 < second.baseline }
    }
    return ruled > 1 && Double(ruled) >= mostRuled * Double(rows.count - 1)
  }

  /// The lines between rows.
  var innerRules: [Double] {
    guard let first = grid.rows.first, let last = grid.rows.last else { return [] }
    let least = 0.3 * grid.size
    return rules.filter { $0 > first.top + least && $0 < last.bottom - least }
  }

  // MARK: Columns

  /// True if most lines of a column reach from edge to edge, or are of many words.
  private static func isProse(_ cells: [ColumnGrid.Cell], width: Double) -> Bool {
    guard cells.count > 2 else { return false }
    let fill = cells.map { ($0.end - $0.start) / max(width, 1) }.median
    let words = cells.map { Double($0.text.wordCount) }.median
    return words >= 7 || words >= 4 && fill >= 0.78 || words >= 3 && fill >= 0.88
  }

  /// The smallest share of lines of prose that begin in the middle of a sentence.
  private static let leastFlowing = 0.4

  /// True if lines of a prose column continue one another's sentences: many begin in lower case.
  private var hasFlowingProse: Bool {
    zip(cells, isProse).contains { cells, isProse in
      isProse
        && Double(cells.count { $0.text.letters.first?.properties.isLowercase ?? false })
          >= Self.leastFlowing * Double(cells.count)
    }
  }

  /// True if most cells of a column are amounts, and not labels or numbers that count the rows.
  static func isAmount(_ cells: [ColumnGrid.Cell]) -> Bool {
    let numeric = cells.count { $0.text.isNumeric }
    guard numeric > 1, Double(numeric) >= leastNumeric * Double(cells.count),
      !isMost(cells.count { $0.text.isLabel }, of: cells.count)
    else { return false }
    let counts = cells.compactMap(\.text.count)
    return counts.count < 3 || 10 * counts.count < 7 * cells.count || !countsUp(counts)
  }

  /// True if nearly all numbers are one greater than the number before.
  private static func countsUp(_ counts: [Int]) -> Bool {
    let steps = zip(counts, counts.dropFirst()).count { $1 == $0 + 1 }
    return Double(steps) >= mostCounted * Double(counts.count - 1)
  }

  /// True if most cells of a column are numbers that only grow.
  private static func isGrowing(_ cells: [ColumnGrid.Cell]) -> Bool {
    let pages = cells.compactMap(\.text.pageNumber)
    let growing = zip(pages, pages.dropFirst()).count { $1 >= $0 }
    return pages.count > 1 && 10 * pages.count >= 7 * cells.count
      && Double(growing) >= nearlyAll * Double(pages.count - 1)
  }

  /// True if most cells of a column are numbers of subsections, such as "7.6" and "7.7", which are
  /// consecutive, unlike amounts.
  private static func areSections(_ cells: [ColumnGrid.Cell]) -> Bool {
    let numbers = cells.compactMap(\.text.sectionNumber).filter { $0.count > 1 }
    let steps = zip(numbers, numbers.dropFirst()).count { first, second in
      second.dropLast() == first.dropLast()
        && second[second.count - 1] == first[first.count - 1] + 1
    }
    return numbers.count > 1 && isMost(numbers.count, of: cells.count)
      && 2 * steps >= numbers.count - 1
  }

  /// True if the numbers on the right only grow, and no amounts but the numbers of sections stand before them.
  private var leadsToPages: Bool {
    guard let last = cells.last else { return false }
    // Two columns of contents have sections on both sides.
    if cells.count(where: Self.areSections) > 1, cells.contains(where: Self.isGrowing) {
      return cells.contains { $0.count(where: { $0.text.wordCount > 2 }) > 1 }
    }
    guard Self.isGrowing(last) else { return false }
    let titles = isAmount.firstIndex(of: false) ?? 0
    return !zip(cells, isAmount).dropLast().enumerated().contains { index, column in
      column.1
        && (index > titles
          || 10 * column.0.count { $0.text.isSectionNumber } < 7 * column.0.count)
    }
  }

  /// True if half of its cells have one edge, or their middles, in common.
  private func isAligned(_ cells: [ColumnGrid.Cell]) -> Bool {
    guard cells.count > 1 else { return true }
    let reach = 0.45 * grid.size
    let places: [(ColumnGrid.Cell) -> Double] = [
      { $0.start }, { $0.end }, { ($0.start + $0.end) / 2 },
    ]
    return places.contains { place in
      let values = cells.map(place).sorted()
      var first = 0
      return values.indices.contains { index in
        while values[index] - values[first] > 2 * reach { first += 1 }
        return 2 * (index - first + 1) >= cells.count
      }
    }
  }

  // MARK: Ends

  /// The heights of rules as wide as the rows; failing these, of wider rules that separate nearly
  /// all rows.
  private static func rules(around rows: some BidirectionalCollection<TextRow>, _ rules: PageRules)
    -> (places: [Double], isWide: Bool)
  {
    guard let first = rows.first, let last = rows.last, !rules.horizontal.isEmpty else {
      return ([], false)
    }
    let size = rows.map(\.size).median
    let (start, end) = (rows.map(\.start).min() ?? 0, rows.map(\.end).max() ?? 0)
    let level = rules.horizontal.filter { rule in
      first.top - 2.2 * size <= rule.place && rule.place <= last.bottom + 2.2 * size
    }
    let near = level.filter { rule in
      abs(rule.start - start + 2.5 * size) <= 5.5 * size
        && abs(rule.end - end - 2.5 * size) <= 5.5 * size
    }.map(\.place).clustered(within: 2)
    if near.count >= fewestRules { return (near, false) }
    // The last column of a table may be wider than its texts.
    let across = level.filter { $0.start <= start + size && $0.end >= end - size }
    let wide =
      across.clustered(within: widestEnds, by: \.start)
      .flatMap { $0.clustered(within: widestEnds, by: \.end) }
      .max { $0.count < $1.count }?.map(\.place).clustered(within: 2) ?? []
    return isEachRuled(Array(rows), wide) ? (wide, true) : (near, false)
  }

  /// True if there are enough rules for a table, and nearly all rows have one after them.
  private static func isEachRuled(_ rows: [TextRow], _ rules: [Double]) -> Bool {
    rules.count >= fewestRules && isRuled(rows, by: rules)
  }

  /// True if most texts are numbers of which each follows the one before, as before lines of code.
  private static func areCounted(_ texts: [CellText]) -> Bool {
    let counts = texts.compactMap(\.count)
    return counts.count > 1 && isMost(counts.count, of: texts.count) && countsUp(counts)
  }

  /// The rows without those at both ends that are a caption, a heading, a running head or a note.
  private static func trimmed(
    _ rows: [TextRow], _ rules: PageRules, _ text: FoundText
  ) -> [TextRow] {
    let least = rows.count - mostOutside
    var rows = rows[...]
    while rows.count > max(1, least) {
      let size = rows.map(\.size).median
      let gaps = zip(rows, rows.dropFirst()).map { $1.top - $0.bottom }
      let ruled = Self.rules(around: rows, rules).places
      let edge = Ends(
        columns: ColumnGrid.edges(rows, size: size), size: size, usualGap: gaps.median,
        rules: ruled,
        isEachRuled: Self.isEachRuled(Array(rows), ruled)
          && !areCounted(rows.map { CellText($0.chunks[0].words, in: text) }))
      let head = rows.prefix(Self.mostHeadings).lastIndex(where: edge.hasSentence)
      if let head, head > rows.startIndex, head + 2 < rows.endIndex {
        rows = rows[(head + 1)...]
      } else if let tail = edge.textBelow(rows, gaps) {
        rows = rows[..<tail]
      } else if edge.isOutside(rows[rows.startIndex], gap: gaps[0], isTop: true) {
        rows = rows.dropFirst()
      } else if edge.isOutside(rows[rows.endIndex - 1], gap: gaps[gaps.count - 1], isTop: false) {
        rows = rows.dropLast()
      } else {
        break
      }
    }
    return Array(rows)
  }

  private struct Ends {
    /// The edges of columns.
    let columns: [Double]
    let size: Double
    let usualGap: Double
    let rules: [Double]
    /// True if rules separate nearly all rows. The first row may then stand above the topmost rule.
    let isEachRuled: Bool

    /// The maximum number of words in a title over several columns.
    private static let longestTitle = 6

    /// True if a chunk of many words goes over most columns.
    private func isSentence(_ chunk: TextRow.Chunk) -> Bool {
      guard chunk.words.count > Self.longestTitle else { return false }
      let reached = zip(columns, columns.dropFirst()).count { left, right in
        min(chunk.end, right) - max(chunk.start, left) > size
      }
      return 2 * reached > columns.count - 1
    }

    func hasSentence(_ row: TextRow) -> Bool { row.chunks.contains(where: isSentence) }

    /// The smallest gap between a table and the text below it, beyond the usual gap, in em.
    private static let leastGapBelow = 0.5
    /// The smallest share of the lines of that text that cross most columns.
    private static let leastSentences = 0.3

    /// The first row of text below a table, such as terms with their texts, that stands apart from it. `gaps`
    /// lie between the rows.
    func textBelow(_ rows: ArraySlice<TextRow>, _ gaps: [Double]) -> Int? {
      rows.indices.dropFirst(2).suffix(TableEvidence.mostOutside).first { index in
        let below = rows[index...]
        return gaps[index - rows.startIndex - 1] > usualGap + Self.leastGapBelow * size
          && Double(below.count(where: hasSentence)) >= Self.leastSentences * Double(below.count)
      }
    }

    /// True if the outermost row does not belong to the others. `gap` lies between it and the next.
    func isOutside(_ row: TextRow, gap: Double, isTop: Bool) -> Bool {
      let (count, columns) = (row.chunks.count, columns.count - 1)
      if count == 1, isTop || gap > usualGap + 0.3 * row.size { return true }
      if hasSentence(row) { return true }
      let isHead = isTop && isEachRuled && gap <= usualGap + 0.3 * row.size
      let isBeyondRules =
        rules.count >= TableEvidence.fewestRules && !isHead
        && (isTop ? row.baseline < rules[0] : row.top > rules[rules.count - 1] - 1)
      guard count <= max(2, columns / 2) else {
        return isBeyondRules && gap > usualGap + row.size
      }
      return isBeyondRules || gap > usualGap + (columns > 2 ? 0.8 : 1.2) * row.size
    }
  }
}
