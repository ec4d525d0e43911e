import CRectoTextLayout
import RectoPageModel

/// Puts pieces of words that stand on one baseline into lines, which end where a column does.
struct PieceLines {
  /// Places are measured along the line and down from line to line, whichever way the text is turned.
  struct Line {
    /// Pieces, by index, in the direction of the letters.
    let words: [Int]
    let start: Double
    let end: Double
    let top: Double
    let bottom: Double
    let baseline: Double
    /// The size of its largest pieces.
    let size: Double
    /// The number of its row: level lines have the same.
    let row: Int
    let rotation: UInt8
    let characterCount: Int
    /// True if it was drawn directly after the line before it in its row, however wide the gap.
    var isDrawnNext = false
  }

  let lines: [Line]
  /// Pieces, by index, that stand neither upright nor on their side.
  let slanted: [Int]

  /// The largest difference between the baselines of a line's pieces, in em.
  private static let widestDrop = 0.15
  /// The widest gap between pieces that are drawn one after another, in em.
  private static let widestGap = 1.5
  /// The widest gap between pieces with a drawn space between them, in em.
  private static let widestSpace = 2.5
  /// The widest gap between pieces that are not drawn one after another, in em.
  private static let widestLeap = 0.8

  init(_ words: [recto_word]) {
    slanted = words.indices.filter { words[$0].diagonal }
    let upright = Dictionary(grouping: words.indices.filter { !words[$0].diagonal }) {
      words[$0].rotation
    }
    var lines: [Line] = []
    var row = 0
    for rotation in upright.keys.sorted() {
      for indices in Self.rows(upright[rotation] ?? [], words) {
        lines += Self.lines(indices, words, row: row)
        row += 1
      }
    }
    self.lines = lines
  }

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
    for (line, next) in zip(found, found.dropFirst() + [[]]) {
      // The engine parts some of the lines of two columns, and has both parts in the block.
      let isRow = Self.isOneRow(line, next, words)
      let row = isRow ? line + next.prefix(1) : line
      let gutters = zip(row, row.dropFirst()).filter { Self.isGutter(words[$0], words[$1]) }
      guard !gutters.isEmpty else { continue }
      for (_, second) in gutters { leftEdges.add(words[second].along) }
      if isRightToLeft(isRow ? line + next : line) {
        for (first, _) in gutters { rightEdges.add(words[first].end) }
      }
    }
    guard !leftEdges.isEmpty || !rightEdges.isEmpty else { return nil }
    lines = found.enumerated().flatMap { row, line in
      line.split(words) { first, second in
        Self.isGutter(first, second)
          || Self.areDrawnApart(first, second)
            && (leftEdges.contains(second.along) || rightEdges.contains(first.end))
      }.map { Line($0, words, row: row) }
    }
    slanted = []
  }

  private static func rows(_ indices: [Int], _ words: [recto_word]) -> [[Int]] {
    var rows: [(base: Double, size: Double, words: [Int])] = []
    for word in indices.sorted(by: { (words[$0].depth, $0) < (words[$1].depth, $1) }) {
      let (base, size) = (words[word].depth, words[word].size)
      if let last = rows.last, base - last.base <= widestDrop * max(size, last.size) {
        rows[rows.count - 1].words.append(word)
      } else {
        rows.append((base, size, [word]))
      }
    }
    return rows.map(\.words)
  }

  private static func lines(_ row: [Int], _ words: [recto_word], row number: Int) -> [Line] {
    let parts = row.sorted { (words[$0].along, $0) < (words[$1].along, $1) }
      .split(words) { !isOneLine($0, $1) }
    var lines = parts.map { Line($0, words, row: number) }
    for (index, (part, next)) in zip(parts, parts.dropFirst()).enumerated() {
      guard let last = part.last, let first = next.first else { continue }
      lines[index + 1].isDrawnNext = words[first].follows(words[last])
    }
    return lines
  }

  private static func isOneLine(_ first: recto_word, _ second: recto_word) -> Bool {
    let size = min(first.size, second.size)
    let gap = second.along - first.end
    if gap <= widestLeap * size { return true }
    if second.position == first.end_position { return gap <= widestGap * size }
    return second.spaces_position == first.end_position && gap <= widestSpace * size
  }

  /// True if a line follows another one in its row.
  private static func isOneRow(_ line: [Int], _ next: [Int], _ words: [recto_word]) -> Bool {
    guard let last = line.last, let first = next.first else { return false }
    let drop = abs(words[first].baseline - words[last].baseline)
    return drop <= widestDrop * min(words[first].size, words[last].size)
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

/// Places along lines that at least two of them share, to about a point.
private struct SharedPlaces {
  private var counts: [Int: Int] = [:]

  /// True if no two lines share one.
  var isEmpty: Bool { counts.allSatisfy { $0.value < 2 } }

  /// Counts the place of another line.
  mutating func add(_ along: Double) {
    let step = Self.step(along)
    for near in step - 1...step + 1 { counts[near, default: 0] += 1 }
  }

  func contains(_ along: Double) -> Bool { counts[Self.step(along), default: 0] > 1 }

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

extension PieceLines.Line {
  fileprivate init(_ indices: [Int], _ words: [recto_word], row: Int) {
    let all = indices.map { words[$0] }
    self.init(
      words: indices, start: all.map(\.along).min() ?? 0, end: all.map(\.end).max() ?? 0,
      top: all.map(\.top).min() ?? 0, bottom: all.map(\.bottom).max() ?? 0,
      baseline: all[0].depth, size: all.map(\.size).max() ?? 0, row: row,
      rotation: all[0].rotation, characterCount: all.reduce(0) { $0 + Int($1.char_count) })
  }
}

extension recto_word {
  /// True if it was drawn directly after another one, or with white space between them.
  fileprivate func follows(_ other: recto_word) -> Bool {
    position == other.end_position || spaces_position == other.end_position
  }

  /// The depth of its baseline, if lines of its direction go down.
  fileprivate var depth: Double { rotation == 1 || rotation == 2 ? -baseline : baseline }

  fileprivate var top: Double {
    switch rotation {
    case 1: -box.x2
    case 2: -box.y2
    case 3: box.x1
    default: box.y1
    }
  }

  fileprivate var bottom: Double {
    switch rotation {
    case 1: -box.x1
    case 2: -box.y1
    case 3: box.x2
    default: box.y2
    }
  }
}
