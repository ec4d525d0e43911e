/// The columns of rows, and the parts of each row that are in them.
struct ColumnGrid {
  /// The text of one row in one column.
  struct Cell {
    let row: Int
    let start: Double
    let end: Double
    let text: CellText
  }

  /// Chunks of a row in a column, each with the columns that it reaches into.
  typealias Part = [(chunk: TextRow.Chunk, columns: [Int])]

  let rows: [TextRow]
  /// The middles of the gaps between columns, with infinity on both sides.
  let edges: [Double]
  /// For each row, by column.
  let parts: [[Int: Part]]
  let size: Double

  /// The narrowest gap between columns, in em.
  private static let narrowestGutter = 0.45
  /// The largest share of rows that cross a gap, as titles over several columns do.
  private static let mostAcross = 0.1
  /// The part of a chunk, or of its size, that has to reach into a column.
  private static let leastShare = 0.25
  /// The smallest width of a column's name, in em: a bar is narrower.
  private static let leastName = 0.5

  var columnCount: Int { edges.count - 1 }
  var start: Double { rows.map(\.start).min() ?? 0 }
  var end: Double { rows.map(\.end).max() ?? 0 }

  init(_ rows: [TextRow]) {
    self.rows = rows
    size = rows.map(\.size).median
    edges = Self.edges(rows, size: size)
    let edges = edges
    parts = rows.enumerated().map { index, row in
      let parts = Self.parts(of: row, edges)
      let isHead =
        index == 0 && row.chunks.count == edges.count - 1
        && row.chunks.allSatisfy { $0.width > Self.leastName * $0.size }
      return isHead && parts.count < row.chunks.count ? Self.headParts(of: row) : parts
    }
  }

  /// Those of a head that names all columns, one each: names at the left of wide columns may stand nearer to
  /// the amounts at the right of the columns before.
  private static func headParts(of row: TextRow) -> [Int: Part] {
    Dictionary(
      uniqueKeysWithValues: row.chunks.enumerated().map { ($0, [(chunk: $1, columns: [$0])]) })
  }

  static func edges(_ rows: some Collection<TextRow>, size: Double) -> [Double] {
    let divided = rows.filter { $0.chunks.count > 1 }
    let count = Double(divided.count)
    let most = max(mostAcross * count, count >= 7 ? 2 : count >= 4 ? 1 : 0)
    var steps = divided.flatMap { row in
      row.chunks.flatMap { [(place: $0.start, step: 1), (place: $0.end, step: -1)] }
    }
    steps.sort { ($0.place, $0.step) < ($1.place, $1.step) }
    var edges = [-Double.infinity]
    var depth = 0
    var open: Double?
    for (place, step) in steps {
      depth += step
      if Double(depth) <= most {
        open = open ?? place
      } else {
        if let begun = open, begun > steps[0].place, place - begun >= narrowestGutter * size {
          edges.append((begun + place) / 2)
        }
        open = nil
      }
    }
    return edges + [.infinity]
  }

  private static func parts(of row: TextRow, _ edges: [Double]) -> [Int: Part] {
    var parts: [Int: Part] = [:]
    for chunk in row.chunks {
      func reach(_ column: Int) -> Double {
        min(chunk.end, edges[column + 1]) - max(chunk.start, edges[column])
      }
      let all = 0..<edges.count - 1
      let columns = all.filter { reach($0) > leastShare * min(chunk.size, chunk.width) }
      let column = columns.first ?? all.max { reach($0) < reach($1) } ?? 0
      parts[column, default: []].append((chunk, columns))
    }
    return parts
  }

  /// The texts of each column that stand in it alone.
  func cells(in text: FoundText) -> [[Cell]] {
    (0..<columnCount).map { column in
      parts.enumerated().compactMap { row, parts in
        guard let part = parts[column], let first = part.first, let last = part.last,
          part.allSatisfy({ $0.columns.count <= 1 })
        else { return nil }
        return Cell(
          row: row, start: first.chunk.start, end: last.chunk.end,
          text: CellText(part.flatMap(\.chunk.words), in: text))
      }
    }
  }
}
