import RectoPageModel
import RectoTextLayout

/// The part of a word that stands on one line.
struct PlacedWord {
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
    return !goesBack || block?.turns == true || isRightToLeft || letter.isRightToLeft
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

extension [PlacedWord] {
  /// Adds a letter to the last word, or begins another word with it.
  mutating func append(
    _ character: Character, _ letter: PlacedLetter, _ word: Int?, _ block: WrittenText.Block?,
    _ formula: Int?
  ) {
    // In place, since a copy of the word would copy all its letters.
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

  /// The words, each on its own, except that the words of a formula are together.
  var parts: [[PlacedWord]] {
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
  func isOneLine(with part: [PlacedWord], _ block: WrittenText.Block?) -> Bool {
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
