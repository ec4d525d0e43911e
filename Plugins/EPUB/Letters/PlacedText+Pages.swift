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
    if var block = TextBlock(role: role, lines: lines(of: words, own)) {
      block.cell = own?.cell
      block.isContinuation = own?.continuesItem ?? false
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
    words[words.count - 1].joinsNext = goesOn(placed[placed.count - 1])
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

  /// True if no space stands behind the last word of a line in the document.
  private func goesOn(_ word: PlacedWord) -> Bool {
    guard let index = word.index else { return false }
    let written = written.words[index]
    return word.lastLetter.anchor + 1 < written.letters.upperBound || written.joinsNext
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
