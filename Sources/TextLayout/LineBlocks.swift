import RectoPageModel

/// Puts lines that stand below one another into blocks, and the blocks into reading order (`XYCut`).
struct LineBlocks {
  fileprivate struct Block {
    var lines: [Int]
    var start: Double
    var end: Double
    var top: Double
    var bottom: Double
    /// The size of its largest letters.
    var size: Double
    /// The distance of its last two baselines; nil for one line.
    var leading: Double?
  }

  /// Lines, by index.
  let blocks: [[Int]]

  /// The largest leading within a block, in em.
  private static let widestLeading = 1.9
  /// The largest leading within a block, in multiples of the leading above it.
  private static let widestChange = 1.25
  /// The largest ratio of the font sizes of neighboring lines in a block.
  private static let widestSizes = 1.2
  /// The distance, in em, by which letters of justified lines hang over their edges.
  private static let widestOverhang = 0.5

  init(_ lines: PieceLines) {
    let rotations = Dictionary(grouping: lines.lines.indices) { lines.lines[$0].rotation }
    let letters = rotations.mapValues { indices in
      indices.reduce(0) { $0 + lines.lines[$1].characterCount }
    }
    // Text in another rotation than most of the page comes last.
    let order = rotations.keys.sorted {
      (-(letters[$0] ?? 0), $0) < (-(letters[$1] ?? 0), $1)
    }
    blocks = order.flatMap { rotation in
      let found = Self.blocks(rotations[rotation] ?? [], lines.lines)
      let places = found.enumerated().map { index, block in
        XYCut.Place(
          index: index, start: block.start, end: block.end, top: block.top, bottom: block.bottom,
          baseline: lines.lines[block.lines[0]].baseline, size: block.size)
      }
      return XYCut.inReadingOrder(places).map { found[$0.index].lines }
    }
  }

  private static func blocks(_ indices: [Int], _ lines: [PieceLines.Line]) -> [Block] {
    var blocks: [Block] = []
    /// Blocks that may go on, of which those far above are dropped.
    var open: [Int] = []
    for row in rows(indices, lines) {
      let (top, size) = (lines[row[0]].baseline, row.map { lines[$0].size }.max() ?? 0)
      open.removeAll { block in
        let last = lines[blocks[block].lines[blocks[block].lines.count - 1]]
        return top - last.baseline > widestLeading * max(size, last.size)
      }
      let candidates = row.map { line in open.filter { goesOn(blocks[$0], line, lines) } }
      if let block = candidates[0].first, candidates.allSatisfy({ $0 == [block] }),
        isSpread(row.map { lines[$0] }, blocks[block])
      {
        for line in row { blocks[block].append(line, lines) }
        continue
      }
      for (line, found) in zip(row, candidates) {
        // A line below two columns is in neither, and of two lines below one neither goes on.
        let isAlone = found.count == 1 && candidates.count { $0.contains(found[0]) } == 1
        if isAlone {
          blocks[found[0]].append(line, lines)
        } else {
          open.append(blocks.count)
          blocks.append(Block(line, lines[line]))
        }
      }
    }
    return blocks
  }

  /// True if lines on one height are the words of one justified line, with gaps as wide as gutters: they
  /// were drawn one after the other and reach from edge to edge of the block above them.
  private static func isSpread(_ row: [PieceLines.Line], _ block: Block) -> Bool {
    guard row.count > 1, row.dropFirst().allSatisfy(\.isDrawnNext) else { return false }
    let tolerance = widestOverhang * row[0].size
    return abs(row[0].start - block.start) <= tolerance
      && abs(row[row.count - 1].end - block.end) <= tolerance
  }

  private static func rows(_ indices: [Int], _ lines: [PieceLines.Line]) -> [[Int]] {
    var rows: [[Int]] = []
    for line in indices {
      if let last = rows.last?.last, lines[last].row == lines[line].row {
        rows[rows.count - 1].append(line)
      } else {
        rows.append([line])
      }
    }
    return rows
  }

  private static func goesOn(_ block: Block, _ index: Int, _ lines: [PieceLines.Line]) -> Bool {
    let (line, last) = (lines[index], lines[block.lines[block.lines.count - 1]])
    let leading = line.baseline - last.baseline
    let (low, high) = (min(line.size, last.size), max(line.size, last.size))
    return leading > 0 && high <= widestSizes * low
      && leading <= min(widestLeading * low, (block.leading ?? .infinity) * widestChange + 0.1)
      && min(line.end, block.end) > max(line.start, block.start)
  }

}

extension LineBlocks.Block {
  fileprivate init(_ index: Int, _ line: PieceLines.Line) {
    self.init(
      lines: [index], start: line.start, end: line.end, top: line.top, bottom: line.bottom,
      size: line.size)
  }

  fileprivate mutating func append(_ index: Int, _ all: [PieceLines.Line]) {
    let last = all[lines[lines.count - 1]]
    if last.row != all[index].row { leading = all[index].baseline - last.baseline }
    lines.append(index)
    start = min(start, all[index].start)
    end = max(end, all[index].end)
    top = min(top, all[index].top)
    bottom = max(bottom, all[index].bottom)
    size = max(size, all[index].size)
  }
}
