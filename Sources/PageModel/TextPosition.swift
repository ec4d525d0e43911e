/// A place between two characters of a page's text. Places are in reading order.
public struct TextPosition: Sendable, Hashable, Comparable {
  /// Indices into `PageText.blocks`, its `lines` and their `words`.
  public var block: Int
  public var line: Int
  public var word: Int
  /// The number of characters (grapheme clusters) of the word before it, at most the word's length.
  public var character: Int

  public init(block: Int, line: Int, word: Int, character: Int) {
    self.block = block
    self.line = line
    self.word = word
    self.character = character
  }

  public static func < (a: Self, b: Self) -> Bool {
    (a.block, a.line, a.word, a.character) < (b.block, b.line, b.word, b.character)
  }
}

/// The unit of text that a pointer selects.
public enum TextUnit: Sendable, Hashable, CaseIterable {
  case character, word, line, block
}

extension PageText {
  /// The position that a pointer at `point` refers to: in the nearest line, before or after the
  /// nearest character, whichever edge is nearer. Nil if there is no text within `within` points.
  public func position(at point: Point, within limit: Double = .infinity) -> TextPosition? {
    var nearest: (distance: Double, block: Int, line: Int)?
    for (block, content) in blocks.enumerated() {
      for (line, content) in content.lines.enumerated() where !content.words.isEmpty {
        guard content.box.distance(to: point) <= limit else { continue }
        let distance = content.distanceBesideRows(to: point)
        if distance < nearest?.distance ?? .infinity { nearest = (distance, block, line) }
      }
    }
    guard let nearest else { return nil }
    let words = blocks[nearest.block].lines[nearest.line].words
    var found: (distance: Double, word: Int, character: Int)?
    for (index, word) in words.enumerated() {
      for (character, cell) in word.cells.enumerated() {
        let distance = cell.bounds.distance(to: point)
        guard distance < found?.distance ?? .infinity else { continue }
        let isBeyond = cell.isBeyondMiddle(point, word.direction)
        found = (distance, index, character + (isBeyond ? 1 : 0))
      }
    }
    return found.map {
      TextPosition(block: nearest.block, line: nearest.line, word: $0.word, character: $0.character)
    }
  }

  /// The range of the unit around a position. Nil for a position outside the text.
  ///
  /// A word continues if the next one follows without a space, as after a change of font.
  public func range(
    of unit: TextUnit, at position: TextPosition
  ) -> ClosedRange<TextPosition>? {
    guard let line = line(position), line.words.indices.contains(position.word) else { return nil }
    var (start, end) = (position, position)
    switch unit {
    case .character:
      start.character = max(0, min(position.character, line.words[position.word].text.count - 1))
      end.character = min(start.character + 1, line.words[position.word].text.count)
    case .word:
      while start.word > 0, line.words[start.word - 1].joinsNext { start.word -= 1 }
      while end.word + 1 < line.words.count, line.words[end.word].joinsNext { end.word += 1 }
      start.character = 0
      end.character = line.words[end.word].text.count
    case .line, .block:
      let lines = blocks[position.block].lines
      if unit == .block {
        start.line = lines.firstIndex { !$0.words.isEmpty } ?? position.line
        end.line = lines.lastIndex { !$0.words.isEmpty } ?? position.line
      }
      (start.word, start.character) = (0, 0)
      end.word = lines[end.line].words.count - 1
      end.character = lines[end.line].words[end.word].text.count
    }
    return start...end
  }

  /// The areas to highlight for the selected text of `range`: at least one per line, as high as the
  /// line, rotated as the text is.
  public func quads(of range: ClosedRange<TextPosition>) -> [Quad] {
    var quads: [Quad] = []
    forEachWord(in: range) { word, characters, line, previous in
      let cells = word.cells[characters]
      guard let first = cells.first else { return }
      let area: Quad
      if word.quad != nil {
        // A turned word's cells follow one another from one of its sides to the other.
        let last = cells.last ?? first
        let (left, right) = word.direction == .rightToLeft ? (last, first) : (first, last)
        area = Quad(
          topLeft: left.topLeft, topRight: right.topRight,
          bottomRight: right.bottomRight, bottomLeft: left.bottomLeft)
      } else {
        let box = cells.dropFirst().reduce(first.bounds) { $0.union($1.bounds) }
        let isVertical = word.direction == .topToBottom
        area = Quad(
          isVertical
            ? Rect(x: line.box.x, y: box.y, width: line.box.width, height: box.height)
            : Rect(x: box.x, y: line.box.y, width: box.width, height: line.box.height))
      }
      // Words of one direction that follow one another stand beside one another.
      if let previous, word.quad == nil, previous.quad == nil,
        previous.direction == word.direction, let last = quads.popLast()
      {
        quads.append(Quad(last.bounds.union(area.bounds)))
      } else {
        quads.append(area)
      }
    }
    return quads
  }

