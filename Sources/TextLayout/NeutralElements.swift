import CRectoTextLayout
import RectoPageModel

/// The elements of a tagged page that may be paragraphs or parts of a line: `Code`, and `NonStruct`, which
/// Chromium writes for both `div` and `em`. The places of their words tell which they are.
struct NeutralElements {
  private let builder: TextBuilder
  private let words: UnsafeBufferPointer<recto_word>
  /// The block around each block that may be a part of it.
  private var outer: [Int32: Int32] = [:]

  /// The widest gap between words of a line, in em.
  private static let widestGap = 2.0
  /// The widest gap in a group without text of its own, which may be cells in a row, in em.
  private static let widestGapInGroup = 0.4
  /// The largest overlap of letters on a line, in em.
  private static let overlap = 0.3
  /// The width of an ordinary space, in em.
  private static let space = 0.25
  /// The largest distance between lines of a paragraph, in em.
  private static let widestPitch = 2.2
  /// The smallest ratio of the font sizes of a paragraph.
  private static let leastSizeRatio = 0.8

  init(_ contents: some Sequence<MarkedContent>, _ builder: TextBuilder) {
    self.builder = builder
    words = builder.text.words
    for content in contents where content.outer != content.block {
      outer[content.block] = content.outer
    }
  }

  /// The words, given in reading order, with parts of a paragraph as content of one block.
  func joined(_ sorted: [MarkedWord]) -> [MarkedWord] {
    guard !outer.isEmpty else { return sorted }
    let runs = sorted.split(between: { $0.content.block != $1.content.block })
    let chains = runs.map { chain($0.first?.content.block ?? 0) }
    var text: [Int32: ClosedRange<Double>] = [:]
    for (run, chain) in zip(runs, chains) {
      let low = run.map { words[$0.word].along }.min() ?? 0
      let high = run.map { words[$0.word].end }.max() ?? low
      for block in chain {
        let old = text[block] ?? low...max(low, high)
        text[block] = min(old.lowerBound, low)...max(old.upperBound, high)
      }
    }
    let own = Set(runs.compactMap { $0.first?.content.block })
    var result: [MarkedWord] = []
    var paragraph = 0..<0
    func end() {
      guard let shortest = paragraph.min(by: { chains[$0].count < chains[$1].count }),
        let outermost = runs[shortest].first?.content
      else { return }
      let block = paragraph.count > 1 ? Int32.min / 2 + Int32(shortest) : outermost.block
      for run in paragraph {
        result += runs[run].map {
          MarkedWord(word: $0.word, content: $0.content.moved(to: block, role: outermost.role))
        }
      }
    }
    for index in runs.indices {
      let isPart =
        index > 0
        && chains[index - 1].first(where: chains[index].contains).map { common in
          isOneParagraph(
            runs[index - 1], runs[index], in: own.contains(common) ? text[common] : nil)
        } ?? false
      if isPart {
        paragraph = paragraph.lowerBound..<index + 1
      } else {
        end()
        paragraph = index..<index + 1
      }
    }
    end()
    return result
  }

  /// A block and those around it, from the inside. A tree has no cycles, but the input may.
  private func chain(_ block: Int32) -> [Int32] {
    var chain = [block]
    while let next = outer[chain[chain.count - 1]], chain.count < 200 { chain.append(next) }
    return chain
  }

  /// True if the second text goes on in the line in which the first one ends, or where that line is
  /// full. `extent` is that of the text around both, nil in a group of paragraphs.
  private func isOneParagraph(
    _ first: ArraySlice<MarkedWord>, _ second: ArraySlice<MarkedWord>,
    in extent: ClosedRange<Double>?
  ) -> Bool {
    guard let last = first.last?.word, let next = second.first?.word else { return false }
    let (a, b) = (words[last], words[next])
    guard a.rotation == b.rotation, a.vertical == b.vertical, !a.diagonal, !b.diagonal else {
      return builder.isOneLine(last, next)
    }
    let size = max(a.size, b.size)
    let (one, other) = (a.across, b.across)
    let gap = max(b.along - a.end, a.along - b.end)
    let widest = extent == nil ? Self.widestGapInGroup : Self.widestGap
    if min(one.upperBound, other.upperBound) > max(one.lowerBound, other.lowerBound),
      gap >= -Self.overlap * size, gap <= widest * size
    {
      return true
    }
    guard let extent, min(a.size, b.size) >= Self.leastSizeRatio * size else { return false }
    let pitch = (other.lowerBound + other.upperBound - one.lowerBound - one.upperBound) / 2
    let room =
      builder.text.isRightToLeft([last, next])
      ? a.along - extent.lowerBound : extent.upperBound - a.end
    return abs(pitch) <= Self.widestPitch * size && room < b.end - b.along + Self.space * size
  }
}
