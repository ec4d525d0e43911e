import CRectoTextLayout
import RectoPageModel

/// Large first letters that hang into several lines of their text.
extension LineRepair {
  /// The height of capitals, in sizes. In sizes of the text: it begins no further behind its first letter, and
  /// no further before that, and the lines beside that are no lower.
  private static let capitalHeight = 0.7
  private static let widestInitialGap = 2.0
  private static let initialTolerance = 0.3

  /// Moves first letters that are lines by themselves to the beginnings of the first lines beside them, with
  /// which blocks begin.
  mutating func attachInitials() {
    var beginnings: [Place] = []
    for block in blocks.indices {
      for index in blocks[block].indices where isInitial(blocks[block][index]) {
        let place = Place(block: block, line: index)
        guard let target = lineBehind(initial: line(place)) else { continue }
        move(place, to: target, at: 0)
        if target.line > 0 { beginnings.append(target) }
      }
    }
    guard !beginnings.isEmpty else { return }
    for place in beginnings.sorted(by: { ($0.block, $0.line) > ($1.block, $1.line) }) {
      blocks.insert(Array(blocks[place.block][place.line...]), at: place.block + 1)
      blocks[place.block].removeSubrange(place.line...)
    }
    dropEmptyLines()
    indexRows()
  }

  private func isInitial(_ line: Line) -> Bool {
    line.isPlain && line.words.count == 1 && text.isInitial(text.words[line.words[0]])
  }

  /// The first of the lines that begin beside a large first letter, if it goes on with that letter's word.
  private func lineBehind(initial: Line) -> Place? {
    let (top, bottom) = (
      initial.baseline - Self.capitalHeight * initial.size, initial.baseline
    )
    var first: Place?
    var count = 0
    for block in blocks.indices {
      for index in blocks[block].indices {
        let line = blocks[block][index]
        guard line.isPlain, let word = line.words.first else { continue }
        let tolerance = Self.initialTolerance * line.size
        let start = text.words[word].box.x1
        guard text.isInitial(text.words[initial.words[0]], of: text.words[word]),
          line.baseline > top, line.baseline < bottom + tolerance,
          start > initial.box.minX - tolerance,
          start < initial.box.maxX + Self.widestInitialGap * line.size
        else { continue }
        count += 1
        if first.map({ line.baseline < self.line($0).baseline }) ?? true {
          first = Place(block: block, line: index)
        }
      }
    }
    // Beside a single line it may be any letter.
    guard count > 1, let first, let word = line(first).words.first,
      text.goesOnInWord(text.words[word])
    else { return nil }
    return first
  }
}

extension FoundText {
  /// In sizes of its text, a first letter that hangs into several lines.
  private static let leastInitial = 1.5
  private static let apostrophes: Set<UInt32> = [0x27, 0x2019]
  private static let mostScalars = 3

  /// True for a capital letter, which may stand behind a quotation mark and before an apostrophe.
  func isInitial(_ word: recto_word) -> Bool {
    let scalars = scalars(of: word).compactMap(Unicode.Scalar.init)
    let letters = scalars.filter(\.properties.isAlphabetic)
    return scalars.count <= Self.mostScalars && letters.count == 1
      && letters[0].properties.isUppercase
      && scalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.isQuotationMark }
  }

  /// True for such a letter that is larger than a word of its text, by several lines.
  func isInitial(_ initial: recto_word, of word: recto_word) -> Bool {
    word.size > 0 && initial.size >= Self.leastInitial * word.size && isInitial(initial)
  }

  /// True for letters that may be the rest of a word after its first one: small ones or an apostrophe, or
  /// capitals only.
  func goesOnInWord(_ word: recto_word) -> Bool {
    let scalars = scalars(of: word).compactMap(Unicode.Scalar.init)
    guard let first = scalars.first else { return false }
    return first.properties.isLowercase || Self.apostrophes.contains(first.value)
      || first.properties.isUppercase && !scalars.contains { $0.properties.isLowercase }
  }
}
