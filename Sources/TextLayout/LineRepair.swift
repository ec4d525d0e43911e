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
  struct Place: Hashable {
    let block: Int
    let line: Int
  }

  var blocks: [[Line]]
  let text: FoundText
  /// The plain lines by the height of their baselines, in steps of `rowHeight`.
  private var rows: [Int: [Place]] = [:]
  private static let rowHeight = 16.0
  /// The largest distance at which neighbors are searched, in points.
  private static let farthest = 400.0

  /// The maximum number of lines: pages with more are not reading text, and would take long.
  private static let mostLines = 4_000
  static let longestLabel = 7
  private static let leastDots = 4

  /// The lines without `others`, words by index.
  init(_ text: FoundText, without others: Set<Int> = []) {
    self.text = text
    let words = Array(text.words)
    let mayHaveColumns = text.lines.count <= Self.mostLines
    blocks = text.blocks.flatMap { block in
      let lines = range(block.first_line, block.line_count).map { index in
        let line = text.lines[index]
        return range(line.first_word, line.word_count).filter {
          !words[$0].diagonal && !others.contains($0)
        }
      }
      let columns = mayHaveColumns ? Self.columns(of: lines, words, text) : [lines]
      return columns.map { $0.compactMap { Self.line($0, text) } }
    }.filter { !$0.isEmpty }
    guard mayHaveColumns else { return }
    indexRows()
    attachScripts()
    attachBullets()
    joinRows()
    joinLeaders()
    attachInitials()
    splitLeadingCompanions()
    attachCompanions()
    attachLabels()
    dropEmptyLines()
  }

  /// The lines of a block, separately for each column if the engine merged the lines of two
  /// columns.
  private static func columns(
    of lines: [[Int]], _ words: [recto_word], _ text: FoundText
  ) -> [[[Int]]] {
    let split = PieceLines(splitting: lines, words) { text.isRightToLeft($0) }
    guard let split, split.lines.count <= mostLines else { return [lines] }
    return LineBlocks(split).blocks.map { block in block.map { split.lines[$0].words } }
  }

  /// Drops what the words of lines that were moved leave behind.
  mutating func dropEmptyLines() {
    blocks = blocks.map { $0.filter { !$0.words.isEmpty } }.filter { !$0.isEmpty }
  }

  mutating func indexRows() {
    rows = [:]
    for block in blocks.indices {
      for (index, line) in blocks[block].enumerated() where line.isPlain {
        rows[Self.row(line.baseline), default: []].append(Place(block: block, line: index))
      }
    }
  }

  private static func row(_ baseline: Double) -> Int {
    Int(max(-1e6, min(1e6, baseline / rowHeight)))
  }

  /// The places of lines whose baselines are within `reach` points of this line's, and some others
  /// nearby. Searches at least `rowHeight` and at most `farthest` points away.
  func neighbors(of line: Line, within reach: Double = rowHeight) -> [Place] {
    let reach = min(max(reach, Self.rowHeight), Self.farthest)
    let range = Self.row(line.baseline - reach)...Self.row(line.baseline + reach)
    return range.flatMap { rows[$0] ?? [] }.filter { !self.line($0).words.isEmpty }
  }

  func line(_ place: Place) -> Line { blocks[place.block][place.line] }

  /// Moves the words of a line into another one.
  mutating func move(_ place: Place, to target: Place, at index: Int) {
    let moved = line(place)
    blocks[target.block][target.line].words.insert(contentsOf: moved.words, at: index)
    blocks[target.block][target.line].box = line(target).box.union(moved.box)
    blocks[place.block][place.line].words = []
  }

  static func line(_ words: [Int], _ text: FoundText) -> Line? {
    guard let first = words.first else { return nil }
    var box = Rect(text.words[first].box)
    var base = first
    var (isPlain, count) = (true, 0)
    func weight(_ word: Int) -> Double {
      text.words[word].size * Double(text.words[word].char_count)
    }
    for index in words {
      let word = text.words[index]
      box = box.union(Rect(word.box))
      // The largest word's baseline is the line's: others are raised or lowered.
      if weight(index) > weight(base) { base = index }
      isPlain = isPlain && word.rotation == 0 && !word.vertical
      count += Int(word.char_count)
    }
    return Line(
      words: words, box: box, size: text.words[base].size, baseline: text.words[base].baseline,
      isPlain: isPlain, characterCount: count)
  }

  // MARK: Scripts

  /// Moves subscripts and superscripts that are lines by themselves to the letters that they stand at.
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
        if let last, isLevel(line(last), line(place)),
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

  /// True if there are enough dots for a leader; fewer may be an ellipsis.
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
  private func isLevel(_ first: Line, _ second: Line) -> Bool {
    first.isPlain && second.isPlain
      && abs(first.baseline - second.baseline) <= 0.25 * min(first.size, second.size)
      && max(first.size, second.size) <= 1.25 * min(first.size, second.size)
  }

  /// The nearest level line to the right or to the left of this one; outside of `block`, if it is
  /// given.
  func partner(of line: Line, in block: Int? = nil, onRight: Bool) -> Place? {
    var best: (place: Place, distance: Double)?
    for place in neighbors(of: line) where place.block != block {
      let other = self.line(place)
      guard other.words != line.words, isLevel(other, line) else { continue }
      let distance =
        onRight ? other.box.minX - line.box.maxX : line.box.minX - other.box.maxX
      if distance > -0.1 * line.size, distance < best?.distance ?? .infinity {
        best = (place, distance)
      }
    }
    return best?.place
  }
}
