import CRectoTextLayout
import RectoPageModel

/// Joins lines that Poppler splits and a reader would not: an entry of a table of contents and its page
/// number, a formula and its number, a list item and its label, a letter and its index. Splits lines of
/// two columns that Poppler joins. Slanted lines are left to `SlantedLines`.
struct LineRepair {
  /// Words by index, from left to right.
  struct Line {
    var words: [Int]
    var box: Rect
    /// The size of most of its letters.
    let size: Double
    let baseline: Double
    /// True if it stands upright and runs along; other lines stay as they are.
    let isPlain: Bool
    let characterCount: Int
  }

  /// The place of a line among the blocks.
  private struct Place: Hashable {
    let block: Int
    let line: Int
  }

  private(set) var blocks: [[Line]]
  private let text: FoundText
  /// The plain lines by the height of their baselines, in steps of `rowHeight`.
  private var rows: [Int: [Place]] = [:]
  private static let rowHeight = 16.0

  /// The maximum number of lines: pages with more are not reading text, and would take long.
  private static let mostLines = 4_000
  /// Text at the end of a line that it tells of has no more characters.
  private static let longestCompanion = 24
  private static let longestLabel = 7
  /// The widest gap behind a label, in sizes of its line.
  private static let widestLabelGap = 5.0
  private static let leastDots = 4
  /// More lines than this with the numbers 1, 2, 3 are counted in the margin.
  private static let mostCountedLines = 5

  init(_ text: FoundText) {
    self.text = text
    let words = Array(text.words)
    let mayHaveColumns = text.lines.count <= Self.mostLines
    blocks = text.blocks.flatMap { block in
      let lines = range(block.first_line, block.line_count).map { index in
        let line = text.lines[index]
        return range(line.first_word, line.word_count).filter { !words[$0].diagonal }
      }
      let columns = mayHaveColumns ? Self.columns(of: lines, words, text) : [lines]
      return columns.map { $0.compactMap { Self.line($0, text) } }
    }.filter { !$0.isEmpty }
    guard mayHaveColumns else { return }
    indexRows()
    attachScripts()
    joinRows()
    joinLeaders()
    splitLeadingCompanions()
    attachCompanions()
    attachLabels()
    dropEmptyLines()
  }

  /// The lines of a block; those of each column where the block has the lines of two for one.
  private static func columns(
    of lines: [[Int]], _ words: [recto_word], _ text: FoundText
  ) -> [[[Int]]] {
    let split = PieceLines(splitting: lines, words) { text.isRightToLeft($0) }
    guard let split, split.lines.count <= mostLines else { return [lines] }
    return LineBlocks(split).blocks.map { block in block.map { split.lines[$0].words } }
  }

  /// Drops what the words of lines that were moved leave behind.
  private mutating func dropEmptyLines() {
    blocks = blocks.map { $0.filter { !$0.words.isEmpty } }.filter { !$0.isEmpty }
  }

  private mutating func indexRows() {
    rows = [:]
    for block in blocks.indices {
      for (index, line) in blocks[block].enumerated() where line.isPlain {
        rows[Self.row(line), default: []].append(Place(block: block, line: index))
      }
    }
  }

  private static func row(_ line: Line) -> Int {
    Int(max(-1e6, min(1e6, line.baseline / rowHeight)))
  }

  /// The places of lines that are about as high as this one.
  private func neighbors(of line: Line) -> [Place] {
    let row = Self.row(line)
    return (row - 1...row + 1).flatMap { rows[$0] ?? [] }.filter { !self.line($0).words.isEmpty }
  }

  private func line(_ place: Place) -> Line { blocks[place.block][place.line] }

  /// Moves the words of a line into another one.
  private mutating func move(_ place: Place, to target: Place, at index: Int) {
    let moved = line(place)
    blocks[target.block][target.line].words.insert(contentsOf: moved.words, at: index)
    blocks[target.block][target.line].box = line(target).box.union(moved.box)
    blocks[place.block][place.line].words = []
  }

  private static func line(_ words: [Int], _ text: FoundText) -> Line? {
    guard let first = words.first else { return nil }
    let all = words.map { text.words[$0] }
    // The largest word's baseline is the line's: others are raised or lowered.
    let base = all.max { ($0.size * Double($0.char_count)) < ($1.size * Double($1.char_count)) }
    return Line(
      words: words,
      box: all.dropFirst().reduce(Rect(text.words[first].box)) { $0.union(Rect($1.box)) },
      size: base?.size ?? 0, baseline: base?.baseline ?? 0,
      isPlain: all.allSatisfy { $0.rotation == 0 && !$0.vertical },
      characterCount: all.reduce(0) { $0 + Int($1.char_count) })
  }

  // MARK: Scripts

  /// Moves indices and exponents that are lines by themselves to the letters that they stand at.
  private mutating func attachScripts() {
    let places = blocks.indices.flatMap { block in
      blocks[block].indices.map { Place(block: block, line: $0) }
    }
    for place in places.reversed() {
      let script = line(place)
      guard script.isPlain, script.size > 0, script.characterCount <= Self.longestLabel else {
        continue
      }
      for base in neighbors(of: script) where base != place {
        guard let index = insertion(of: script, in: line(base)) else { continue }
        move(place, to: base, at: index)
        break
      }
    }
  }

