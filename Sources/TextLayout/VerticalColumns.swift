import CRectoTextLayout

/// The columns of vertical text, which are read from the right, tier by tier. Engines follow the order in which
/// they are drawn, or take each letter for a line.
struct VerticalColumns {
  /// Lines of words, by index.
  let blocks: [[[Int]]]

  /// Nil if most of the page is other text.
  init?(_ text: FoundText) {
    func letterCount(_ words: some Sequence<Int>) -> Int {
      words.reduce(0) { $0 + Int(text.words[$1].char_count) }
    }
    let vertical = text.words.indices.filter { index in
      text.words[index].vertical && text.words[index].rotation == 1 && !text.words[index].diagonal
    }
    guard 2 * letterCount(vertical) > letterCount(text.words.indices) else { return nil }
    let words = vertical.map { index in
      var word = text.words[index]
      word.baseline = word.middle
      return word
    }
    let lines = PieceLines(words)
    blocks = LineBlocks(lines).blocks.map { block in
      var rows: [[Int]] = []
      var last: Int?
      for line in block.map({ lines.lines[$0] }) {
        let own = line.words.map { vertical[$0] }
        if line.row == last { rows[rows.count - 1] += own } else { rows.append(own) }
        last = line.row
      }
      return rows
    }
  }
}
