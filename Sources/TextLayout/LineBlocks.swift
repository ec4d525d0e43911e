import RectoPageModel

/// Puts lines that stand below one another into blocks, and these into the order in which they are
/// read: columns one after the other, from top to bottom.
struct LineBlocks {
  fileprivate struct Block {
    var lines: [Int]
    var start: Double
    var end: Double
    var top: Double
    var bottom: Double
    /// The size of its largest letters.
    var size: Double
    /// The distance of its last two baselines; nil of one line.
    var leading: Double?
  }

  /// A block by index, without its lines: to be sorted often.
  private struct Place {
    let index: Int
    var start: Double
    var end: Double
    let top: Double
    let bottom: Double
    /// The depth of its first baseline.
    let baseline: Double
    let size: Double

    var area: Double { (end - start) * (bottom - top) }
  }

  private enum Axis {
    case across
    case down
  }

  /// Lines, by index.
  let blocks: [[Int]]

  /// In parts of the size: baselines of one block are no further apart. In parts of the leading of
  /// the lines above: no further than that.
  private static let widestLeading = 1.9
  private static let widestChange = 1.25
  /// Lines of one block have sizes that differ by no more.
  private static let widestSizes = 1.2
  /// In parts of the size: letters of justified lines hang this far over their edges.
  private static let widestOverhang = 0.5
  /// In parts of the size of most text.
  private static let smallestTitle = 1.25
  /// In parts of the size: a term has one line, its texts begin no further below it, and baselines of one
  /// height are no further apart.
  private static let tallestTerm = 1.6
  private static let widestTermLeading = 1.6
  private static let widestDrop = 0.25
  /// Columns are this far apart, in points.
  private static let narrowestGutter = 4.0
  /// Blocks of fewer lines are as wide as their widest one.
  private static let leastColumnLines = 4
  /// In parts of the height of all.
  private static let highestEdge = 0.12
  /// In parts of the width of a column, and of the size of the letters.
  private static let widestName = 0.6
  private static let leastAbove = 1.5
  /// A page with more blocks is not one for readers, and would take long.
  private static let mostBlocks = 2_000

  init(_ lines: PieceLines) {
    let rotations = Dictionary(grouping: lines.lines.indices) { lines.lines[$0].rotation }
    let letters = rotations.mapValues { indices in
      indices.reduce(0) { $0 + lines.lines[$1].characterCount }
    }
    // Text that is turned otherwise than most of the page comes last.
    let order = rotations.keys.sorted {
      (-(letters[$0] ?? 0), $0) < (-(letters[$1] ?? 0), $1)
    }
    blocks = order.flatMap { rotation in
      let found = Self.blocks(rotations[rotation] ?? [], lines.lines)
      let places = found.enumerated().map { index, block in
        Place(
          index: index, start: block.start, end: block.end, top: block.top, bottom: block.bottom,
          baseline: lines.lines[block.lines[0]].baseline, size: block.size)
      }
      return Self.inReadingOrder(places).map { found[$0.index].lines }
    }
  }

  /// The indices of upright blocks, which have lines, in the order in which they are read; columns of
  /// right-to-left text from the right.
  static func readingOrder(of blocks: [[LineRepair.Line]], isRightToLeft: Bool) -> [Int] {
    let found = blocks.enumerated().map { index, lines in
      let box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
      let ends = lines.map { isRightToLeft ? -$0.box.minX : $0.box.maxX }.sorted()
      return Place(
        index: index, start: isRightToLeft ? -box.maxX : box.minX, end: columnEnd(ends),
        top: box.minY, bottom: box.maxY, baseline: lines[0].baseline,
        size: lines.map(\.size).max() ?? 0)
    }
    return inReadingOrder(found).map(\.index)
  }

  /// The end of a block of whose lines these are the ends, from the nearest to the farthest: the few that
  /// reach into the gutter do not close it.
  private static func columnEnd(_ ends: [Double]) -> Double {
    ends[ends.count < leastColumnLines ? ends.count - 1 : (ends.count - 1) * 4 / 5]
  }

