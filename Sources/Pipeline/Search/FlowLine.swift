import RectoPageModel

/// A line of a page as it is searched.
struct FlowLine: Sendable {
  /// A character of the line; a space between words has no word.
  struct Letter: Sendable {
    let character: Character
    /// The index of its word in the line, or -1.
    let word: Int32
    /// Its own in the word.
    let index: Int32
  }

  /// The indices of its page and of its block there.
  let page: Int
  let block: Int
  let line: TextLine
  /// The index of its first word, counted over the whole page.
  let firstWord: Int
  private(set) var letters: [Letter] = []
  /// The characters that are compared; a letter may give several, or none.
  private(set) var folded: [Character] = []
  /// For each of `folded`, the letter that it came from.
  private(set) var sources: [Int32] = []
  let endsInHyphen: Bool
  /// True if it ends in a dash or stroke directly behind a letter or digit: "1914–", "and/".
  let endsInDash: Bool
  /// The index of the space after a large initial, where no gap shows whether the letter is a word,
  /// and true if the line has a space there.
  private(set) var initialSpace: (index: Int, isRead: Bool)?

  init(_ line: TextLine, page: Int, block: Int, firstWord: Int, _ folding: TextFolding) {
    self.page = page
    self.block = block
    self.line = line
    self.firstWord = firstWord
    endsInHyphen = line.endsInHyphen
    let end = line.lastWord.suffix(2)
    endsInDash =
      end.last.map { "—–/".contains($0) } == true
      && end.dropLast().last.map { $0.isLetter || $0.isNumber } == true
    for (number, word) in line.words.enumerated() {
      for (index, character) in word.text.enumerated() {
        append(
          Letter(character: character, word: Int32(number), index: Int32(index)),
          as: folding.fold(character))
      }
      let isInitial =
        number == 0 && line.words.count > 1 && DropCap.isInitial(word, of: line.words[1])
      if isInitial { initialSpace = (letters.count, !word.joinsNext) }
      if !word.joinsNext || isInitial, number < line.words.count - 1 {
        append(Letter(character: " ", word: -1, index: 0), as: " ")
      }
    }
    guard endsInHyphen, let last = letters.indices.last else { return }
    // Any hyphen here, even a soft one, is compared as `-`.
    while sources.last == Int32(last) {
      sources.removeLast()
      folded.removeLast()
    }
    folded.append("-")
    sources.append(Int32(last))
  }

  private mutating func append(_ letter: Letter, as characters: String) {
    for character in characters {
      folded.append(character)
      sources.append(Int32(letters.count))
    }
    letters.append(letter)
  }

  /// True if it is the large first letter of a text that goes on beside it, in the line `next`.
  func isInitial(of next: FlowLine) -> Bool {
    guard line.words.count == 1, let initial = line.words.first, let word = next.line.words.first
    else { return false }
    return DropCap.isInitial(initial, of: word)
  }

  /// The quad of a letter; nil for a space.
  func quad(of letter: Letter) -> Quad? {
    guard letter.word >= 0 else { return nil }
    let word = line.words[Int(letter.word)]
    if let cell = word.turnedCell(ofCharacter: Int(letter.index)) { return cell }
    let hasGlyph = word.glyphs.indices.contains(Int(letter.index))
    return Quad(hasGlyph ? word.glyphs[Int(letter.index)] : word.box)
  }

  func isTurned(_ letter: Letter) -> Bool {
    letter.word >= 0 && line.words[Int(letter.word)].quad != nil
  }
}
