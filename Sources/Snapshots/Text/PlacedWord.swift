import RectoPageModel

/// A word with the line and block that it stands in.
struct PlacedWord: Sendable, Hashable {
  let word: TextWord
  /// Counted over the whole page.
  let line: Int
  let block: Int
}

extension PageText {
  /// All words in reading order.
  var placedWords: [PlacedWord] {
    var words: [PlacedWord] = []
    var line = 0
    for (index, block) in blocks.enumerated() {
      for each in block.lines {
        words += each.words.map { PlacedWord(word: $0, line: line, block: index) }
        line += 1
      }
    }
    return words
  }
}
