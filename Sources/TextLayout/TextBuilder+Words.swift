import CRectoTextLayout
import RectoPageModel

extension TextBuilder {
  /// True if two pieces that no space separates look alike, so that they are one word.
  func isOneWord(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (text.words[first], text.words[second])
    guard a.font == b.font, abs(a.size - b.size) <= 0.02 * a.size, a.diagonal == b.diagonal else {
      return false
    }
    return a.diagonal
      || a.rotation == b.rotation && a.vertical == b.vertical
        && abs(a.baseline - b.baseline) <= 0.1 * a.size
  }

  /// Makes one word of adjacent pieces.
  func makeWord(_ pieces: ArraySlice<Int>, language: String?) -> TextWord {
    let word = text.words[pieces[pieces.startIndex]]
    if pieces.count == 1 {
      return makeWord(
        word, text.scalars(of: word), text.boxes(of: word), shown: Rect(word.box),
        language: language)
    }
    let all = pieces.map { text.words[$0] }
    var whole = word
    (whole.end_x, whole.end_y) = (all[all.count - 1].end_x, all[all.count - 1].end_y)
    let shown = all.dropFirst().reduce(Rect(word.box)) { $0.union(Rect($1.box)) }
    let scalars = all.flatMap { Array(text.scalars(of: $0)) }
    let boxes = all.flatMap { Array(text.boxes(of: $0)) }
    return scalars.withUnsafeBufferPointer { scalars in
      boxes.withUnsafeBufferPointer { boxes in
        makeWord(whole, scalars, boxes, shown: shown, language: language)
      }
    }
  }

  private func makeWord(
    _ word: recto_word, _ scalars: UnsafeBufferPointer<UInt32>,
    _ boxes: UnsafeBufferPointer<recto_box>, shown: Rect, language: String?
  ) -> TextWord {
    let (string, clusters, boxOrder, isRightToLeft) = self.clusters(of: scalars)
    var result = TextWord(
      text: string, box: map(shown), font: font(word.font), size: word.size * unit,
      direction: word.vertical ? .topToBottom : isRightToLeft ? .rightToLeft : .leftToRight,
      language: language)
    if word.diagonal {
      setDiagonal(word, on: &result, count: max(1, clusters?.count ?? boxes.count))
    } else {
      if let clusters {
        result.glyphs = clusters.map { cluster in
          let own = cluster.map { Rect(boxes[boxOrder?[$0] ?? $0]) }
          return map(own.dropFirst().reduce(own[0]) { $0.union($1) })
        }
      } else {
        result.glyphs = boxes.map { map(Rect($0)) }
      }
      // Upright words of an upright page, which most are, have none.
      if isIdentity, word.rotation == 0, shown.width >= 0, shown.maxX.isFinite { return result }
      let quad = toPage.apply(shownQuad(shown, rotation: word.rotation))
      let isAcross = quad.topRight.x - quad.topLeft.x >= quad.bounds.width / 2
      // A column of vertical text stands upright, although its text runs down.
      let isColumn = word.vertical && !isAcross && quad.topRight.y > quad.topLeft.y
      if !isColumn, !isAcross || quad.topLeft.y > quad.bottomLeft.y { result.quad = quad }
    }
    return result
  }

  private func map(_ rect: Rect) -> Rect { isIdentity ? rect : toPage.apply(rect) }

  private func font(_ index: UInt32) -> String? {
    if let known = fonts[index] { return known }
    let name = text.font(index)
    fonts[index] = .some(name.isEmpty ? nil : name)
    return name.isEmpty ? nil : name
  }

  // MARK: Characters

