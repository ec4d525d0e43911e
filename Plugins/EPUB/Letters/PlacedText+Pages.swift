import RectoHTMLBackend
import RectoPDFBackend
import RectoPageModel
import RectoTextLayout

extension PlacedText {
  /// The text of a page: the letters in words, lines and blocks. Ruby text becomes a block behind
  /// the one that it annotates.
  func text(ofPage index: Int) -> PageText {
    var builder = PageBuilder(written)
    for letter in pages[index] { builder.add(letter) }
    return PageText(order: .structureTree, blocks: builder.finish())
  }
}

extension PlacedText {
  /// The areas on a page of the elements that were asked for, by their names: a box for each line.
  func areas(onPage index: Int) -> [String: [Rect]] {
    guard !written.named.isEmpty else { return [:] }
    // The letters of a page come in their order, but for those that stand again at another place.
    var letters = pages[index].compactMap { letter -> (letter: Int, box: Rect)? in
      guard case .written(let index) = letter.content else { return nil }
      return (index, letter.box)
    }
    letters.sort { $0.letter < $1.letter }
    return written.named.compactMapValues { range in
      let lines = lines(of: letters[letters.range(of: range) { $0.letter }].map(\.box))
      return lines.isEmpty ? nil : lines
    }
  }

  private func lines(of boxes: [Rect]) -> [Rect] {
    var lines: [Rect] = []
    for box in boxes {
      if let line = lines.last, line.isOneLine(with: box) {
        lines[lines.count - 1] = line.union(box)
      } else {
        lines.append(box)
      }
    }
    return lines
  }
}

extension [(letter: Int, box: Rect)] {
  /// The indices of the elements in a range, in a sorted list.
  fileprivate func range(of letters: Swift.Range<Int>, _ key: (Element) -> Int) -> Swift.Range<Int>
  {
    func first(from letter: Int) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if key(self[middle]) < letter { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first(from: letters.lowerBound)..<first(from: letters.upperBound)
  }
}

extension Rect {
  /// True if a letter's box stands beside the line's in a horizontal line, or below it in a
  /// vertical one.
  fileprivate func isOneLine(with letter: Rect) -> Bool {
    let across = min(maxY, letter.maxY) - max(minY, letter.minY)
    if across > min(height, letter.height) / 2 { return true }
    let down = min(maxX, letter.maxX) - max(minX, letter.minX)
    return height > width && down > min(width, letter.width) / 2
  }
}

/// Puts the letters of a page together, one after the other.
private struct PageBuilder {
  private let written: WrittenText
  private var blocks: [TextBlock] = []
  /// The block that follows the last of `blocks`.
  private var words: [PlacedWord] = []
  private var ruby: [PlacedWord] = []
  /// The block that `words` and `ruby` belong to; nil if the document has no block for them.
  private var block: Int?
  private var role = TextRole.paragraph
  /// The word that holds the letter before, or one after that.
  private var nearestWord = 0

  init(_ written: WrittenText) { self.written = written }

  mutating func add(_ letter: PlacedLetter) {
    let word = written.words.isEmpty ? nil : wordIndex(of: letter.anchor)
    let formula = formula(of: letter, word)
    let isInBlock = letter.isInBlock || formula != nil
    let block = isInBlock ? (formula?.word ?? word).map { written.words[$0].block } : nil
    let role =
      block.map { written.blocks[$0].role } ?? (letter.anchor == .max ? .artifact : .paragraph)
    if block != self.block || role != self.role {
      flush()
      (self.block, self.role) = (block, role)
    }
    let own = block.map { written.blocks[$0] }
    switch letter.content {
    case .hyphen: append("\u{AD}", letter, word, own, formula?.number)
    case .written(let index): append(written.letters[index], letter, word, own, formula?.number)
    case .drawn:
      for character in letter.glyph.text.seen {
        append(character, letter, nil, own, formula?.number)
      }
    }
  }

