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
  /// The largest difference between the middles of a vertical line's pieces, in em.
  private static let widestShift = 0.3
  /// The widest gap between pieces that are drawn one after another, in em.
  private static let widestGap = 1.5
  /// The widest gap between pieces with a drawn space between them, in em.
  private static let widestSpace = 2.5
  /// The widest gap between pieces that are not drawn one after another, in em.
  private static let widestLeap = 0.8
  /// The largest size of indices and exponents, as a share of that of their text.
  private static let largestScript = 0.85
  /// The largest distance between the baselines of a script and its text, in em.
  private static let farthestScript = 0.65
  /// The maximum number of pieces between two words of a line that stand above or below it.
  private static let mostScripts = 16
  /// The largest distance between the baselines of lines of columns that stand beside each other, in em.
  private static let deepestRow = 0.9
  /// The largest ratio of the font sizes of such lines.
  private static let widestSizes = 1.2
  /// The minimum number of rows that show the edge of a column.
  private static let fewestColumnRows = 4
  /// The minimum number of words of a column's line beside another: fewer are labels, cells or parts of formulas.
  private static let fewestWords = 3

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
    // The engine parts some of the lines of two columns, and wide spaces, and has both parts in the block.
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
    guard !leftEdges.isEmpty || !rightEdges.isEmpty else { return nil }
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

  /// The words on both sides of the gutter between two lines of which the second one begins beside the first
  /// one, though not on its baseline: lines of columns are not always level. Nil for other lines.
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

  /// The parts of rows that are lines, with the indices and exponents that fill their gaps, which have rows of
  /// their own.
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

  /// The parts of rows, with those split where most other rows have a part that begins on the same edge: some
  /// makers draw level lines of columns one after the other, and a full line leaves a narrow gap.
  private static func splitAtColumns(_ rows: [[[Int]]], _ words: [recto_word]) -> [[[Int]]] {
    /// The pieces of a part, by place, with a wide gap in front of them.
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
    guard !together.hasNone, !apart.isEmpty else { return rows }
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

  private static func lines(_ parts: [[Int]], _ words: [recto_word], row number: Int) -> [Line] {
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
    // Text from right to left is drawn from there.
    let places = [(first, second), (second, first)]
    if places.contains(where: { $1.position == $0.end_position }) { return gap <= widestGap * size }
    return gap <= widestSpace * size
      && places.contains { $1.spaces_position == $0.end_position }
  }

  /// The indices and exponents in the gap between two pieces of a row, if they were drawn between them and
  /// nothing else was; nil otherwise.
  private static func scripts(
    between first: Int, _ second: Int, _ words: [recto_word], _ order: DrawingOrder
  ) -> [Int]? {
    let (base, size) = (words[first], min(words[first].size, words[second].size))
    // Scripts of scripts go with those to the text.
    guard !isScript(base, words, order) else { return nil }
    var (scripts, last): ([Int], recto_word) = ([], base)
    while scripts.count < mostScripts, let index = order.next(to: last) {
      let next = words[index]
      guard next.size <= largestScript * size, next.rotation == base.rotation, !next.diagonal,
        abs(next.baseline - base.baseline) <= farthestScript * size, isOneLine(last, next)
      else { return nil }
      scripts.append(index)
      if words[second].follows(next) { return isOneLine(next, words[second]) ? scripts : nil }
      last = next
    }
    return nil
  }

  /// True if a piece is an index or exponent, or goes on in one.
  private static func isScript(
    _ piece: recto_word, _ words: [recto_word], _ order: DrawingOrder
  ) -> Bool {
    var piece = piece
    for _ in 0..<mostScripts {
      guard let before = order.previous(to: piece).map({ words[$0] }) else { return false }
      if piece.size <= largestScript * before.size { return true }
      guard before.size <= piece.size / largestScript,
        abs(before.baseline - piece.baseline) <= farthestScript * piece.size
      else { return false }
      piece = before
    }
    return false
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

/// Pieces in the order in which they were drawn.
private final class DrawingOrder {
  /// Pieces, by index, by the position of what was drawn before and after them, made at the first request.
  private var followers: [Int32: Int] = [:]
  private var leaders: [Int32: Int] = [:]
  private let words: [recto_word]
  private var isMade = false

  init(_ words: [recto_word]) { self.words = words }

  /// The index of the piece that was drawn directly after another one.
  func next(to word: recto_word) -> Int? {
    make()
    return followers[word.end_position]
  }

  /// The index of the piece that was drawn directly before another one.
  func previous(to word: recto_word) -> Int? {
    make()
    return leaders[word.spaces_position]
  }

  private func make() {
    guard !isMade else { return }
    for (index, word) in words.enumerated() {
      followers[word.spaces_position] = index
      leaders[word.end_position] = index
    }
    isMade = true
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

  /// True if there are none at all.
  var hasNone: Bool { counts.isEmpty }

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
