import PageModel

/// A block of a page's text, reduced to what an article wants of it.
struct Passage: Sendable {
  var role: TextRole
  var runs: [Article.Run]
  var page: Int
  var box: Rect
  var lineCount: Int
  /// In points, of most of its letters; 0 where it is not known.
  var size: Double
  var isBold: Bool
  var direction: TextDirection
  /// Whether its last line ends in the middle of a word.
  var isParted: Bool { last.endsInHyphen }
  private var first: TextLine
  private var last: TextLine

  var text: String { runs.map(\.text).joined() }
  var letterCount: Int { runs.reduce(0) { $0 + $1.text.count } }

  /// Nil for a block without words.
  init?(_ block: TextBlock, page: Int, links: [Link]) {
    let words = block.lines.flatMap(\.words)
    let lines = block.lines.filter { !$0.words.isEmpty }
    guard let first = lines.first, let last = lines.last else { return nil }
    (self.first, self.last) = (first, last)
    role = block.role
    self.page = page
    box = block.box
    lineCount = block.lines.count
    size = mostCommon(words.map { ($0.size, $0.text.count) }) ?? 0
    direction = mostCommon(words.map { ($0.direction, $0.text.count) }) ?? .leftToRight
    let font = mostCommon(words.map { ($0.font, $0.text.count) }) ?? nil
    isBold = FontStyle(font).isBold
    var writer = RunWriter(own: FontStyle(font), links: links)
    for line in block.lines { writer.add(line) }
    runs = writer.runs
  }

  /// Adds what goes on elsewhere, such as in the next column.
  mutating func join(_ next: Passage) {
    runs.join(last.join(next.first))
    for run in next.runs { runs.append(run) }
    last = next.last
    lineCount += next.lineCount
  }

  /// Adds the next cell of a table's row.
  mutating func join(cell next: Passage) {
    if !runs.isEmpty { runs[runs.count - 1].text += "\u{2003}" }
    for run in next.runs { runs.append(run) }
  }

  /// Whether its text says that it is at its end.
  var isFinished: Bool {
    guard !isParted, let last = text.last(where: { !"\"'”’»)]".contains($0) }) else { return false }
    return ".!?…:;。！？".contains(last)
  }

  /// Whether its text goes on with something that began before.
  var isContinuation: Bool { text.first?.isLowercase ?? false }
}

/// The value with the largest weight in all; of equal ones the first.
func mostCommon<Value: Hashable>(_ values: [(Value, Int)]) -> Value? {
  var weights: [Value: Int] = [:]
  for (value, weight) in values { weights[value, default: 0] += weight }
  guard let most = weights.values.max() else { return nil }
  return values.first { weights[$0.0] == most }?.0
}
