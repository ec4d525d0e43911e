import RectoPageModel

/// Text, pictures and links at the places where a turned page shows them.
extension PageText {
  func turned(by turn: AffineTransform) -> PageText {
    var text = self
    for block in text.blocks.indices {
      text.blocks[block].box = turn.apply(text.blocks[block].box)
      for line in text.blocks[block].lines.indices {
        text.blocks[block].lines[line].turn(by: turn)
      }
    }
    return text
  }
}

extension TextLine {
  fileprivate mutating func turn(by turn: AffineTransform) {
    box = turn.apply(box)
    baseline = Segment(start: turn.apply(baseline.start), end: turn.apply(baseline.end))
    for word in words.indices {
      let quad = turn.apply(words[word].quad ?? Quad(words[word].box))
      words[word].box = turn.apply(words[word].box)
      words[word].quad = quad.isLevel ? nil : quad
      words[word].glyphs = words[word].glyphs.map { turn.apply($0) }
    }
  }
}

extension PlacedImage {
  func turned(by turn: AffineTransform) -> PlacedImage {
    var picture = self
    picture.box = turn.apply(box)
    return picture
  }
}

extension Link {
  func turned(by turn: AffineTransform) -> Link {
    Link(quads: quads.map { turn.apply($0) }, target: target)
  }
}

extension Article.Block {
  /// The block at its place on the page before that is turned.
  func turnedBack(_ turns: [Int: AffineTransform]) -> Article.Block {
    guard !turns.isEmpty else { return self }
    var block = self
    if let back = turns[page]?.inverse {
      block.box = back.apply(box)
      for cell in row?.cells.indices ?? 0..<0 {
        block.row?.cells[cell].box = back.apply(row?.cells[cell].box ?? box)
      }
    }
    for run in block.runs.indices {
      block.runs[run].places = block.runs[run].places.map { place in
        turns[place.page]?.inverse.map(place.moved) ?? place
      }
    }
    return block
  }
}

extension Quad {
  /// The largest deviation, in points, of text that is not slanted.
  private static let tolerance = 0.01

  /// True if its corners are those of an upright rectangle.
  fileprivate var isLevel: Bool {
    let upright = Quad(bounds)
    return zip(
      [topLeft, topRight, bottomRight, bottomLeft],
      [upright.topLeft, upright.topRight, upright.bottomRight, upright.bottomLeft]
    ).allSatisfy { abs($0.x - $1.x) <= Self.tolerance && abs($0.y - $1.y) <= Self.tolerance }
  }
}