  // MARK: Blocks

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

  // MARK: Order

  /// Cuts the page where nothing stands: into columns, else into parts above one another.
  private static func inReadingOrder(_ all: [Place]) -> [Place] {
    guard all.count > 1 else { return all }
    guard all.count <= mostBlocks else { return fromTop(all) }
    let places = withWideTitles(all)
    let columns = parts(places, along: .across)
    let strips = parts(places, along: .down)
    if columns.count > 1 {
      return edges(strips, columns.count) ?? descriptions(columns)
        ?? columns.flatMap(inReadingOrder)
    }
    guard strips.count > 1 else { return fromTop(places) }
    return joined(strips).flatMap(inReadingOrder)
  }

  /// The first strip before all others, or the last one behind them, where it is a running head or foot
  /// that closes a gutter, or names of authors over several columns; nil of other strips.
  private static func edges(_ strips: [[Place]], _ columnCount: Int) -> [Place]? {
    guard strips.count > 1 else { return nil }
    let (top, bottom) = span(strips.joined())
    for isHead in [true, false] {
      let edge = isHead ? strips[0] : strips[strips.count - 1]
      let others = Array((isHead ? strips.dropFirst() : strips.dropLast()).joined())
      let (start, end) = span(edge)
      guard end - start <= highestEdge * (bottom - top),
        parts(others, along: .across).count > columnCount || isHead && isApart(edge, from: others)
      else { continue }
      let (first, second) = isHead ? (edge, others) : (others, edge)
      return inReadingOrder(first) + inReadingOrder(second)
    }
    return nil
  }

  private static func span(_ places: some Sequence<Place>) -> (top: Double, bottom: Double) {
    places.reduce((.infinity, -.infinity)) { (min($0.0, $1.top), max($0.1, $1.bottom)) }
  }

  /// True if places over several columns fill little of each, well above the text of these.
  private static func isApart(_ edge: [Place], from others: [Place]) -> Bool {
    let columns = Self.columns(others.map { ($0.start, $0.end) })
    let own = edge.map { place in
      columns.firstIndex {
        place.start >= $0.start - 1 && place.end <= $0.end + 1
          && place.end - place.start <= widestName * ($0.end - $0.start)
      }
    }
    let size = edge.map(\.size).max() ?? 0
    return Set(own).count > 1 && !own.contains(nil)
      && span(others).top - span(edge).bottom >= leastAbove * size
  }

  /// The places of two columns of which the first has the terms of a list and the second their texts:
  /// each term before its own texts. Nil of other columns.
  private static func descriptions(_ columns: [[Place]]) -> [Place]? {
    guard columns.count == 2,
      columns[0].allSatisfy({ $0.bottom - $0.top <= tallestTerm * $0.size }),
      let start = columns[0].map(\.start).min(), let indent = columns[1].map(\.start).min(),
      let end = columns[1].map(\.end).max(), indent - start <= end - indent
    else { return nil }
    let terms = columns[0].sorted { $0.baseline < $1.baseline }
    let texts = columns[1].sorted { $0.baseline < $1.baseline }
    for (index, term) in terms.enumerated() {
      let next = index + 1 < terms.count ? [terms[index + 1]] : []
      guard (texts + next).contains(where: { isText($0, of: term) }),
        !texts.contains(where: { isBeside($0, term) })
      else { return nil }
    }
    var result: [Place] = []
    var rest = texts[...]
    for term in terms {
      let above = rest.prefix { $0.baseline < term.baseline - tolerance(term, $0) }
      result += inReadingOrder(Array(above)) + [term]
      rest = rest.dropFirst(above.count)
    }
    return result + inReadingOrder(Array(rest))
  }

  /// True if a text begins on the line of a term, or on the next one.
  private static func isText(_ text: Place, of term: Place) -> Bool {
    let lead = text.baseline - term.baseline
    return lead >= -tolerance(term, text) && lead <= widestTermLeading * max(term.size, text.size)
  }

