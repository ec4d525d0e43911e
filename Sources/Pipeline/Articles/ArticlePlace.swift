import RectoPageModel

extension Article {
  /// The place of a part of a run's text: a word, or the part of a word on one line.
  public struct Place: Sendable, Hashable {
    /// UTF-8 offsets in the text of the run.
    public internal(set) var range: Range<Int>
    /// The index of the page.
    public let page: Int
    /// The index of the line among all lines of the page's text.
    public let line: Int
    /// Covers the ink, in points.
    public private(set) var quad: Quad
    public let direction: TextDirection
    /// The extent of each grapheme cluster of the text.
    public private(set) var extents: [Extent]

    /// The part of the quad that one character covers.
    public struct Extent: Sendable, Hashable {
      /// From 0 to 1, along the quad from its left edge to its right one; of text that runs down,
      /// from its upper edge to its lower one.
      public var start: Float
      public var end: Float

      static let whole = Extent(start: 0, end: 1)
    }

    /// The places of a word, for a text that begins with it: one, or two where its first letter
    /// hangs down over several lines.
    static func places(of word: TextWord, page: Int, line: Int) -> [Place] {
      guard let rest = word.withoutLargeInitial, let first = word.text.first,
        let box = word.glyphs.first
      else { return [Place(word, page: page, line: line)] }
      var initial = word
      (initial.text, initial.box, initial.glyphs) = (String(first), box, [box])
      return [
        Place(initial, page: page, line: line),
        Place(rest, page: page, line: line).moved(by: String(first).utf8.count),
      ]
    }

    /// The place of a word, for a text that begins with it.
    init(_ word: TextWord, page: Int, line: Int) {
      range = 0..<word.text.utf8.count
      self.page = page
      self.line = line
      quad = word.quad ?? Quad(word.box)
      direction = word.direction
      extents = Self.extents(of: word)
    }

    private static func extents(of word: TextWord) -> [Extent] {
      let count = word.text.count
      let isVertical = word.direction == .topToBottom
      let (origin, length) =
        isVertical ? (word.box.y, word.box.height) : (word.box.x, word.box.width)
      // The upright boxes of slanted glyphs are less exact than equal shares.
      guard word.quad == nil, word.glyphs.count == count, length > 0 else {
        return (0..<count).map { index in
          let place = word.direction == .rightToLeft ? count - 1 - index : index
          return Extent(
            start: Float(place) / Float(count), end: Float(place + 1) / Float(count))
        }
      }
      return word.glyphs.map { glyph in
        let (start, end) = isVertical ? (glyph.minY, glyph.maxY) : (glyph.minX, glyph.maxX)
        func share(_ value: Double) -> Float {
          Float(min(max((value - origin) / length, 0), 1))
        }
        return Extent(start: share(start), end: share(end))
      }
    }

    /// The part of the quad that a range of characters covers.
    public func quad(of characters: Range<Int>) -> Quad {
      let parts = extents[characters]
      guard characters.count < extents.count, let start = parts.map(\.start).min(),
        let end = parts.map(\.end).max()
      else { return quad }
      return quad.part(
        from: Double(start), to: Double(end), isVertical: direction == .topToBottom)
    }

    /// The same place with a transformed quad.
    func moved(by transform: AffineTransform) -> Place {
      var place = self
      place.quad = transform.apply(quad)
      return place
    }

    /// The place without the last character, of `byteCount` bytes; nil if that is the only one.
    func withoutLastCharacter(_ byteCount: Int) -> Place? {
      guard extents.count > 1, byteCount < range.count else { return nil }
      var place = self
      place.range = range.lowerBound..<range.upperBound - byteCount
      place.quad = quad(of: 0..<extents.count - 1)
      place.extents.removeLast()
      let start = place.extents.map(\.start).min() ?? 0
      let length = (place.extents.map(\.end).max() ?? 1) - start
      guard length > 0 else { return place }
      place.extents = place.extents.map {
        Extent(start: ($0.start - start) / length, end: ($0.end - start) / length)
      }
      return place
    }
  }
}

extension Article.Run {
  /// Appends text with the places of its words.
  mutating func append(_ text: String, _ places: [Article.Place]) {
    let count = self.text.utf8.count
    self.text += text
    self.places += places.map { $0.moved(by: count) }
  }

  /// Prepends text with the places of its words.
  mutating func prepend(_ text: String, _ places: [Article.Place]) {
    let count = text.utf8.count
    self.text = text + self.text
    self.places = places + self.places.map { $0.moved(by: count) }
  }

  /// Removes the last character, such as a hyphen that divides a word.
  mutating func removeLast() {
    let end = text.utf8.count
    guard let place = places.last, !place.range.isEmpty, place.range.upperBound == end else {
      _ = text.popLast()
      return
    }
    // A combining mark at the start of a word forms one character with the letter before it in the
    // run.
    let word = String(decoding: text.utf8.suffix(place.range.count), as: UTF8.self)
    let byteCount = word.last?.utf8.count ?? 0
    text = String(decoding: text.utf8.dropLast(byteCount), as: UTF8.self)
    places.removeLast()
    if let rest = place.withoutLastCharacter(byteCount) { places.append(rest) }
  }
}

extension TextWord {
  /// The word without its first letter, if that is much larger than the others.
  fileprivate var withoutLargeInitial: TextWord? {
    guard quad == nil, glyphs.count > 1, glyphs.count == text.count else { return nil }
    let others = glyphs.dropFirst(2).reduce(glyphs[1]) { $0.union($1) }
    guard glyphs[0].height >= 2 * others.height,
      glyphs[0].maxY > others.maxY + others.height / 2
    else { return nil }
    var rest = self
    (rest.text, rest.box, rest.glyphs) = (
      String(text.dropFirst()), others, Array(glyphs.dropFirst())
    )
    return rest
  }
}

extension Article.Place {
  fileprivate func moved(by count: Int) -> Self {
    var place = self
    place.range = range.lowerBound + count..<range.upperBound + count
    return place
  }
}

extension Quad {
  /// The part between two shares of its width, or of its height.
  func part(from start: Double, to end: Double, isVertical: Bool) -> Quad {
    func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    if isVertical {
      return Quad(
        topLeft: between(topLeft, bottomLeft, start),
        topRight: between(topRight, bottomRight, start),
        bottomRight: between(topRight, bottomRight, end),
        bottomLeft: between(topLeft, bottomLeft, end))
    }
    return Quad(
      topLeft: between(topLeft, topRight, start), topRight: between(topLeft, topRight, end),
      bottomRight: between(bottomLeft, bottomRight, end),
      bottomLeft: between(bottomLeft, bottomRight, start))
  }
}
