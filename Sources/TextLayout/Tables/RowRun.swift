/// Rows below one another that share gaps, as the rows of a table do, and the lines of columns of prose.
struct RowRun {
  private(set) var rows: [TextRow]
  /// The gaps that no row crosses, from the left: their ends.
  let gutters: [ClosedRange<Double>]

  /// The largest distance between rows of a table, in em.
  private static let widestLeading = 2.2
  /// The narrowest gap between columns, in em.
  private static let narrowestGutter = 0.5
  /// The largest distance from the last row to a line that continues one of its cells, in em.
  private static let widestContinuation = 0.5
  /// The largest distance from a line across all columns to the row below it, in em.
  private static let widestAround = 1.5

  /// The runs of rows, from top to bottom.
  static func runs(of rows: [TextRow]) -> [RowRun] {
    var runs: [RowRun] = []
    var first = 0
    while first < rows.count {
      guard rows[first].chunks.count > 1, let run = run(from: first, rows) else {
        first += 1
        continue
      }
      runs.append(run)
      first += run.rows.count
    }
    return runs
  }

  private static func run(from first: Int, _ rows: [TextRow]) -> RowRun? {
    let least = narrowestGutter * rows[first].size
    var free = rows[first].free
    var (start, end) = (rows[first].start, rows[first].end)
    var (last, lastDivided, next) = (first, first, first + 1)
    while next < rows.count {
      let row = rows[next]
      let leading = row.top - rows[last].bottom
      guard leading <= widestLeading * max(rows[first].size, row.size) else { break }
      let shared = free.shared(row.free, least: least)
      let (left, right) = (min(start, row.start), max(end, row.end))
      guard !shared.between(left, right).isEmpty else {
        // A line across a table may be the name of what follows.
        guard row.chunks.count == 1, next + 1 < rows.count, rows[next + 1].chunks.count > 1,
          rows[next + 1].top - row.bottom <= widestAround * rows[first].size,
          !free.shared(rows[next + 1].free, least: least).between(start, end).isEmpty
        else { break }
        last = next
        next += 1
        continue
      }
      (free, start, end, last) = (shared, left, right, next)
      if row.chunks.count > 1 { lastDivided = next }
      next += 1
    }
    var final = lastDivided
    while final + 1 < next, rows[final + 1].chunks.count == 1,
      rows[final + 1].top - rows[final].bottom < widestContinuation * rows[final].size,
      rows[final + 1].end - rows[final + 1].start < (end - start) / 2
    {
      final += 1
    }
    guard final > first else { return nil }
    return RowRun(rows: Array(rows[first...final]), gutters: free.between(start, end))
  }
}

extension TextRow {
  /// The parts of its height in which it has nothing.
  fileprivate var free: [ClosedRange<Double>] {
    let edges = [-Double.infinity] + chunks.flatMap { [$0.start, $0.end] } + [.infinity]
    return stride(from: 0, to: edges.count, by: 2).compactMap { index in
      edges[index] <= edges[index + 1] ? edges[index]...edges[index + 1] : nil
    }
  }
}

extension [ClosedRange<Double>] {
  /// The parts that two rows have in common, as wide as `least`.
  fileprivate func shared(_ other: Self, least: Double) -> Self {
    var (shared, one, two): (Self, Int, Int) = ([], 0, 0)
    while one < count, two < other.count {
      let low = Swift.max(self[one].lowerBound, other[two].lowerBound)
      let high = Swift.min(self[one].upperBound, other[two].upperBound)
      if high - low >= least { shared.append(low...high) }
      if self[one].upperBound < other[two].upperBound { one += 1 } else { two += 1 }
    }
    return shared
  }

  fileprivate func between(_ start: Double, _ end: Double) -> Self {
    filter { $0.lowerBound >= start && $0.upperBound <= end }
  }
}
