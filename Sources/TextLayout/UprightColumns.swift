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
    let words = Array(text.words)
    let passages = passages(words) { text.scalars(of: $0)[0] }
    return passages.isEmpty ? nil : FoundText(text, words: marked(words, passages))
  }

  /// The words with the letters of such columns as words in vertical writing mode, where they are most of the
  /// page. `letter` gives the first scalar of a word.
  static func marked(_ words: [recto_word], _ letter: (recto_word) -> UInt32) -> [recto_word] {
    let passages = passages(words, letter)
    let letterCount = words.reduce(0) { $0 + Int($1.char_count) }
    let isMost = 2 * passages.reduce(0, { $0 + $1.count }) > letterCount
    return isMost ? marked(words, passages) : words
  }

  private static func marked(_ words: [recto_word], _ passages: [[Int]]) -> [recto_word] {
    var words = words
    for index in passages.joined() {
      words[index].vertical = true
      words[index].rotation = 1
      words[index].baseline = words[index].middle
    }
    return words
  }

  /// The letters of columns beside one another, in the order in which they are drawn.
  private static func passages(
    _ words: [recto_word], _ letter: (recto_word) -> UInt32
  ) -> [[Int]] {
    let letters = words.indices.filter { isSingle(words[$0]) && isWithoutSpaces(letter(words[$0])) }
    guard letters.count >= fewestLetters else { return [] }
    // The small letters of ruby text beside a column are drawn between those of the column.
    let sizes = Dictionary(grouping: letters) { Int((words[$0].size * 2).rounded()) }
    return sizes.values.flatMap { letters in
      passages(letters.sorted { words[$0].position < words[$1].position }, words)
    }
  }

  private static func passages(_ letters: [Int], _ words: [recto_word]) -> [[Int]] {
    var columns: [[Int]] = []
    for letter in letters {
      if let last = columns.last?.last, isBelow(words[letter], words[last]) {
        columns[columns.count - 1].append(letter)
      } else {
        columns.append([letter])
      }
    }
    var passages: [[[Int]]] = []
    for column in columns {
      if let last = passages.last?.last, isNext(words[column[0]], words[last[0]]) {
        passages[passages.count - 1].append(column)
      } else {
        passages.append([column])
      }
    }
    return passages.filter { $0.contains { $0.count >= fewestLetters } }.map { Array($0.joined()) }
  }

  private static func isSingle(_ word: recto_word) -> Bool {
    word.char_count == 1 && word.rotation == 0 && !word.vertical && !word.diagonal && word.size > 0
  }

  private static func isBelow(_ letter: recto_word, _ above: recto_word) -> Bool {
    abs(letter.middle - above.middle) <= widestShift * letter.size
      && leadings.contains((letter.box.y1 - above.box.y1) / letter.size)
  }

  /// True if a column is the next one on the left, by their first letters.
  private static func isNext(_ letter: recto_word, _ other: recto_word) -> Bool {
    pitches.contains((other.middle - letter.middle) / letter.size)
      && abs(letter.box.y1 - other.box.y1) <= widestDrop * letter.size
  }
}

extension recto_word {
  /// The middle of its box across the page.
  var middle: Double { (box.x1 + box.x2) / 2 }
}
