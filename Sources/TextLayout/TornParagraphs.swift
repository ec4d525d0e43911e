import CRectoTextLayout
import RectoPageModel

/// Joins the blocks of a paragraph whose lines an engine takes for separate blocks: Poppler does where the
/// leading is large for the font, as in most Japanese text.
struct TornParagraphs {
  private typealias Line = LineRepair.Line

  private let text: FoundText
  private let isRightToLeft: Bool

  /// The largest leading within a paragraph, in em.
  private static let widestLeading = 1.9
  /// The largest leading within a paragraph, in multiples of the smallest leading of its column.
  private static let widestChange = 1.08
  /// The largest ratio of the font sizes of neighboring lines.
  private static let widestSizes = 1.2
  /// The largest distance between the starts of lines on one edge, in em.
  private static let widestShift = 0.5
  /// The widest gap between words of a paragraph, in em.
  private static let widestSpace = 1.5
  /// The width of an ordinary space, in em.
  private static let space = 0.3
  /// The most room at the end of a full line in scripts without spaces, in em.
  private static let widestRest = 2.0

  init(_ text: FoundText, isRightToLeft: Bool) {
    self.text = text
    self.isRightToLeft = isRightToLeft
  }

  /// Blocks in reading order, with those joined that are one paragraph.
  func joined(_ blocks: [[LineRepair.Line]]) -> [[LineRepair.Line]] {
    var result: [[LineRepair.Line]] = []
    var first = 0
    while first < blocks.count {
      var end = first + 1
      while end < blocks.count, isBelow(blocks[end], blocks[end - 1]) { end += 1 }
      result += joined(column: blocks[first..<end])
      first = end
    }
    return result
  }

  /// Blocks that stand below one another on one edge, with those joined that are one paragraph.
  private func joined(column: ArraySlice<[LineRepair.Line]>) -> [[LineRepair.Line]] {
    let lines = column.joined()
    guard column.count > 1, let edge = lines.map(end).max() else { return Array(column) }
    let leadings = zip(lines, lines.dropFirst()).map { $1.baseline - $0.baseline }
    let leading = leadings.filter { $0 > 0 }.min() ?? 0
    var result = [column[column.startIndex]]
    for (above, block) in zip(column, column.dropFirst()) {
      // Poppler tears each line off.
      let mayBeTorn = above.count == 1 || block.count == 1
      if mayBeTorn, let last = above.last, let next = block.first,
        next.baseline - last.baseline <= Self.widestChange * leading,
        goesOn(last, in: next, edge: edge)
      {
        result[result.count - 1] += block
      } else {
        result.append(block)
      }
    }
    return result
  }

  private func isBelow(_ block: [LineRepair.Line], _ above: [LineRepair.Line]) -> Bool {
    guard let next = block.first, let last = above.last, next.isPlain, last.isPlain else {
      return false
    }
    let leading = next.baseline - last.baseline
    let (low, high) = (min(next.size, last.size), max(next.size, last.size))
    return leading > 0 && leading <= Self.widestLeading * low && high <= Self.widestSizes * low
      && abs(start(next) - start(last)) <= Self.widestShift * high
  }

  /// True if a line is full, so that the first word of the next one did not fit in it.
  private func goesOn(_ line: LineRepair.Line, in next: LineRepair.Line, edge: Double) -> Bool {
    guard let first = isRightToLeft ? next.words.last : next.words.first,
      !hasWideSpace(line), !hasWideSpace(next)
    else { return false }
    let word = text.words[first]
    let scalars = Array(text.scalars(of: word))
    guard !LineRepair.isItem(scalars), !beginsWithInitial(next), shareFont(line, next) else {
      return false
    }
    let needed =
      scalars.first.map(isWithoutSpaces) ?? false
      ? Self.widestRest * next.size : word.end - word.along + Self.space * next.size
    return edge - end(line) < needed
  }

  /// True if lines have a font in common: a heading has none of its text's.
  private func shareFont(_ line: LineRepair.Line, _ next: LineRepair.Line) -> Bool {
    !Set(line.words.map { text.words[$0].font }).isDisjoint(
      with: next.words.map { text.words[$0].font })
  }

  private func beginsWithInitial(_ line: LineRepair.Line) -> Bool {
    zip(line.words, line.words.dropFirst()).prefix(1).contains { first, second in
      text.isInitial(text.words[first], of: text.words[second])
    }
  }

  /// True if a line has words as far apart as those of an entry and its number.
  private func hasWideSpace(_ line: LineRepair.Line) -> Bool {
    zip(line.words, line.words.dropFirst()).contains { first, second in
      text.words[second].along - text.words[first].end > Self.widestSpace * line.size
    }
  }

  private func start(_ line: LineRepair.Line) -> Double {
    isRightToLeft ? -line.box.maxX : line.box.minX
  }

  private func end(_ line: LineRepair.Line) -> Double {
    isRightToLeft ? -line.box.minX : line.box.maxX
  }
}

/// True for letters and signs of Chinese and Japanese.
func isWithoutSpaces(_ scalar: UInt32) -> Bool {
  (0x2E80...0x9FFF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
    || (0xFF00...0xFFEF).contains(scalar) || (0x20000...0x3FFFF).contains(scalar)
}