  /// True if a line of a text other than its first one is as high as a term.
  private static func isBeside(_ text: Place, _ term: Place) -> Bool {
    text.baseline < term.baseline - tolerance(term, text)
      && text.bottom > term.baseline - tolerance(term, text)
  }

  /// Baselines on one height differ by no more.
  private static func tolerance(_ one: Place, _ other: Place) -> Double {
    widestDrop * max(one.size, other.size)
  }

  /// The places, with titles as wide as all of them: a short title with nothing beside it stands over
  /// the columns below it, not in the first one.
  private static func withWideTitles(_ places: [Place]) -> [Place] {
    var areas: [Int: Double] = [:]
    for place in places { areas[Int(max(0, min(1e6, place.size * 4))), default: 0] += place.area }
    guard let usual = areas.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key,
      let start = places.map(\.start).min(), let end = places.map(\.end).max()
    else { return places }
    var result = places
    for (index, title) in places.enumerated()
    where title.size >= smallestTitle * Double(usual) / 4 {
      let isAlone = places.indices.allSatisfy { other in
        other == index || places[other].bottom <= title.top || places[other].top >= title.bottom
      }
      if isAlone { (result[index].start, result[index].end) = (start, end) }
    }
    return result
  }

  private static func fromTop(_ places: [Place]) -> [Place] {
    var rows: [[Place]] = []
    for place in places.sorted(by: { ($0.baseline, $0.index) < ($1.baseline, $1.index) }) {
      if let first = rows.last?.first,
        place.baseline - first.baseline <= tolerance(first, place)
      {
        rows[rows.count - 1].append(place)
      } else {
        rows.append([place])
      }
    }
    return rows.flatMap { row in row.sorted { ($0.start, $0.index) < ($1.start, $1.index) } }
  }

  /// The places in groups between which there is a gap: one of a gutter between columns, any between
  /// parts above one another.
  private static func parts(_ places: [Place], along axis: Axis) -> [[Place]] {
    var parts: [[Place]] = []
    var end = -Double.infinity
    switch axis {
    case .across:
      for place in places.sorted(by: { $0.start < $1.start }) {
        add(place, to: &parts, isApart: place.start >= end + narrowestGutter)
        end = max(end, place.end)
      }
    case .down:
      for place in places.sorted(by: { $0.top < $1.top }) {
        add(place, to: &parts, isApart: place.top >= end)
        end = max(end, place.bottom)
      }
    }
    return parts
  }

  private static func add(_ place: Place, to parts: inout [[Place]], isApart: Bool) {
    if isApart || parts.isEmpty {
      parts.append([place])
    } else {
      parts[parts.count - 1].append(place)
    }
  }

  /// Strips that have columns in common go together: gaps between paragraphs of different columns
  /// may lie on one height.
  private static func joined(_ strips: [[Place]]) -> [[Place]] {
    var groups: [[Place]] = []
    /// Those of the last group.
    var columns: [(start: Double, end: Double)] = []
    for strip in strips {
      let own = Self.columns(strip.map { ($0.start, $0.end) })
      if !groups.isEmpty, columns.count > 1 || own.count > 1 {
        let common = Self.columns(columns + own)
        if common.count > 1 {
          groups[groups.count - 1] += strip
          columns = common
          continue
        }
      }
      groups.append(strip)
      columns = own
    }
    // All of it has no columns, or it would have been cut there.
    return groups.count > 1 ? groups : strips
  }

  /// The columns that places from `start` to `end` fill, with a gutter between each two.
  private static func columns(
    _ places: [(start: Double, end: Double)]
  ) -> [(start: Double, end: Double)] {
    var columns: [(start: Double, end: Double)] = []
    for place in places.sorted(by: { $0.start < $1.start }) {
      if let last = columns.last, place.start < last.end + narrowestGutter {
        columns[columns.count - 1].end = max(last.end, place.end)
      } else {
        columns.append(place)
      }
    }
    return columns
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
