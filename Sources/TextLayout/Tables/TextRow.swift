import CRectoTextLayout

/// Words on one height, and the parts of the row that wide gaps leave: cells, if it is a table's.
struct TextRow {
  struct Chunk {
    var words: [Int]
    var start: Double
    var end: Double
    var size: Double

    var width: Double { end - start }
  }

  /// Pieces of words, by index, from left to right.
  fileprivate(set) var words: [Int]
  /// Those of its largest words.
  fileprivate(set) var baseline: Double
  fileprivate(set) var size: Double
  fileprivate(set) var top = 0.0
  fileprivate(set) var bottom = 0.0
  fileprivate(set) var chunks: [Chunk] = []

  var start: Double { chunks[0].start }
  var end: Double { chunks[chunks.count - 1].end }
}

extension FoundText {
  /// The largest difference between the baselines of a row, in em.
  private static let widestDrop = 0.3
  /// The largest size of subscripts and superscripts, as a share of that of their text.
  private static let largestScript = 0.85
  /// The largest rise of a superscript, in em.
  private static let highestScript = 0.65
  /// The largest drop of a subscript, in em.
  private static let lowestScript = 0.4

  /// The rows of some words, given by index, from top to bottom.
  func rows(of words: [Int]) -> [TextRow] {
    var rows: [TextRow] = []
    let order = words.sorted {
      (self.words[$0].baseline, self.words[$0].box.x1, $0)
        < (self.words[$1].baseline, self.words[$1].box.x1, $1)
    }
    for index in order {
      let word = self.words[index]
      let last = rows.count - 1
      if last >= 0,
        word.baseline - rows[last].baseline <= Self.widestDrop * max(word.size, rows[last].size)
      {
        rows[last].words.append(index)
        if word.size > rows[last].size {
          (rows[last].size, rows[last].baseline) = (word.size, word.baseline)
        }
      } else {
        rows.append(TextRow(words: [index], baseline: word.baseline, size: word.size))
      }
    }
    attachScripts(&rows)
    return rows.map(finished)
  }

  /// Moves rows of subscripts and superscripts to those whose letters they stand at.
  private func attachScripts(_ rows: inout [TextRow]) {
    var gone: Set<Int> = []
    for index in rows.indices {
      let script = rows[index]
      for other in [index - 1, index + 1]
      where rows.indices.contains(other) && !gone.contains(other) && !gone.contains(index) {
        let row = rows[other]
        let drop = script.baseline - row.baseline
        guard script.size <= Self.largestScript * row.size, drop > -Self.highestScript * row.size,
          drop < Self.lowestScript * row.size, script.words.count <= row.words.count
        else { continue }
        rows[other].words += script.words
        gone.insert(index)
      }
    }
    if !gone.isEmpty { rows = rows.indices.filter { !gone.contains($0) }.map { rows[$0] } }
  }

  private func finished(_ row: TextRow) -> TextRow {
    var row = row
    row.words.sort { (words[$0].box.x1, $0) < (words[$1].box.x1, $1) }
    row.top = row.words.map { words[$0].box.y1 }.min() ?? 0
    row.bottom = row.words.map { words[$0].box.y2 }.max() ?? 0
    row.chunks = chunks(of: row.words)
    return row
  }

  // MARK: Chunks

  /// The narrowest space, in em: narrower gaps are between letters.
  private static let leastSpace = 0.08
  /// The widest space, in em.
  private static let widestSpace = 0.6
  /// The width of an ordinary space, in em.
  private static let usualSpace = 0.25
  /// The narrowest gap between cells, in em.
  fileprivate static let narrowestGutter = 0.55
  /// The narrowest gap between cells, in multiples of the row's usual space.
  private static let gutterBesideSpace = 1.9
  /// The narrowest gap between cells in monospaced text, in em, since its spaces are as wide as letters.
  private static let monospacedGutter = 1.3

  private func chunks(of row: [Int]) -> [TextRow.Chunk] {
    let gaps = zip(row, row.dropFirst()).map(gap)
    let spaces = gaps.filter { $0 > Self.leastSpace && $0 < Self.widestSpace }
    let usual = spaces.isEmpty ? Self.usualSpace : spaces.median
    var least = max(Self.narrowestGutter, Self.gutterBesideSpace * usual)
    if isMonospaced(row, fewest: 2) { least = max(least, Self.monospacedGutter) }
    var chunks: [TextRow.Chunk] = []
    for (place, index) in row.enumerated() {
      let word = words[index]
      if place > 0, gaps[place - 1] <= least {
        chunks[chunks.count - 1].words.append(index)
        chunks[chunks.count - 1].end = max(chunks[chunks.count - 1].end, word.box.x2)
        chunks[chunks.count - 1].size = max(chunks[chunks.count - 1].size, word.size)
      } else {
        chunks.append(
          TextRow.Chunk(words: [index], start: word.box.x1, end: word.box.x2, size: word.size))
      }
    }
    return chunks
  }

  /// The gap between two words, in em.
  private func gap(_ first: Int, _ second: Int) -> Double {
    (words[second].box.x1 - words[first].box.x2) / max(words[first].size, words[second].size, 1)
  }

  /// The parts of a row between gaps that may be wide enough for those of columns. No gap within one of
  /// these is between chunks.
  func narrowestChunks(of row: TextRow) -> [ArraySlice<Int>] {
    var start = 0
    var parts: [ArraySlice<Int>] = []
    for end in 1...row.words.count
    where end == row.words.count || gap(row.words[end - 1], row.words[end]) > Self.narrowestGutter {
      parts.append(row.words[start..<end])
      start = end
    }
    return parts
  }

  /// The largest difference between the widths of monospaced letters, in em.
  private static let sameWidth = 0.012
  /// The smallest width of full-width letters, in em.
  private static let fullWidth = 0.9

  /// True if the letters of at least `fewest` different words all have the same width.
  func isMonospaced(_ row: some Sequence<Int>, fewest: Int) -> Bool {
    var (least, most) = (Double.infinity, 0.0)
    var different: [UnsafeBufferPointer<UInt32>] = []
    for index in row {
      let word = words[index]
      let scalars = scalars(of: word)
      guard word.char_count > 1, word.size > 0,
        scalars.contains(where: { Unicode.Scalar($0)?.isLetter ?? false })
      else { continue }
      let width = (word.box.x2 - word.box.x1) / Double(word.char_count) / word.size
      // Chinese, Japanese and Korean letters are as wide as they are high in any font.
      guard width < Self.fullWidth else { continue }
      (least, most) = (min(least, width), max(most, width))
      if most - least > Self.sameWidth { return false }
      if different.count < fewest, !different.contains(where: scalars.elementsEqual) {
        different.append(scalars)
      }
    }
    return different.count >= fewest
  }
}
