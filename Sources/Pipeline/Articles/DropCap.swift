import RectoPageModel

/// Finds the large first letter of a paragraph, over several of its lines, which is a separate
/// block or line.
enum DropCap {
  /// The minimum size of a drop cap, in multiples of the size of the text.
  private static let leastRatio = 1.5

  /// The letter that the first of a block's lines is, where others follow in the text's size.
  static func initial(of lines: [TextLine], textSize: Double) -> TextWord? {
    guard lines.count > 1, let word = lines[0].words.first, lines[0].words.count == 1,
      isInitial(word.text), word.size >= leastRatio * textSize, textSize > 0
    else { return nil }
    return word
  }

  /// A page's passages, with the letters that stand by themselves as the beginnings of theirs.
  static func joined(_ passages: [Passage], _ kinds: PassageKinds) -> [Passage] {
    var result = passages
    for index in passages.indices.reversed() {
      let cap = passages[index]
      guard isInitial(cap.text), cap.size >= leastRatio * kinds.textSize, kinds.textSize > 0,
        let target = result.indices.filter({ goesOn(from: cap, in: result[$0], kinds) }).min(by: {
          result[$0].box.minY < result[$1].box.minY
        })
      else { continue }
      result[target].begin(with: cap.runs, isWord: isWord(cap.text, before: result[target], kinds))
      result.remove(at: index)
    }
    return result
  }

  /// True if `word` stands beside an initial that begins it or its sentence.
  static func isInitial(_ initial: TextWord, of word: TextWord) -> Bool {
    isInitial(initial.text) && word.size > 0 && initial.size >= leastRatio * word.size
      && word.box.minX >= initial.box.minX - word.size / 10
      && word.box.minX <= initial.box.maxX + 2 * word.size
      && word.box.minY < initial.box.maxY && word.box.maxY > initial.box.minY
  }

  /// A letter, which may stand behind a quotation mark and before an apostrophe.
  private static func isInitial(_ text: String) -> Bool {
    let letters = text.filter(\.isLetter)
    return text.count <= 3 && letters.count == 1 && letters.allSatisfy(\.isUppercase)
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.isQuotationMark
          || $0.properties.generalCategory == .nonspacingMark
      }
  }

  /// True if a passage begins on the right of a letter, or goes around it.
  private static func goesOn(
    from cap: Passage, in passage: Passage, _ kinds: PassageKinds
  ) -> Bool {
    abs(passage.size - kinds.textSize) <= 0.15 * kinds.textSize
      && passage.text.first?.isLetter == true
      && passage.box.minY < cap.box.maxY && passage.box.maxY > cap.box.minY
      && passage.box.minX > cap.box.minX - kinds.textSize
      && passage.box.minX < cap.box.maxX + 2 * kinds.textSize
  }

  /// True if the letter is a word, as "A" is in "A harbor": where the publication has the next word
  /// elsewhere, and has no word of both.
  private static func isWord(
    _ initial: String, before passage: Passage, _ kinds: PassageKinds
  ) -> Bool {
    let letter = initial.suffix(1).lowercased()
    guard ["a", "i", "o"].contains(letter) else { return false }
    let next = passage.text.prefix { $0.isLetter }.lowercased()
    return kinds.words.contains(next) && !kinds.words.contains(letter + next)
  }
}