  /// The text of `range` as it is copied: lines of a block run on, a word divided at a line's end
  /// is joined, and blocks are separated by a line feed.
  public func text(of range: ClosedRange<TextPosition>) -> String {
    var text = ""
    var last: Int?
    forEachPosition(in: range) { position, characters in
      let content = blocks[position.block]
      if let last, last != position.block { text += "\n" }
      last = position.block
      let line = content.lines[position.line]
      let word = line.words[position.word]
      let isLastOfLine = position.word == line.words.count - 1
      let next = content.lines.dropFirst(position.line + 1).first
      let join = isLastOfLine ? next.map(line.join) ?? .space : .space
      let letters = Array(word.text)
      let isWhole = characters.upperBound == letters.count
      let goesOn =
        TextPosition(
          block: position.block, line: position.line, word: position.word,
          character: letters.count) < range.upperBound
      let dropsHyphen = join == .withoutHyphen && isWhole && goesOn
      text += String(letters[dropsHyphen ? characters.dropLast() : characters])
      let isLastOfBlock = isLastOfLine && position.line == content.lines.count - 1
      if isWhole, goesOn, join == .space, !isLastOfBlock, !word.joinsNext || isLastOfLine {
        text += " "
      }
    }
    return text
  }

  private func line(_ position: TextPosition) -> TextLine? {
    guard blocks.indices.contains(position.block),
      blocks[position.block].lines.indices.contains(position.line)
    else { return nil }
    return blocks[position.block].lines[position.line]
  }

  /// The words that `range` touches, with the characters of each.
  private func forEachPosition(
    in range: ClosedRange<TextPosition>, _ body: (TextPosition, Range<Int>) -> Void
  ) {
    for (block, content) in blocks.enumerated()
    where block >= range.lowerBound.block && block <= range.upperBound.block {
      for (line, content) in content.lines.enumerated() {
        for (word, content) in content.words.enumerated() {
          let count = content.text.count
          let start = TextPosition(block: block, line: line, word: word, character: 0)
          var end = start
          end.character = count
          guard start < range.upperBound, end > range.lowerBound else { continue }
          let first = start < range.lowerBound ? range.lowerBound.character : 0
          let last = end > range.upperBound ? range.upperBound.character : count
          guard first < last else { continue }
          body(start, first..<min(last, count))
        }
      }
    }
  }

  /// The same with the words, and with the one before in the same line.
  private func forEachWord(
    in range: ClosedRange<TextPosition>,
    _ body: (TextWord, Range<Int>, TextLine, _ previous: TextWord?) -> Void
  ) {
    var last: TextPosition?
    forEachPosition(in: range) { position, characters in
      let line = blocks[position.block].lines[position.line]
      let isInLine = last.map { $0.block == position.block && $0.line == position.line } ?? false
      body(
        line.words[position.word], characters, line,
        isInLine ? last.map { line.words[$0.word] } : nil)
      last = position
    }
  }
}

extension TextWord {
  /// The boxes of its characters, rotated as the word is.
  fileprivate var cells: [Quad] {
    let count = text.count
    if let quad {
      let isReversed = direction == .rightToLeft
      return (0..<count).map { quad.part(isReversed ? count - 1 - $0 : $0, of: count) }
    }
    if glyphs.count == count { return glyphs.map(Quad.init) }
    // Boxes that do not belong to the characters: each has its share of the word.
    let isVertical = direction == .topToBottom
    let share = (isVertical ? box.height : box.width) / Double(max(1, count))
    return (0..<count).map { index in
      let place = Double(direction == .rightToLeft ? count - 1 - index : index) * share
      return Quad(
        isVertical
          ? Rect(x: box.x, y: box.y + place, width: box.width, height: share)
          : Rect(x: box.x + place, y: box.y, width: share, height: box.height))
    }
  }
}

extension TextWord {
  /// The part of its quad for one of its characters; nil if it is not turned.
  public func turnedCell(ofCharacter index: Int) -> Quad? {
    quad?.part(direction == .rightToLeft ? text.count - 1 - index : index, of: text.count)
  }
}

extension TextLine {
  /// Across its rows a distance counts three times: beside the end of a line that line is meant,
  /// and not a longer one above.
  fileprivate func distanceBesideRows(to point: Point) -> Double {
    let (x, y) = box.offset(to: point)
    let isVertical = words.first?.direction == .topToBottom
    let (along, across) = isVertical ? (y, x) : (x, y)
    return (along * along + 9 * across * across).squareRoot()
  }
}

extension Quad {
  /// The `index`th of `count` equal parts from its left to its right.
  public func part(_ index: Int, of count: Int) -> Quad {
    func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    let (start, end) = (Double(index) / Double(count), Double(index + 1) / Double(count))
    return Quad(
      topLeft: between(topLeft, topRight, start), topRight: between(topLeft, topRight, end),
      bottomRight: between(bottomLeft, bottomRight, end),
      bottomLeft: between(bottomLeft, bottomRight, start))
  }

  /// True if a point is nearer to the end of a character than to its start.
  fileprivate func isBeyondMiddle(_ point: Point, _ direction: TextDirection) -> Bool {
    switch direction {
    case .topToBottom: return point.y > bounds.center.y
    case .leftToRight, .rightToLeft:
      // Along its top edge, which is turned as the text is.
      let along = Point(x: topRight.x - topLeft.x, y: topRight.y - topLeft.y)
      let center = bounds.center
      let distance = (point.x - center.x) * along.x + (point.y - center.y) * along.y
      return direction == .leftToRight ? distance > 0 : distance < 0
    }
  }
}

extension Rect {
  /// From a point to the nearest of the rectangle; 0 inside.
  fileprivate func distance(to point: Point) -> Double {
    let (x, y) = offset(to: point)
    return (x * x + y * y).squareRoot()
  }

  fileprivate func offset(to point: Point) -> (x: Double, y: Double) {
    (max(minX - point.x, point.x - maxX, 0), max(minY - point.y, point.y - maxY, 0))
  }
}
