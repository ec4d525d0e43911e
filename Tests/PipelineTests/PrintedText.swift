import RectoPageModel

/// Page texts set by hand: each letter is 5 points wide and 10 high, each line begins at 0.
enum Printed {
  static let letterWidth = 5.0
  static let lineHeight = 12.0

  /// One paragraph.
  static func page(_ lines: String...) -> PageText { page([lines]) }

  /// Some paragraphs; their lines go on counting down the page.
  static func page(_ paragraphs: [[String]]) -> PageText {
    var row = 0
    let blocks = paragraphs.compactMap { lines in
      TextBlock(
        role: .paragraph,
        lines: lines.map { text in
          row += 1
          return line(text, row: row - 1)
        })
    }
    return PageText(order: .geometry, blocks: blocks)
  }

  /// Words separated by spaces, or by `|` if the next follows without one.
  static func line(_ text: String, row: Int, direction: TextDirection = .leftToRight) -> TextLine {
    var words: [TextWord] = []
    var column = 0
    for spaced in text.split(separator: " ") {
      let parts = spaced.split(separator: "|")
      for (index, part) in parts.enumerated() {
        words.append(
          word(String(part), row, column, direction, joinsNext: index < parts.count - 1))
        column += part.count
      }
      column += 1
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    let baseline = Segment(
      start: Point(x: box.minX, y: box.maxY), end: Point(x: box.maxX, y: box.maxY))
    return TextLine(box: box, baseline: baseline, words: words)
  }

  private static func word(
    _ text: String, _ row: Int, _ column: Int, _ direction: TextDirection, joinsNext: Bool
  ) -> TextWord {
    let glyphs = text.indices.map { index in
      let place = text.distance(from: text.startIndex, to: index)
      // Right-to-left words run from their right end.
      let offset = direction == .rightToLeft ? text.count - 1 - place : place
      return box(row, column + offset, 1)
    }
    return TextWord(
      text: text, box: box(row, column, text.count), direction: direction, glyphs: glyphs,
      joinsNext: joinsNext)
  }

  /// The box of `count` letters of a line.
  static func box(_ row: Int, _ column: Int, _ count: Int) -> Rect {
    Rect(
      x: Double(column) * letterWidth, y: Double(row) * lineHeight,
      width: Double(count) * letterWidth, height: 10)
  }
}