  /// A word's text in reading order, and the boxes of each character, as a range of `boxOrder`. `clusters` is
  /// nil if each character has one box; `boxOrder` is nil if the boxes are in reading order.
  private func clusters(
    of scalars: UnsafeBufferPointer<UInt32>
  ) -> (text: String, clusters: [Range<Int>]?, boxOrder: [Int]?, isRightToLeft: Bool) {
    // Printable ASCII, which most words are, has a character and a byte for each scalar.
    if scalars.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      let string = String(unsafeUninitializedCapacity: scalars.count) { utf8 in
        for (index, scalar) in scalars.enumerated() {
          utf8[index] = UInt8(truncatingIfNeeded: scalar)
        }
        return scalars.count
      }
      return (string, nil, nil, false)
    }
    let string = string(of: scalars)
    // Each scalar is a character with one box.
    if scalars.allSatisfy(isWholeCharacter) { return (string, nil, nil, false) }
    guard string.unicodeScalars.contains(where: isStrongRightToLeft) else {
      return (string.withAccentsOnDots, clusterRanges(of: string), nil, false)
    }
    let characters = string.visualCharacters
    let visual = clusterRanges(of: characters)
    let order = readingOrder(ofVisual: characters, isRightToLeft: true)
    // In reading order other scalars are neighbors, which can make one character of two.
    let logical = String(order.map { characters[$0] })
    return (logical, clusterRanges(of: logical), order.flatMap { visual[$0] }, true)
  }

  /// The scalars as a string, with U+FFFD for what is not one or controls something.
  private func string(of scalars: UnsafeBufferPointer<UInt32>) -> String {
    String(unsafeUninitializedCapacity: 4 * scalars.count) { utf8 in
      var count = 0
      for value in scalars {
        let scalar = value < 0x20 ? nil : Unicode.Scalar(value)
        for byte in (scalar ?? "\u{FFFD}").utf8 {
          utf8[count] = byte
          count += 1
        }
      }
      return count
    }
  }

  /// The scalars of each character of a string.
  private func clusterRanges(of string: some Sequence<Character>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for character in string {
      let end = start + character.unicodeScalars.count
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// The word's corners on the shown page, in the order of `Quad`.
  private func shownQuad(_ box: Rect, rotation: UInt8) -> Quad {
    let quad = Quad(box)
    switch rotation {
    case 1:
      return Quad(
        topLeft: quad.topRight, topRight: quad.bottomRight, bottomRight: quad.bottomLeft,
        bottomLeft: quad.topLeft)
    case 2:
      return Quad(
        topLeft: quad.bottomRight, topRight: quad.bottomLeft, bottomRight: quad.topLeft,
        bottomLeft: quad.topRight)
    case 3:
      return Quad(
        topLeft: quad.bottomLeft, topRight: quad.topLeft, bottomRight: quad.topRight,
        bottomLeft: quad.bottomRight)
    default:
      return quad
    }
  }

  /// Gives slanted text a quad along its baseline: it leaves the upright boxes that engines give.
  private func setDiagonal(_ word: recto_word, on result: inout TextWord, count: Int) {
    let (dx, dy) = (word.end_x - word.start_x, word.end_y - word.start_y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return }
    // Ascent and descent of ordinary fonts, in parts of the size.
    let (ascent, descent) = (0.95 * word.size, 0.25 * word.size)
    let (upX, upY) = (dy / length, -dx / length)
    func part(from: Double, to: Double) -> Quad {
      func corner(_ along: Double, _ up: Double) -> Point {
        toPage.apply(
          Point(x: word.start_x + dx * along + upX * up, y: word.start_y + dy * along + upY * up))
      }
      return Quad(
        topLeft: corner(from, ascent), topRight: corner(to, ascent),
        bottomRight: corner(to, -descent), bottomLeft: corner(from, -descent))
    }
    let quad = part(from: 0, to: 1)
    result.quad = quad
    result.box = quad.bounds
    let isRightToLeft = result.direction == .rightToLeft
    result.glyphs = (0..<count).map { index in
      let place = Double(isRightToLeft ? count - 1 - index : index)
      return part(from: place / Double(count), to: (place + 1) / Double(count)).bounds
    }
  }
}
