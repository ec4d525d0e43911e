import RectoPageModel

extension HTMLPage {
  /// The maximum number of letters on a page for which each letter gets a box: more do not fit into
  /// an answer.
  private static let mostGlyphs = 400_000

  /// The words in document order, which is that of the author.
  func text() throws(PageError) -> PageText {
    let reading = try read()
    let hasGlyphs = reading.letterCount <= Self.mostGlyphs
    let blocks = reading.blocks.compactMap { block in
      var text = TextBlock(
        role: block.role,
        lines: block.lines.compactMap {
          Self.line($0, alternatives: reading.formulas, hasGlyphs: hasGlyphs)
        })
      text?.isContinuation = block.continuesItem
      text?.cell = block.role == .ruby ? nil : block.cell
      return text
    }
    return PageText(order: .structureTree, blocks: blocks)
  }

  private static func line(
    _ words: [ReadWord], alternatives: [AlternativeText], hasGlyphs: Bool
  ) -> TextLine? {
    guard let first = words.first, let last = words.last else { return nil }
    let placed = words.map { word in
      TextWord(
        text: word.text, box: word.box, quad: word.quad, font: word.style.font,
        size: word.style.size, direction: word.direction, language: word.style.language,
        glyphs: hasGlyphs ? word.glyphs : [], joinsNext: word.joinsNext)
    }
    let box = placed.dropFirst().reduce(placed[0].box) { $0.union($1.box) }
    return TextLine(
      box: box, baseline: baseline(first, last, in: box), words: placed,
      formulas: [TextFormula](numbers: words.map(\.formula), alternatives: alternatives))
  }

  private static func baseline(_ first: ReadWord, _ last: ReadWord, in box: Rect) -> Segment {
    if let start = first.quad, let end = last.quad {
      return Segment(
        start: between(start.topLeft, start.bottomLeft, at: first.style.ascent),
        end: between(end.topRight, end.bottomRight, at: last.style.ascent))
    }
    // The baseline of a vertical line is in the middle (CSS Writing Modes, 4.4).
    if first.direction == .topToBottom {
      return Segment(
        start: Point(x: box.center.x, y: box.minY), end: Point(x: box.center.x, y: box.maxY))
    }
    let letter = first.boxes.first ?? box
    let y = letter.y + first.style.ascent * letter.height
    let (left, right) = (Point(x: box.minX, y: y), Point(x: box.maxX, y: y))
    return first.direction == .rightToLeft
      ? Segment(start: right, end: left) : Segment(start: left, end: right)
  }

  private static func between(_ top: Point, _ bottom: Point, at share: Double) -> Point {
    Point(x: top.x + (bottom.x - top.x) * share, y: top.y + (bottom.y - top.y) * share)
  }
}
