import CRectoTextLayout
import RectoPageModel

/// Makes words, lines and blocks of the page model from the pieces that an engine found.
package final class TextBuilder {
  package let text: FoundText
  private let toPage: AffineTransform
  private let unit: Double
  /// True if page points equal the engine's own numbers, as on most pages.
  private let isIdentity: Bool
  private var fonts: [UInt32: String?] = [:]
  private let spacing: WordSpacing
  /// The index of the line that each word was found in.
  private lazy var lineOfWord: [Int] = text.lines.indices.flatMap { line in
    repeatElement(line, count: Int(text.lines[line].word_count))
  }

  /// `toPage` leads from where the text was found to page points, of which a unit has `unit`.
  package init(_ text: FoundText, toPage: AffineTransform, unit: Double = 1) {
    self.text = text
    spacing = WordSpacing(text)
    self.toPage = toPage
    self.unit = unit
    isIdentity = toPage == .identity
  }

  /// The same text with columns of letters that are drawn upright, one below the other, as vertical text.
  var withUprightColumns: TextBuilder {
    UprightColumns.marked(in: text).map { TextBuilder($0, toPage: toPage, unit: unit) } ?? self
  }

  /// A paragraph, or a cell of a table.
  package struct GeometricBlock {
    package let role: TextRole
    /// Lines of words, given by index.
    package let lines: [[Int]]
  }

  /// The blocks as they were found, repaired, columns one after the other, and tables row by row.
  package lazy var geometricBlocks: [GeometricBlock] = {
    let tables = TableFinder(text).tables
    let inTables = Set(tables.flatMap(\.words))
    let upright = inReadingOrder(LineRepair(text, without: inTables).blocks, tables)
    let slanted = SlantedLines(text).blocks.map { GeometricBlock(role: .paragraph, lines: $0) }
    let blocks = upright + slanted
    // The value of a form field never comes before the page's first text.
    let values = blocks.prefix { $0.lines.joined().allSatisfy { text.words[$0].annotation } }
    let rest = blocks.dropFirst(values.count)
    return Array(rest.prefix(1) + values + rest.dropFirst())
  }()

  /// The blocks by their places on the page; Poppler's own order mixes columns up. Text that is turned
  /// comes last, or stays as it was found where it is most of the page.
  private func inReadingOrder(
    _ blocks: [[LineRepair.Line]], _ tables: [FoundTable]
  ) -> [GeometricBlock] {
    let (plain, turned) = (
      blocks.filter { $0.allSatisfy(\.isPlain) }, blocks.filter { !$0.allSatisfy(\.isPlain) }
    )
    func paragraphs(_ blocks: [[LineRepair.Line]]) -> [GeometricBlock] {
      blocks.map { GeometricBlock(role: .paragraph, lines: $0.map(\.words)) }
    }
    guard plain.count + tables.count >= turned.count else {
      return paragraphs(blocks) + tables.flatMap(cells)
    }
    let isRightToLeft = text.isRightToLeft(text.words.indices)
    // A table is in the way of columns as a block of one line is.
    let whole = tables.map { table in [wholeLine(table)].compactMap(\.self) }
    let order = LineBlocks.readingOrder(of: plain + whole, isRightToLeft: isRightToLeft)
    let torn = TornParagraphs(text, isRightToLeft: isRightToLeft)
    var result: [GeometricBlock] = []
    var between: [[LineRepair.Line]] = []
    for index in order {
      if index < plain.count {
        between.append(plain[index])
      } else {
        result += paragraphs(torn.joined(between)) + cells(tables[index - plain.count])
        between = []
      }
    }
    return result + paragraphs(torn.joined(between)) + paragraphs(turned)
  }

  /// A table as a line that stands on the baseline of its first row.
  private func wholeLine(_ table: FoundTable) -> LineRepair.Line? {
    let first = table.rows.first.flatMap { LineRepair.line($0.flatMap(\.words), text) }
    return LineRepair.line(table.words, text).map { line in
      LineRepair.Line(
        words: line.words, box: line.box, size: line.size,
        baseline: first?.baseline ?? line.baseline, isPlain: line.isPlain,
        characterCount: line.characterCount)
    }
  }

  private func cells(_ table: FoundTable) -> [GeometricBlock] {
    table.rows.joined().map { cell in
      GeometricBlock(role: .tableCell, lines: text.rows(of: cell.words).map(\.words))
    }
  }

  /// The words as they are read without anything that states their order.
  package func geometricOrder() -> PageText {
    PageText(
      order: .geometry,
      blocks: geometricBlocks.compactMap { makeBlock(role: $0.role, lines: $0.lines) })
  }

  /// A block of lines of words, given by index; nil where there are none.
  package func makeBlock(role: TextRole, lines: [[Int]]) -> TextBlock? {
    let isRightToLeft = text.isRightToLeft(lines.joined())
    return TextBlock(
      role: role, lines: lines.compactMap { makeLine(words: $0, inRightToLeft: isRightToLeft) })
  }

  /// The words of one of the blocks as they were found that `includes` lets in; nil where none is.
  package func makeBlock(role: TextRole, ofBlock index: Int, includes: (Int) -> Bool) -> TextBlock?
  {
    let block = text.blocks[index]
    let lines = range(block.first_line, block.line_count).map { line in
      range(text.lines[line].first_word, text.lines[line].word_count).filter(includes)
    }
    return makeBlock(role: role, lines: lines)
  }

  /// True if two consecutive words are beside each other. The engine's own
  /// lines are split where a justified line has wide spaces, which it takes for those of columns.
  package func isOneLine(_ first: Int, _ second: Int) -> Bool {
    if lineOfWord[first] == lineOfWord[second] { return true }
    let (a, b) = (text.words[first], text.words[second])
    if a.diagonal && b.diagonal { return a.sharesSlantedLine(with: b) }
    guard a.rotation == b.rotation, a.vertical == b.vertical, !a.diagonal, !b.diagonal else {
      return false
    }
    let (one, other) = (a.across, b.across)
    let shared = min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound)
    let least = min(one.upperBound - one.lowerBound, other.upperBound - other.lowerBound)
    return shared > least / 2
  }

  /// The words of a line from its left, or its top.
  package func visualOrder(_ words: [Int]) -> [Int] {
    // Words of one line of the engine keep their positions.
    guard words.contains(where: { lineOfWord[$0] != lineOfWord[words[0]] }) else {
      return words.sorted()
    }
    return words.sorted { text.words[$0].along < text.words[$1].along }
  }

  /// A line of words, given by index from left to right; nil where there are none. It may be of text that is
  /// read from right to left.
  package func makeLine(
    words indices: [Int], language: String? = nil, inRightToLeft: Bool = false
  ) -> TextLine? {
    let spaces = spacing.spaces(after: indices)
    var words: [TextWord] = []
    var start = 0
    for end in indices.indices.map({ $0 + 1 })
    where end == indices.count || spaces[end - 1] || !isOneWord(indices[end - 1], indices[end]) {
      var word = makeWord(indices[start..<end], language: language)
      word.joinsNext = end < indices.count && !spaces[end - 1]
      words.append(word)
      start = end
    }
    guard let first = words.first else { return nil }
    let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    let baseline = baseline(of: text.words[indices[0]], to: text.words[indices[indices.count - 1]])
    guard words.contains(where: { $0.direction == .rightToLeft }) else {
      return TextLine(box: box, baseline: baseline, words: words)
    }
    let reordered = readingOrder(ofVisual: words, inRightToLeft: inRightToLeft)
    return TextLine(
      box: box,
      baseline: reordered.isRightToLeft
        ? Segment(start: baseline.end, end: baseline.start) : baseline, words: reordered.words)
  }

  /// True if two pieces that no space separates look alike, so that they are one of ours.
  private func isOneWord(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (text.words[first], text.words[second])
    guard a.font == b.font, abs(a.size - b.size) <= 0.02 * a.size, a.diagonal == b.diagonal else {
      return false
    }
    return a.diagonal
      || a.rotation == b.rotation && a.vertical == b.vertical
        && abs(a.baseline - b.baseline) <= 0.1 * a.size
  }

  /// One word of its pieces, which stand beside one another.
  private func makeWord(_ pieces: ArraySlice<Int>, language: String?) -> TextWord {
    let word = text.words[pieces[pieces.startIndex]]
    if pieces.count == 1 {
      return makeWord(
        word, text.scalars(of: word), text.boxes(of: word), shown: Rect(word.box),
        language: language)
    }
    let all = pieces.map { text.words[$0] }
    var whole = word
    (whole.end_x, whole.end_y) = (all[all.count - 1].end_x, all[all.count - 1].end_y)
    let shown = all.dropFirst().reduce(Rect(word.box)) { $0.union(Rect($1.box)) }
    let scalars = all.flatMap { Array(text.scalars(of: $0)) }
    let boxes = all.flatMap { Array(text.boxes(of: $0)) }
    return scalars.withUnsafeBufferPointer { scalars in
      boxes.withUnsafeBufferPointer { boxes in
        makeWord(whole, scalars, boxes, shown: shown, language: language)
      }
    }
  }

  private func makeWord(
    _ word: recto_word, _ scalars: UnsafeBufferPointer<UInt32>,
    _ boxes: UnsafeBufferPointer<recto_box>, shown: Rect, language: String?
  ) -> TextWord {
    let (string, clusters, boxOrder, isRightToLeft) = self.clusters(of: scalars)
    var result = TextWord(
      text: string, box: map(shown), font: font(word.font), size: word.size * unit,
      direction: word.vertical ? .topToBottom : isRightToLeft ? .rightToLeft : .leftToRight,
      language: language)
    if word.diagonal {
      setDiagonal(word, on: &result, count: max(1, clusters?.count ?? boxes.count))
    } else {
      if let clusters {
        result.glyphs = clusters.map { cluster in
          let own = cluster.map { Rect(boxes[boxOrder?[$0] ?? $0]) }
          return map(own.dropFirst().reduce(own[0]) { $0.union($1) })
        }
      } else {
        result.glyphs = boxes.map { map(Rect($0)) }
      }
      let quad = toPage.apply(shownQuad(shown, rotation: word.rotation))
      let isAcross = quad.topRight.x - quad.topLeft.x >= quad.bounds.width / 2
      // A column of vertical text stands upright, although its text runs down.
      let isColumn = word.vertical && !isAcross && quad.topRight.y > quad.topLeft.y
      if !isColumn, !isAcross || quad.topLeft.y > quad.bottomLeft.y { result.quad = quad }
    }
    return result
  }

  private func map(_ rect: Rect) -> Rect { isIdentity ? rect : toPage.apply(rect) }

  private func font(_ index: UInt32) -> String? {
    if let known = fonts[index] { return known }
    let name = text.font(index)
    fonts[index] = .some(name.isEmpty ? nil : name)
    return name.isEmpty ? nil : name
  }

  // MARK: Characters

  /// The word's text in reading order, and which of its boxes, taken in `boxOrder`, each character
  /// has: nil where that is one box each, or the boxes' own order.
  private func clusters(
    of scalars: UnsafeBufferPointer<UInt32>
  ) -> (text: String, clusters: [Range<Int>]?, boxOrder: [Int]?, isRightToLeft: Bool) {
    // Printable ASCII, which most words are, has a character and a byte for each scalar.
    if scalars.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      let string = String(unsafeUninitializedCapacity: scalars.count) { utf8 in
        for (index, scalar) in scalars.enumerated() {
          utf8[index] = UInt8(truncatingIfNeeded: scalar)
        }
        return scalars.count
      }
      return (string, nil, nil, false)
    }
    var string = ""
    string.unicodeScalars.append(
      contentsOf: scalars.lazy.map {
        $0 < 0x20 ? "\u{FFFD}" : Unicode.Scalar($0) ?? "\u{FFFD}"
      })
    guard string.unicodeScalars.contains(where: isStrongRightToLeft) else {
      return (string.withAccentsOnDots, clusterRanges(of: string), nil, false)
    }
    let visual = clusterRanges(of: string)
    let characters = Array(string)
    let order = readingOrder(ofVisual: characters, isRightToLeft: true)
    // In reading order other scalars are neighbors, which can make one character of two.
    let logical = String(order.map { characters[$0] })
    return (logical, clusterRanges(of: logical), order.flatMap { visual[$0] }, true)
  }

  /// The string's scalars for each of its characters.
  private func clusterRanges(of string: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for character in string {
      let end = start + character.unicodeScalars.count
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  // MARK: Shapes

  /// The word's corners on the shown page, in the order of `Quad`.
  private func shownQuad(_ box: Rect, rotation: UInt8) -> Quad {
    let quad = Quad(box)
    switch rotation {
    case 1:
      return Quad(
        topLeft: quad.topRight, topRight: quad.bottomRight, bottomRight: quad.bottomLeft,
        bottomLeft: quad.topLeft)
    case 2:
      return Quad(
        topLeft: quad.bottomRight, topRight: quad.bottomLeft, bottomRight: quad.topLeft,
        bottomLeft: quad.topRight)
    case 3:
      return Quad(
        topLeft: quad.bottomLeft, topRight: quad.topLeft, bottomRight: quad.topRight,
        bottomLeft: quad.bottomRight)
    default:
      return quad
    }
  }

  private func baseline(of first: recto_word, to last: recto_word) -> Segment {
    if first.diagonal {
      return toPage.apply(
        Segment(
          start: Point(x: first.start_x, y: first.start_y),
          end: last.diagonal
            ? Point(x: last.end_x, y: last.end_y) : Point(x: first.end_x, y: first.end_y)))
    }
    let segment =
      switch first.rotation {
      case 1:
        Segment(
          start: Point(x: first.baseline, y: first.box.y1),
          end: Point(x: first.baseline, y: last.box.y2))
      case 2:
        Segment(
          start: Point(x: first.box.x2, y: first.baseline),
          end: Point(x: last.box.x1, y: first.baseline))
      case 3:
        Segment(
          start: Point(x: first.baseline, y: first.box.y2),
          end: Point(x: first.baseline, y: last.box.y1))
      default:
        Segment(
          start: Point(x: first.box.x1, y: first.baseline),
          end: Point(x: last.box.x2, y: first.baseline))
      }
    return toPage.apply(segment)
  }

  /// Gives slanted text a quad along its baseline: it leaves the upright boxes that engines give.
  private func setDiagonal(_ word: recto_word, on result: inout TextWord, count: Int) {
    let (dx, dy) = (word.end_x - word.start_x, word.end_y - word.start_y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return }
    // Ascent and descent of ordinary fonts, in parts of the size.
    let (ascent, descent) = (0.95 * word.size, 0.25 * word.size)
    let (upX, upY) = (dy / length, -dx / length)
    func part(from: Double, to: Double) -> Quad {
      func corner(_ along: Double, _ up: Double) -> Point {
        toPage.apply(
          Point(x: word.start_x + dx * along + upX * up, y: word.start_y + dy * along + upY * up))
      }
      return Quad(
        topLeft: corner(from, ascent), topRight: corner(to, ascent),
        bottomRight: corner(to, -descent), bottomLeft: corner(from, -descent))
    }
    let quad = part(from: 0, to: 1)
    result.quad = quad
    result.box = quad.bounds
    let isRightToLeft = result.direction == .rightToLeft
    result.glyphs = (0..<count).map { index in
      let place = Double(isRightToLeft ? count - 1 - index : index)
      return part(from: place / Double(count), to: (place + 1) / Double(count)).bounds
    }
  }
}

package func range(_ first: UInt32, _ count: UInt32) -> Range<Int> {
  Int(first)..<Int(first) + Int(count)
}

extension Rect {
  package init(_ box: recto_box) {
    self.init(Point(x: box.x1, y: box.y1), Point(x: box.x2, y: box.y2))
  }
}