  /// The place of a small line among the words of a larger one; nil if it is not one of its
  /// indices.
  private func insertion(of script: Line, in base: Line) -> Int? {
    guard base.size >= 1.15 * script.size,
      script.baseline > base.baseline - 0.8 * base.size,
      script.baseline < base.baseline + 0.45 * base.size
    else { return nil }
    for (index, word) in base.words.enumerated() {
      let box = text.words[word].box
      let size = text.words[word].size
      if size >= 1.15 * script.size, script.box.minX > box.x2 - 0.2 * size,
        script.box.minX < box.x2 + 0.2 * size
      {
        return index + 1
      }
    }
    // A note begins with its mark.
    guard let first = base.words.first else { return nil }
    let start = text.words[first].box.x1
    let touches =
      script.box.maxX < start + 0.1 * base.size
      && script.box.maxX > start - 0.5 * base.size
    return touches && script.baseline <= base.baseline ? 0 : nil
  }

  // MARK: Rows

  /// Joins lines of a block that stand beside one another.
  private mutating func joinRows() {
    for block in blocks.indices {
      var last: Place?
      for index in blocks[block].indices where !blocks[block][index].words.isEmpty {
        let place = Place(block: block, line: index)
        if let last, isBeside(line(last), line(place)),
          line(place).box.minX >= line(last).box.maxX
        {
          move(place, to: last, at: line(last).words.count)
        } else {
          last = place
        }
      }
    }
  }

  /// Joins the parts of an entry in a table of contents, whatever the gaps between them: a page number to
  /// the leader on its left, and a leader that begins a line to the entry on its left.
  private mutating func joinLeaders() {
    var hasMoved = false
    for block in blocks.indices {
      for index in blocks[block].indices where !blocks[block][index].words.isEmpty {
        let place = Place(block: block, line: index)
        if isLeader(line(place).words.reversed().prefix(while: isDots)),
          let number = partner(of: line(place), onRight: true),
          isPageNumber(line(number).words[...])
        {
          move(number, to: place, at: line(place).words.count)
          hasMoved = true
        }
        // Dots that lead to no number are those of a matrix, or leave something out.
        let words = line(place).words
        let dots = words.prefix(while: isDots)
        if isLeader(dots), isPageNumber(words.dropFirst(dots.count)),
          let entry = partner(of: line(place), onRight: false)
        {
          move(place, to: entry, at: line(entry).words.count)
          hasMoved = true
        }
      }
    }
    guard hasMoved else { return }
    dropEmptyLines()
    indexRows()
  }

  private func isDots(_ word: Int) -> Bool { text.isLeader(text.words[word]) }

  /// True if words that are dots are enough of them for a leader, and no ellipsis.
  private func isLeader(_ dots: some Sequence<Int>) -> Bool {
    dots.reduce(0) { $0 + Int(text.words[$1].char_count) } >= Self.leastDots
  }

  /// True if words are one with a digit, such as "12" or "A-3", or a small Roman number.
  private func isPageNumber(_ words: ArraySlice<Int>) -> Bool {
    guard words.count == 1, let word = words.first else { return false }
    let scalars = text.scalars(of: text.words[word]).compactMap(Unicode.Scalar.init)
    return scalars.count <= Self.longestLabel
      && (scalars.contains { $0.properties.numericType != nil }
        || !scalars.isEmpty && scalars.allSatisfy { "ivxlc".unicodeScalars.contains($0) })
  }

  /// True if two lines have one height and about one size.
  private func isBeside(_ first: Line, _ second: Line) -> Bool {
    first.isPlain && second.isPlain
      && abs(first.baseline - second.baseline) <= 0.25 * min(first.size, second.size)
      && max(first.size, second.size) <= 1.25 * min(first.size, second.size)
  }

  /// Splits off the lines at the beginning of a block that end other lines: Poppler takes text at
  /// the right margin for the beginning of the paragraph below it. Their partners come before it.
  private mutating func splitLeadingCompanions() {
    var splits: [(block: Int, count: Int, partners: Set<Int>)] = []
    for (block, lines) in blocks.enumerated() where lines.count > 1 {
      let partners = lines.prefix { isShort([$0]) }.map {
        partner(of: $0, in: block, onRight: false)
      }
      .prefix { $0 != nil }.compactMap(\.self)
      let rest = lines.dropFirst(partners.count).filter { !$0.words.isEmpty }
      guard !partners.isEmpty, let next = rest.first,
        partners.allSatisfy({ next.box.minX < line($0).box.maxX && isAbove(blocks[$0.block], rest) }
        )
      else { continue }
      splits.append((block, partners.count, Set(partners.map(\.block).filter { $0 > block })))
    }
    guard !splits.isEmpty else { return }
    let moved = splits.reduce(Set<Int>()) { $0.union($1.partners) }
    var result: [[Line]] = []
    for (block, lines) in blocks.enumerated() {
      guard let split = splits.first(where: { $0.block == block }) else {
        if !moved.contains(block) { result.append(lines) }
        continue
      }
      result += split.partners.sorted().map { blocks[$0] }
      result.append(Array(lines.prefix(split.count)))
      result.append(Array(lines.dropFirst(split.count)))
    }
    blocks = result
    indexRows()
  }

