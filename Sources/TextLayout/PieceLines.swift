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
  static let widestDrop = 0.15
  /// The largest difference between the middles of a vertical line's pieces, in em.
  private static let widestShift = 0.3
  /// The widest gap between pieces that are drawn one after another, in em.
  private static let widestGap = 1.5
  /// The widest gap between pieces with a drawn space between them, in em.
  private static let widestSpace = 2.5
  /// The widest gap between pieces that are not drawn one after another, in em.
  static let widestLeap = 0.8
  init(_ words: [recto_word]) {
    slanted = words.indices.filter { words[$0].diagonal }
    let upright = Dictionary(grouping: words.indices.filter { !words[$0].diagonal }) {
      words[$0].rotation
    }
    let order = DrawingOrder(words)
    var lines: [Line] = []
    var row = 0
    for rotation in upright.keys.sorted() {
      let rows = Self.rows(upright[rotation] ?? [], words)
      for parts in Self.splitAtColumns(Self.parts(of: rows, words, order), words) {
        lines += Self.lines(parts, words, row: row)
        row += 1
      }
    }
    self.lines = lines
  }

  private static func rows(_ indices: [Int], _ words: [recto_word]) -> [[Int]] {
    var rows: [(base: Double, size: Double, words: [Int])] = []
    for word in indices.sorted(by: { (words[$0].depth, $0) < (words[$1].depth, $1) }) {
      let (base, size) = (words[word].depth, words[word].size)
      let drop = words[word].vertical ? widestShift : widestDrop
      if let last = rows.last, base - last.base <= drop * max(size, last.size) {
        rows[rows.count - 1].words.append(word)
      } else {
        rows.append((base, size, [word]))
      }
    }
    return rows.map(\.words)
  }

  /// Splits rows into lines. Subscripts and superscripts, which are rows of their own, move into
  /// the gaps that they fill.
  private static func parts(
    of rows: [[Int]], _ words: [recto_word], _ order: DrawingOrder
  ) -> [[[Int]]] {
    /// The row of each script and the size of its text: that of the largest, where scripts have scripts.
    var owners: [Int: (row: Int, size: Double)] = [:]
    let found = rows.enumerated().map { number, row in
      var parts: [[Int]] = []
      for word in row.sorted(by: { (words[$0].along, $0) < (words[$1].along, $1) }) {
        if let last = parts.last?.last, isOneLine(words[last], words[word]) {
          parts[parts.count - 1].append(word)
        } else if let last = parts.last?.last,
          let between = Self.scripts(between: last, word, words, order)
        {
          parts[parts.count - 1] += between + [word]
          for script in between where words[last].size > owners[script]?.size ?? 0 {
            owners[script] = (number, words[last].size)
          }
        } else {
          parts.append([word])
        }
      }
      return parts
    }
    return found.enumerated().map { number, parts in
      parts.map { $0.filter { owners[$0]?.row ?? number == number } }.filter { !$0.isEmpty }
    }.filter { !$0.isEmpty }
  }

  private static func lines(_ parts: [[Int]], _ words: [recto_word], row number: Int) -> [Line] {
    var lines = parts.map { Line($0, words, row: number) }
    for (index, (part, next)) in zip(parts, parts.dropFirst()).enumerated() {
      guard let last = part.last, let first = next.first else { continue }
      lines[index + 1].isDrawnNext = words[first].follows(words[last])
    }
    return lines
  }

  static func isOneLine(_ first: recto_word, _ second: recto_word) -> Bool {
    let size = min(first.size, second.size)
    let gap = second.along - first.end
    if gap <= widestLeap * size { return true }
    // Right-to-left text is drawn in the opposite order.
    let places = [(first, second), (second, first)]
    if places.contains(where: { $1.position == $0.end_position }) { return gap <= widestGap * size }
    return gap <= widestSpace * size
      && places.contains { $1.spaces_position == $0.end_position }
  }

}

extension PieceLines.Line {
  init(_ indices: [Int], _ words: [recto_word], row: Int) {
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
  func follows(_ other: recto_word) -> Bool {
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
