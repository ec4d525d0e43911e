import CRectoTextLayout
import RectoPageModel

/// Makes words, lines and blocks of the page model from the pieces that an engine found.
package final class TextBuilder {
  package let text: FoundText
  let toPage: AffineTransform
  let unit: Double
  /// True if page points equal the engine's own numbers, as on most pages.
  let isIdentity: Bool
  /// The names of fonts by index, as far as they were asked for.
  var fonts: [UInt32: String?] = [:]
  private let spacing: WordSpacing
  /// The index of the line that each word was found in.
  private lazy var lineOfWord: [Int] = text.lines.indices.flatMap { line in
    repeatElement(line, count: Int(text.lines[line].word_count))
  }

  /// `toPage` maps the engine's coordinates to page points; `unit` is the length of the engine's unit in
  /// points.
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
    let columns = columns?.blocks ?? []
    let taken = Set(tables.flatMap(\.words) + columns.joined().joined())
    let horizontal = inReadingOrder(LineRepair(text, without: taken).blocks, tables)
    let headlines = horizontal.prefix { isAbove($0, columns) }
    let upright =
      headlines + columns.map { GeometricBlock(role: .paragraph, lines: $0) }
      + horizontal.dropFirst(headlines.count)
    let slanted = SlantedLines(text).blocks.map { GeometricBlock(role: .paragraph, lines: $0) }
    let blocks = upright + slanted
    // The value of a form field never comes before the page's first text.
    let values = blocks.prefix { $0.lines.joined().allSatisfy { text.words[$0].annotation } }
    let rest = blocks.dropFirst(values.count)
    return Array(rest.prefix(1) + values + rest.dropFirst())
  }()

  /// True if the last baseline of a block is above columns of vertical text.
  private func isAbove(_ block: GeometricBlock, _ columns: [[[Int]]]) -> Bool {
    let top = columns.joined().joined().map { text.words[$0].box.y1 }.min()
    let bottom = block.lines.joined().map { text.words[$0].baseline }.max()
    return (bottom ?? .infinity) <= (top ?? -.infinity)
  }

  /// The columns of vertical text; nil if most of the page is other text.
  private lazy var columns: VerticalColumns? = VerticalColumns(text)

  /// The blocks in the order of their places on the page; Poppler's own order mixes columns up. Rotated
  /// text comes last, or keeps its order if it is most of the page.
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
    // A table interrupts columns as a block of one line does.
    let whole = tables.map { table in [wholeLine(table)].compactMap(\.self) }
    let order = XYCut.readingOrder(of: plain + whole, isRightToLeft: isRightToLeft)
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
    // Marked once: the letters that are left may look like columns again, and so on without end.
    let upright = withUprightColumns
    return (upright.columns == nil ? self : upright).blocksInOrder()
  }

  private func blocksInOrder() -> PageText {
    PageText(
      order: .geometry,
      blocks: geometricBlocks.compactMap { makeBlock(role: $0.role, lines: $0.lines) })
  }

  /// A block of lines of words, given by index; nil where there are none.
  package func makeBlock(role: TextRole, lines: [[Int]]) -> TextBlock? {
    let isRightToLeft = text.isRightToLeft(lines.joined())
    return TextBlock(
      role: role, lines: makeLines(lines.map { ($0, nil) }, inRightToLeft: isRightToLeft))
  }

  /// A block as it was found, with only those words that `includes` returns true for; nil if it has none.
  package func makeBlock(role: TextRole, ofBlock index: Int, includes: (Int) -> Bool) -> TextBlock?
  {
    let block = text.blocks[index]
    let lines = range(block.first_line, block.line_count).map { line in
      range(text.lines[line].first_word, text.lines[line].word_count).filter(includes)
    }
    return makeBlock(role: role, lines: lines)
  }

  /// True if two consecutive words are on one line. The engine splits its own lines where a justified line
  /// has wide spaces, which it takes for gaps between columns.
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

  /// The words of a line from left to right, or from top to bottom.
  package func visualOrder(_ words: [Int]) -> [Int] {
    // Words of one line of the engine keep their positions.
    guard words.contains(where: { lineOfWord[$0] != lineOfWord[words[0]] }) else {
      return words.sorted()
    }
    return words.sorted { text.words[$0].along < text.words[$1].along }
  }

  /// The lines of a block, of words given by index from left to right, each with its language; without those
  /// that have none. `isRightToLeft` is true within text that is read from right to left.
  package func makeLines(
    _ lines: [(words: [Int], language: String?)], inRightToLeft isRightToLeft: Bool
  ) -> [TextLine] {
    var isAfterArabic = false
    return lines.compactMap { words, language in
      let line = makeLine(
        words, language, inRightToLeft: isRightToLeft, isAfterArabic: isAfterArabic)
      if isRightToLeft, let last = line?.words.last(where: { !$0.hasNoLetters }) {
        isAfterArabic = last.hasArabicLetters
      }
      return line
    }
  }

  /// A line of words; nil if there are none. `isAfterArabic` is true if the last letter before is Arabic.
  private func makeLine(
    _ indices: [Int], _ language: String?, inRightToLeft: Bool, isAfterArabic: Bool
  ) -> TextLine? {
    let spaces = spacing.spaces(after: indices)
    guard !indices.isEmpty else { return nil }
    var words: [TextWord] = []
    words.reserveCapacity(indices.count)
    var (whole, isMixed): (Rect?, Bool) = (nil, false)
    var start = 0
    for end in 1...indices.count
    where end == indices.count || spaces[end - 1] || !isOneWord(indices[end - 1], indices[end]) {
      var word = makeWord(indices[start..<end], language: language)
      word.joinsNext = end < indices.count && !spaces[end - 1]
      whole = whole?.union(word.box) ?? word.box
      // Signs between Arabic-Indic digits, whose UTF-8 begins so, are read from the right without letters.
      isMixed = isMixed || word.direction == .rightToLeft || word.text.utf8.first == 0xD9
      words.append(word)
      start = end
    }
    guard let box = whole else { return nil }
    let baseline = baseline(of: text.words[indices[0]], to: text.words[indices[indices.count - 1]])
    guard isMixed else {
      return TextLine(box: box, baseline: baseline, words: words)
    }
    let reordered = readingOrder(
      ofVisual: words, inRightToLeft: inRightToLeft, isAfterArabic: isAfterArabic)
    return TextLine(
      box: box,
      baseline: reordered.isRightToLeft
        ? Segment(start: baseline.end, end: baseline.start) : baseline, words: reordered.words)
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
}

package func range(_ first: UInt32, _ count: UInt32) -> Range<Int> {
  Int(first)..<Int(first) + Int(count)
}

extension Rect {
  package init(_ box: recto_box) {
    self.init(Point(x: box.x1, y: box.y1), Point(x: box.x2, y: box.y2))
  }
}