  /// The formula that a letter is in, with one of its words. The signs that it is drawn with, such
  /// as that of a root, are a part of it.
  private mutating func formula(
    of letter: PlacedLetter, _ word: Int?
  ) -> (number: Int, word: Int)? {
    guard let word, letter.anchor != .max else { return nil }
    if case .drawn = letter.content,
      !letter.glyph.text.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .mathSymbol })
    {
      return nil
    }
    if let number = written.words[word].formula { return (number, word) }
    guard !letter.isInBlock, letter.side == 1 else { return nil }
    let next = wordIndex(of: letter.anchor + 1)
    return written.words[next].formula.map { ($0, next) }
  }

  mutating func finish() -> [TextBlock] {
    flush()
    return blocks
  }

  private mutating func append(
    _ character: Character, _ letter: PlacedLetter, _ word: Int?, _ block: WrittenText.Block?,
    _ formula: Int?
  ) {
    if let word, written.words[word].isRuby {
      ruby.append(character, letter, word, block, formula)
    } else {
      words.append(character, letter, word, block, formula)
    }
  }

  private mutating func wordIndex(of letter: Int) -> Int {
    // Letters come in their order, but for those that stand again at another place.
    if written.words[nearestWord].letters.lowerBound > letter { nearestWord = 0 }
    while nearestWord + 1 < written.words.count,
      written.words[nearestWord].letters.upperBound <= letter
    {
      nearestWord += 1
    }
    return nearestWord
  }

  private mutating func flush() {
    let own = block.map { written.blocks[$0] }
    if let block = TextBlock(role: role, lines: lines(of: words, own)) {
      blocks.append(block)
    }
    if let block = TextBlock(role: .ruby, lines: lines(of: ruby, own)) { blocks.append(block) }
    words = []
    ruby = []
  }

  private func lines(of words: [PlacedWord], _ block: WrittenText.Block?) -> [TextLine] {
    var lines: [[PlacedWord]] = []
    // A formula is in one line, however high its parts stand.
    for part in words.parts {
      if let last = lines.indices.last, lines[last].isOneLine(with: part, block) {
        lines[last] += part
      } else {
        lines.append(part)
      }
    }
    return lines.map { line($0, block) }
  }

  private func line(_ placed: [PlacedWord], _ block: WrittenText.Block?) -> TextLine {
    let isVertical = block?.isVertical ?? false
    var words = placed.map { word in
      word.textWord(language: word.index.flatMap { written.words[$0].language }, isVertical)
    }
    for index in words.indices.dropLast() {
      words[index].joinsNext = joins(placed[index], placed[index + 1], block)
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return TextLine(
      box: box, baseline: baseline(placed, in: box, block, isVertical), words: words,
      formulas: [TextFormula](
        numbers: placed.map(\.formula), alternatives: written.alternatives))
  }

  private func joins(
    _ word: PlacedWord, _ next: PlacedWord, _ block: WrittenText.Block?
  ) -> Bool {
    guard let a = word.index, let b = next.index else {
      if word.formula != nil, word.formula == next.formula { return true }
      return word.isFollowed(by: next.letters[0], block)
    }
    if a == b { return true }
    return written.words[a].joinsNext
      && written.words[a..<b].dropFirst().allSatisfy { $0.isRuby != written.words[a].isRuby }
  }

  private func baseline(
    _ words: [PlacedWord], in box: Rect, _ block: WrittenText.Block?, _ isVertical: Bool
  ) -> Segment {
    // Vertical lines have theirs in the middle (CSS Writing Modes, 4.4).
    if isVertical {
      return Segment(
        start: Point(x: box.center.x, y: box.minY), end: Point(x: box.center.x, y: box.maxY))
    }
    let first = words[0].letters[0].glyph
    guard first.isUpright else {
      return Segment(start: first.start, end: words[words.count - 1].lastLetter.glyph.end)
    }
    let (left, right) = (Point(x: box.minX, y: first.start.y), Point(x: box.maxX, y: first.start.y))
    return block?.isRightToLeft == true
      ? Segment(start: right, end: left) : Segment(start: left, end: right)
  }
}

extension [PlacedWord] {
  /// Adds a letter to the last word, or as the first of another.
  fileprivate mutating func append(
    _ character: Character, _ letter: PlacedLetter, _ word: Int?, _ block: WrittenText.Block?,
    _ formula: Int?
  ) {
    // The last word is asked and changed in its place: a copy of it would be one of all its letters.
    let goesOn =
      !isEmpty && self[count - 1].index == word
      && (word != nil || self[count - 1].isFollowed(by: letter, block))
      && self[count - 1].isOneLine(with: letter, block)
    if goesOn {
      self[count - 1].append(character, letter)
    } else {
      append(PlacedWord(index: word, formula: formula, character, letter))
    }
  }

  /// The words one by one, but those of a formula together.
  fileprivate var parts: [[PlacedWord]] {
    var parts: [[PlacedWord]] = []
    for word in self {
      if let formula = word.formula, parts.last?.last?.formula == formula {
        parts[parts.count - 1].append(word)
      } else {
        parts.append([word])
      }
    }
    return parts
  }

  private var box: Rect { dropFirst().reduce(self[0].box) { $0.union($1.box) } }

