import RectoTypesetting

/// The order in which the letters of a document stand in a line, from left to right (UAX 9).
///
/// Not for concurrent use.
final class LetterDirections {
  private let text: WrittenText
  private let analyzer = BidiAnalyzer()
  /// Indices of the words of each block.
  private let words: [Range<Int>]
  private let hasTurns: Bool
  /// That of the block that was asked for last, and its number.
  private var last: (block: Int, paragraph: Paragraph?)?

  /// A block as a paragraph of UTF-16.
  private struct Paragraph {
    let levels: BidiParagraph
    /// Its first letter, and the place of each letter in it.
    let first: Int
    let starts: [Int]

    /// The letters that begin in a range of units.
    func letters(from start: Int, to end: Int) -> Range<Int> {
      first + index(ofUnit: start)..<first + index(ofUnit: end)
    }

    private func index(ofUnit unit: Int) -> Int {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] < unit { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  init(_ text: WrittenText) {
    self.text = text
    var words = [Range<Int>](repeating: 0..<0, count: text.blocks.count)
    for (index, word) in text.words.enumerated() {
      words[word.block] =
        (words[word.block].isEmpty ? index : words[word.block].lowerBound)..<index + 1
    }
    self.words = words
    hasTurns = text.blocks.contains(where: \.turns)
  }

  /// True if letters may stand in another order than they are written.
  func mayTurn(_ letters: [Int]) -> Bool {
    hasTurns && letters.contains { block(of: $0).map { text.blocks[$0].turns } ?? false }
  }

  /// True if the block of a letter is written from right to left.
  func isFromRight(_ letter: Int) -> Bool {
    block(of: letter).map { text.blocks[$0].isRightToLeft } ?? false
  }

  /// Letters of one line in visual order; nil if they are not of one block, or if that has ruby.
  func visualOrder(_ letters: Range<Int>) -> [Int]? {
    guard let block = block(of: letters.lowerBound), block == self.block(of: letters.upperBound - 1)
    else { return nil }
    if last?.block != block { last = (block, paragraph(block)) }
    guard let paragraph = last?.paragraph else { return nil }
    func start(_ letter: Int) -> Int { paragraph.starts[letter - paragraph.first] }
    var runs: [BidiRun] = []
    paragraph.levels.visualRuns(
      ofLine: start(letters.lowerBound)..<start(letters.upperBound - 1) + 1, into: &runs)
    return runs.flatMap { run in
      let own = paragraph.letters(from: run.range.lowerBound, to: run.range.upperBound)
        .clamped(to: letters)
      return run.isRightToLeft ? own.reversed() : Array(own)
    }
  }

  private func block(of letter: Int) -> Int? {
    var (low, high) = (0, text.words.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if text.words[middle].letters.lowerBound <= letter { low = middle } else { high = middle }
    }
    return text.words.indices.contains(low) ? text.words[low].block : nil
  }

  private func paragraph(_ block: Int) -> Paragraph? {
    let words = text.words[words[block]]
    guard let first = words.first, !words.contains(where: \.isRuby) else { return nil }
    var units: [UInt16] = []
    var starts: [Int] = []
    for word in words {
      for letter in word.letters {
        if let controls = text.directionControls[letter] { units += controls }
        starts.append(units.count)
        units += text.letters[letter].utf16
      }
      if !word.joinsNext { units.append(0x20) }
    }
    let direction: BaseDirection = text.blocks[block].isRightToLeft ? .rightToLeft : .leftToRight
    guard let levels = try? analyzer.analyze(units.span, direction: direction) else { return nil }
    return Paragraph(levels: levels, first: first.letters.lowerBound, starts: starts)
  }
}
