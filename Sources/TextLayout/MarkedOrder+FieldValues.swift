import CRectoTextLayout
import RectoPageModel

/// The values of form fields, which are outside the structure tree.
extension MarkedOrder {
  /// True for a word of a form field's value, which is not marked content of the page. A slanted stamp
  /// belongs to no text.
  func isValue(_ word: recto_word) -> Bool {
    word.annotation && word.mcid < 0 && !word.diagonal
  }

  /// The maximum number of pairs of values and other words: more would take long.
  private static let mostPairs = 50_000_000

  /// The words of field values, by the indices of the words in `sorted` that they follow: a value belongs
  /// to the text before it on its line, which is its label, or else to the nearest text.
  func values(
    beside sorted: [MarkedWord], _ builder: TextBuilder
  ) -> [Int: [Int]] {
    let words = builder.text.words
    let values = words.indices.filter { isValue(words[$0]) }
      .sorted { words[$0].position < words[$1].position }
    guard !values.isEmpty, values.count * sorted.count <= Self.mostPairs else { return [:] }
    let isRightToLeft = builder.text.isRightToLeft(sorted.map(\.word))
    var result: [Int: [Int]] = [:]
    var last: (value: Int, label: Int)?
    for value in values {
      var label = before(value, in: sorted, builder, isRightToLeft: isRightToLeft)
      // The words of one value stay together.
      if label == nil, let last, builder.isOneLine(last.value, value),
        abs(words[value].along - words[last.value].end) < words[value].size
      {
        label = last.label
      }
      guard let label = label ?? nearest(to: value, in: sorted, builder) else { continue }
      result[label, default: []].append(value)
      last = (value, label)
    }
    return result
  }

  /// The index of the last word before a value on its line.
  private func before(
    _ value: Int, in sorted: [MarkedWord], _ builder: TextBuilder,
    isRightToLeft: Bool
  ) -> Int? {
    let words = builder.text.words
    func lead(_ index: Int) -> Double {
      let distance = words[value].along - words[sorted[index].word].along
      return isRightToLeft ? -distance : distance
    }
    return sorted.indices.filter { lead($0) > 0 && builder.isOneLine(sorted[$0].word, value) }
      .min { lead($0) < lead($1) }
  }

  /// The index of the last word on the line that is nearest to a value: beside or above it, or else
  /// below it.
  private func nearest(
    to value: Int, in sorted: [MarkedWord], _ builder: TextBuilder
  ) -> Int? {
    let box = Rect(builder.text.words[value].box)
    /// Words below come after all others.
    func distance(_ index: Int) -> (Int, Double) {
      let other = Rect(builder.text.words[sorted[index].word].box)
      let across = max(0, other.minX - box.maxX, box.minX - other.maxX)
      let along = max(0, other.minY - box.maxY, box.minY - other.maxY)
      return (other.minY >= box.maxY ? 1 : 0, across + along)
    }
    guard var index = sorted.indices.min(by: { distance($0) < distance($1) }) else { return nil }
    while index + 1 < sorted.count, sorted[index + 1].content.block == sorted[index].content.block,
      builder.isOneLine(sorted[index].word, sorted[index + 1].word)
    {
      index += 1
    }
    return index
  }

  /// The content of a value: that of the word that it follows, or a paragraph of its own below a heading.
  func content(
    of value: Int, after index: Int, of sorted: [MarkedWord],
    _ builder: TextBuilder
  ) -> MarkedContent {
    let (label, content) = (sorted[index].word, sorted[index].content)
    switch content.role {
    case .title, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      if builder.isOneLine(label, value) { return content }
      return content.moved(to: Int32.min + Int32(index), role: .paragraph)
    default: return content
    }
  }
}
