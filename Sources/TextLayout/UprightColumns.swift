import CRectoTextLayout

/// Finds vertical text whose letters are drawn one by one as horizontal text, as browsers do.
enum UprightColumns {
  /// The minimum number of letters in a column.
  private static let fewestLetters = 4
  /// The largest horizontal shift between neighboring letters of a column, in em.
  private static let widestShift = 0.25
  /// The distances between neighboring letters of a column, in em.
  private static let leadings = 0.6...2.0
  /// The distances between neighboring columns of a text, in em.
  private static let pitches = 0.8...3.0
  /// The largest difference between the tops of neighboring columns, in em.
  private static let widestDrop = 2.5

  /// The text with the letters of such columns as words in vertical writing mode; nil if it has none.
  static func marked(in text: FoundText) -> FoundText? {
    var words = Array(text.words)
    let passages = passages(text)
    guard !passages.isEmpty else { return nil }
    for index in passages.joined() {
      words[index].vertical = true
      words[index].rotation = 1
      words[index].baseline = middle(words[index])
    }
    return FoundText(text, words: words)
  }

  /// The letters of columns beside one another, in the order in which they are drawn.
  private static func passages(_ text: FoundText) -> [[Int]] {
    let letters = text.words.indices.filter { isLetter(text.words[$0], text) }
    guard letters.count >= fewestLetters else { return [] }
    // The small letters of ruby text beside a column are drawn between those of the column.
    let sizes = Dictionary(grouping: letters) { Int((text.words[$0].size * 2).rounded()) }
    return sizes.values.flatMap { letters in
      passages(letters.sorted { text.words[$0].position < text.words[$1].position }, text)
    }
  }

  private static func passages(_ letters: [Int], _ text: FoundText) -> [[Int]] {
    var columns: [[Int]] = []
    for letter in letters {
      if let last = columns.last?.last, isBelow(text.words[letter], text.words[last]) {
        columns[columns.count - 1].append(letter)
      } else {
        columns.append([letter])
      }
    }
    var passages: [[[Int]]] = []
    for column in columns {
      if let last = passages.last?.last, isNext(text.words[column[0]], text.words[last[0]]) {
        passages[passages.count - 1].append(column)
      } else {
        passages.append([column])
      }
    }
    return passages.filter { $0.contains { $0.count >= fewestLetters } }.map { Array($0.joined()) }
  }

  private static func isLetter(_ word: recto_word, _ text: FoundText) -> Bool {
    word.char_count == 1 && word.rotation == 0 && !word.vertical && !word.diagonal && word.size > 0
      && isWithoutSpaces(text.scalars(of: word)[0])
  }

  private static func isBelow(_ letter: recto_word, _ above: recto_word) -> Bool {
    abs(middle(letter) - middle(above)) <= widestShift * letter.size
      && leadings.contains((letter.box.y1 - above.box.y1) / letter.size)
  }

  /// True if a column is the next one on the left, by their first letters.
  private static func isNext(_ letter: recto_word, _ other: recto_word) -> Bool {
    pitches.contains((middle(other) - middle(letter)) / letter.size)
      && abs(letter.box.y1 - other.box.y1) <= widestDrop * letter.size
  }

  private static func middle(_ word: recto_word) -> Double { (word.box.x1 + word.box.x2) / 2 }
}