  /// True if a word or a formula stands on the line of these words.
  fileprivate func isOneLine(with part: [PlacedWord], _ block: WrittenText.Block?) -> Bool {
    guard let last, last.formula != nil || part[0].formula != nil else {
      return self[count - 1].isOneLine(with: part[0].letters[0], block)
    }
    let start = indices.last { last.formula == nil || self[$0].formula != last.formula }
    let own = last.formula == nil ? last.box : Array(self[((start ?? -1) + 1)...]).box
    let next = part.box
    if block?.isVertical == true {
      return Swift.min(own.maxX, next.maxX) - Swift.max(own.minX, next.minX) > 0
        && next.minY >= own.minY
    }
    let shared = Swift.min(own.maxY, next.maxY) - Swift.max(own.minY, next.minY)
    return shared > Swift.min(own.height, next.height) / 2
      && (next.minX >= own.minX || block?.isRightToLeft == true)
  }
}

/// The part of a word that stands on one line.
private struct PlacedWord {
  /// The index of the written word; nil for text that the layout adds.
  let index: Int?
  /// The number of the formula that it is in.
  let formula: Int?
  private(set) var text = ""
  /// One for each character of the text, or a part of one.
  private(set) var letters: [PlacedLetter] = []

  init(index: Int?, formula: Int?, _ character: Character, _ letter: PlacedLetter) {
    self.index = index
    self.formula = formula
    append(character, letter)
  }

  var lastLetter: PlacedLetter { letters[letters.count - 1] }

  var box: Rect { letters.dropFirst().reduce(letters[0].box) { $0.union($1.box) } }

  mutating func append(_ character: Character, _ letter: PlacedLetter) {
    text.append(character)
    letters.append(letter)
  }

  /// True if a letter stands so near the last one that no space is between them.
  func isFollowed(by letter: PlacedLetter, _ block: WrittenText.Block?) -> Bool {
    let last = lastLetter.box
    let beside = max(letter.box.minX - last.maxX, last.minX - letter.box.maxX)
    let below = max(letter.box.minY - last.maxY, last.minY - letter.box.maxY)
    let (gap, apart) = block?.isVertical == true ? (below, beside) : (beside, below)
    return gap < letter.glyph.size / 10 && apart < 0
  }

  /// True if the next letter stands on the same line.
  func isOneLine(with letter: PlacedLetter, _ block: WrittenText.Block?) -> Bool {
    let (last, next) = (lastLetter.box, letter.box)
    if block?.isVertical == true {
      let shared = min(last.maxX, next.maxX) - max(last.minX, next.minX)
      // Letters of scripts from right to left are turned, and run upwards.
      let goesOn = next.maxY > last.minY || isRightToLeft && letter.isRightToLeft
      if shared > min(last.width, next.width) / 2, goesOn { return true }
      // Digits and letters that stand upright side by side (CSS Writing Modes 4, 9.1).
      let beside = min(last.maxY, next.maxY) - max(last.minY, next.minY)
      let gap = max(next.minX - last.maxX, last.minX - next.maxX)
      return beside > min(last.height, next.height) / 2 && gap < letter.glyph.size / 2
    }
    let glyph = letter.glyph
    guard glyph.isUpright else {
      let (a, b, up) = (lastLetter.glyph.start, glyph.start, glyph.up)
      let across = ((b.x - a.x) * up.x + (b.y - a.y) * up.y) / max(glyph.size, 0.01)
      return abs(across) < glyph.size / 2
    }
    let shared = min(last.maxY, next.maxY) - max(last.minY, next.minY)
    guard shared > min(last.height, next.height) / 2 else { return false }
    // From left to right nothing goes back.
    let goesBack = next.maxX < last.minX
    return !goesBack || block?.isRightToLeft == true || isRightToLeft || letter.isRightToLeft
  }

  private var isRightToLeft: Bool { text.unicodeScalars.contains(where: isStrongRightToLeft) }

  func textWord(language: String?, _ isVertical: Bool) -> TextWord {
    let first = letters[0].glyph
    var word = TextWord(
      text: text, box: box, font: first.font, size: first.size,
      direction: isVertical ? .topToBottom : isRightToLeft ? .rightToLeft : .leftToRight,
      language: language)
    // Separate letters may form one character when they are side by side.
    word.glyphs = text.count == letters.count ? letters.map(\.box) : text.map { _ in box }
    if !isVertical, !first.isUpright {
      let ends = (first.quad(), lastLetter.glyph.quad())
      let (start, end) = isRightToLeft ? (ends.1, ends.0) : ends
      word.quad = Quad(
        topLeft: start.topLeft, topRight: end.topRight, bottomRight: end.bottomRight,
        bottomLeft: start.bottomLeft)
    }
    return word
  }
}

extension PlacedLetter {
  fileprivate var isRightToLeft: Bool {
    glyph.text.unicodeScalars.contains(where: isStrongRightToLeft)
  }
}