  private func isAbove(_ block: [Line], _ lines: [Line]) -> Bool {
    guard let lowest = block.map(\.box.maxY).max(), let highest = lines.map(\.box.minY).min() else {
      return false
    }
    return lowest <= highest + 2
  }

  /// Moves short blocks that have no column of their own to the ends of the lines on their left.
  private mutating func attachCompanions() {
    for block in blocks.indices.reversed() where isShort(blocks[block]) {
      let partners = blocks[block].compactMap { partner(of: $0, in: block, onRight: false) }
      guard partners.count == blocks[block].count, !hasOwnColumn(block, beside: partners) else {
        continue
      }
      for (number, place) in partners.enumerated() {
        move(Place(block: block, line: number), to: place, at: line(place).words.count)
      }
    }
  }

  /// True if a block is one that can stand at the end of other lines: one line, or numbers and single
  /// words below one another.
  private func isShort(_ block: [Line]) -> Bool {
    block.allSatisfy { line in
      line.isPlain && !line.words.isEmpty && line.characterCount <= Self.longestCompanion
        && (block.count == 1 ? line.words.count <= 4 : line.words.count <= 2)
    }
  }

  /// Moves signs, numbers and letters of lists that stand by themselves to the lines on their right.
  private mutating func attachLabels() {
    for block in blocks.indices where isLabels(blocks[block]) {
      let partners = blocks[block].compactMap { label in
        partner(of: label, in: block, onRight: true).flatMap { place in
          line(place).box.minX - label.box.maxX <= Self.widestLabelGap * line(place).size
            ? place : nil
        }
      }
      guard partners.count == blocks[block].count else { continue }
      for (number, place) in partners.enumerated() {
        move(Place(block: block, line: number), to: place, at: 0)
      }
    }
  }

  private func isLabels(_ block: [Line]) -> Bool {
    let labels = block.map { line in
      line.words.flatMap { Array(text.scalars(of: text.words[$0])) }
    }
    guard zip(block, labels).allSatisfy({ $0.isPlain && isLabel($1) }) else { return false }
    return block.count <= Self.mostCountedLines || !areCounted(labels)
  }

  private func isLabel(_ scalars: [UInt32]) -> Bool {
    guard !scalars.isEmpty, scalars.count <= Self.longestLabel else { return false }
    let text = scalars.compactMap(Unicode.Scalar.init)
    let letters = text.count { $0.properties.isAlphabetic }
    let hasDigit = text.contains { $0.properties.numericType != nil }
    // "1", "2.1", "A.3", "(a)", "b.", and signs without letters.
    return letters == 0 || letters == 1 && (hasDigit || text.count > 1)
  }

  /// True if labels are the numbers of the lines themselves.
  private func areCounted(_ labels: [[UInt32]]) -> Bool {
    let numbers = labels.map { label in
      Int(String(String.UnicodeScalarView(label.compactMap(Unicode.Scalar.init))))
    }
    return zip(numbers, numbers.dropFirst()).allSatisfy { first, second in
      guard let first, let second else { return false }
      return second - first == 1
    }
  }

  /// The nearest line, of another block if one is given, that goes on where this one ends, or before it
  /// begins.
  private func partner(of line: Line, in block: Int? = nil, onRight: Bool) -> Place? {
    var best: (place: Place, distance: Double)?
    for place in neighbors(of: line) where place.block != block {
      let other = self.line(place)
      guard other.words != line.words, isBeside(other, line) else { continue }
      let distance =
        onRight ? other.box.minX - line.box.maxX : line.box.minX - other.box.maxX
      if distance > -0.1 * line.size, distance < best?.distance ?? .infinity {
        best = (place, distance)
      }
    }
    return best?.place
  }

  /// True if a block shares a column with a neighbor above or below that its partners are not in.
  private func hasOwnColumn(_ block: Int, beside partners: [Place]) -> Bool {
    let own = box(blocks[block])
    let left = partners.map { line($0).box }.min { $0.maxX < $1.maxX }?.maxX ?? own.minX
    let others = blocks.indices.filter { $0 != block }.flatMap { other in
      blocks[other].filter { line in
        !line.words.isEmpty && line.box.minX < own.maxX && line.box.maxX > own.minX
      }.map { (block: other, box: $0.box) }
    }
    let above = others.filter { $0.box.maxY <= own.minY + 2 }.max { $0.box.maxY < $1.box.maxY }
    let below = others.filter { $0.box.minY >= own.maxY - 2 }.min { $0.box.minY < $1.box.minY }
    return [above, below].compactMap(\.self).contains { neighbor in
      // Over both, or of its kind, as in a table.
      neighbor.box.minX > left && !isShort(blocks[neighbor.block].filter { !$0.words.isEmpty })
    }
  }

  private func box(_ block: [Line]) -> Rect {
    block.dropFirst().reduce(block[0].box) { $0.union($1.box) }
  }
}
