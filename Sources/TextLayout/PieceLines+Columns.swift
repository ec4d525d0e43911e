import CRectoTextLayout

/// Lines of columns that stand beside one another.
extension PieceLines {
  /// The largest distance between the baselines of neighboring lines in two columns, in em.
  private static let deepestRow = 0.9
  /// The largest ratio of the font sizes of such lines.
  private static let widestSizes = 1.2
  /// The minimum number of rows that show the edge of a column.
  private static let fewestColumnRows = 4
  /// The minimum number of words of each of two such lines: shorter ones are labels, cells or parts
  /// of formulas.
  private static let fewestWords = 3

  /// The lines of a block as an engine found them, split where it merged the lines of two columns;
  /// nil if it merged none.
  ///
  /// A line with a wide gap is split at the gap. A line that reaches into the gutter is split at an
  /// edge that at least two gaps share: the left edge of the right column, or, in right-to-left
  /// text, the right edge of the left column.
  init?(
    splitting found: [[Int]], _ words: [recto_word], isRightToLeft: ([Int]) -> Bool
  ) {
    var leftEdges = SharedPlaces()
    var rightEdges = SharedPlaces()
    func add(_ left: Int, _ right: Int, of line: [Int]) {
      leftEdges.add(words[right].along)
      if isRightToLeft(line) { rightEdges.add(words[left].end) }
    }
    // The engine splits some lines, at a gutter or a wide space, and puts both parts into the
    // block.
    let rows = Self.joinedRows(found, words)
    for row in rows {
      for (left, right) in zip(row, row.dropFirst()) where Self.isGutter(words[left], words[right])
      {
        add(left, right, of: row)
      }
    }
    for (row, next) in zip(rows, rows.dropFirst()) {
      if let (left, right) = Self.gutterBetween(row, next, words) {
        add(left, right, of: row + next)
      }
    }
    guard !leftEdges.hasNoSharedPlace || !rightEdges.hasNoSharedPlace else { return nil }
    lines = rows.enumerated().flatMap { number, row in
      row.split(words) { first, second in
        Self.isGutter(first, second)
          || Self.areDrawnApart(first, second)
            && (leftEdges.contains(second.along) || rightEdges.contains(first.end))
      }.map { Line($0, words, row: number) }
    }
    slanted = []
  }

  /// The lines of a block, with those joined that stand beside one another on one baseline.
  private static func joinedRows(_ found: [[Int]], _ words: [recto_word]) -> [[Int]] {
    var rows: [[Int]] = []
    for line in found {
      if let row = rows.last, isOneRow(row, line, words) {
        rows[rows.count - 1] += line
      } else {
        rows.append(line)
      }
    }
    return rows
  }

  /// The words on both sides of the gutter between two lines of neighboring columns whose baselines
  /// differ; nil for other lines.
  private static func gutterBetween(
    _ row: [Int], _ next: [Int], _ words: [recto_word]
  ) -> (left: Int, right: Int)? {
    guard row.count >= fewestWords, next.count >= fewestWords else { return nil }
    let (first, second) = (words[row[0]], words[next[0]])
    let (low, high) = (min(first.size, second.size), max(first.size, second.size))
    guard high <= widestSizes * low, abs(second.baseline - first.baseline) <= deepestRow * low
    else { return nil }
    let pairs = [(row[row.count - 1], next[0]), (next[next.count - 1], row[0])]
    return pairs.first { isGutter(words[$0.0], words[$0.1]) }
  }

  /// Splits parts at an edge on which most other rows begin a part: some programs draw the lines of
  /// two columns in turn, and a full line leaves only a narrow gap.
  static func splitAtColumns(_ rows: [[[Int]]], _ words: [recto_word]) -> [[[Int]]] {
    /// The places in a part of the pieces that follow a wide gap.
    func gaps(in part: [Int]) -> [Int] {
      part.indices.dropFirst().filter { index in
        let (first, second) = (words[part[index - 1]], words[part[index]])
        return second.along - first.end > widestLeap * min(first.size, second.size)
      }
    }
    var (apart, together) = (SharedPlaces(), SharedPlaces())
    for parts in rows {
      for (part, next) in zip(parts, parts.dropFirst())
      where part.count >= fewestWords && next.count >= fewestWords {
        apart.add(words[next[0]].along)
      }
      for part in parts {
        for gap in gaps(in: part) { together.add(words[part[gap]].along) }
      }
    }
    guard !together.isEmpty, !apart.hasNoSharedPlace else { return rows }
    return rows.map { parts in
      parts.flatMap { part in
        let edges = gaps(in: part).filter { gap in
          let along = words[part[gap]].along
          let count = apart.count(at: along)
          return gap >= fewestWords && part.count - gap >= fewestWords
            && count >= fewestColumnRows && count >= 2 * together.count(at: along)
        }
        return zip([0] + edges, edges + [part.count]).map { Array(part[$0..<$1]) }
      }
    }
  }

  /// True if a line follows another one in its row.
  private static func isOneRow(_ line: [Int], _ next: [Int], _ words: [recto_word]) -> Bool {
    guard let last = line.last, let first = next.first else { return false }
    let drop = abs(words[first].baseline - words[last].baseline)
    return drop <= widestDrop * min(words[first].size, words[last].size)
      && words[first].along >= words[last].end - widestDrop * words[first].size
      && words[first].rotation == words[last].rotation
  }

  /// True if two pieces are as far apart as columns, and are not drawn one after the other.
  private static func isGutter(_ first: recto_word, _ second: recto_word) -> Bool {
    second.along - first.end > widestLeap * max(first.size, second.size)
      && areDrawnApart(first, second)
  }

  /// True if neither of two pieces is drawn directly after the other. False if only one of them is
  /// the value of a form field, which is drawn after the page wherever it stands, if they are
  /// turned differently, and for vertical text, which has no columns beside it.
  private static func areDrawnApart(_ first: recto_word, _ second: recto_word) -> Bool {
    first.annotation == second.annotation && first.rotation == second.rotation
      && !first.vertical && !second.vertical
      && !second.follows(first) && !first.follows(second)
  }
}

/// Counts places along lines, to about a point, to find those that several lines share.
private struct SharedPlaces {
  private var counts: [Int: Int] = [:]

  /// True if no two lines share one.
  var hasNoSharedPlace: Bool { counts.allSatisfy { $0.value < 2 } }

  /// Counts the place of another line.
  mutating func add(_ along: Double) {
    let step = Self.step(along)
    for near in step - 1...step + 1 { counts[near, default: 0] += 1 }
  }

  var isEmpty: Bool { counts.isEmpty }

  func contains(_ along: Double) -> Bool { count(at: along) > 1 }

  /// The number of lines that have this place.
  func count(at along: Double) -> Int { counts[Self.step(along), default: 0] }

  /// A place in whole points.
  private static func step(_ along: Double) -> Int { Int(max(-1e6, min(1e6, along.rounded()))) }
}

extension [Int] {
  /// The words, by index, in parts that begin where two words beside each other do not belong together.
  fileprivate func split(
    _ words: [recto_word], where isEnd: (recto_word, recto_word) -> Bool
  ) -> [[Int]] {
    var parts: [[Int]] = []
    for word in self {
      if let last = parts.last?.last, !isEnd(words[last], words[word]) {
        parts[parts.count - 1].append(word)
      } else {
        parts.append([word])
      }
    }
    return parts
  }
}
