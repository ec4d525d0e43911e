import CRectoTextLayout
import RectoPageModel

/// Large first letters that hang into several lines of their text.
extension LineRepair {
  /// The height of capitals, in sizes.
  private static let capitalHeight = 0.7
  /// The most room between a first letter and its text, in sizes of the text.
  private static let widestInitialGap = 2.0
  /// The most that lines of the text may reach into or below their first letter, in sizes of the text.
  private static let initialTolerance = 0.3

  /// Moves first letters to the beginnings of the first lines beside them, with which blocks begin. Engines have
  /// such a letter as a line by itself, or in the last line beside it, on whose baseline it stands.
  mutating func attachInitials() {
    var beginnings: [Place] = []
    for block in blocks.indices {
      for index in blocks[block].indices {
        let place = Place(block: block, line: index)
        guard let initial = initial(of: line(place)),
          let target = lineBehind(initial: initial, in: line(place))
        else { continue }
        take(initial, from: place)
        blocks[target.block][target.line].words.insert(initial.words[0], at: 0)
        blocks[target.block][target.line].box = line(target).box.union(initial.box)
        if target.line > 0 { beginnings.append(target) }
      }
    }
    for place in beginnings.sorted(by: { ($0.block, $0.line) > ($1.block, $1.line) }) {
      blocks.insert(Array(blocks[place.block][place.line...]), at: place.block + 1)
      blocks[place.block].removeSubrange(place.line...)
    }
    dropEmptyLines()
    indexRows()
  }

  /// A large first letter that a line is, or begins with, as a line.
  private func initial(of line: Line) -> Line? {
    guard line.isPlain, let first = line.words.first else { return nil }
    let isInitial =
      line.words.count == 1
      ? text.isInitial(text.words[first])
      : text.isInitial(text.words[first], of: text.words[line.words[1]])
    return isInitial ? Self.line([first], text) : nil
  }

  private mutating func take(_ initial: Line, from place: Place) {
    let rest = Array(line(place).words.dropFirst())
    if let line = Self.line(rest, text) {
      blocks[place.block][place.line] = line
    } else {
      blocks[place.block][place.line].words = []
    }
  }

  /// The first of the lines that begin beside a large first letter, if it goes on with that letter's word and
  /// is not the line that has the letter.
  private func lineBehind(initial: Line, in own: Line) -> Place? {
    let (top, bottom) = (
      initial.baseline - Self.capitalHeight * initial.size, initial.baseline
    )
    var first: Place?
    var count = own.words.count > 1 ? 1 : 0
    let lowest =
      own.words.count > 1
      ? own.baseline - Self.initialTolerance * own.size : Double.infinity
    for block in blocks.indices {
      for index in blocks[block].indices {
        let line = blocks[block][index]
        guard line.isPlain, let word = line.words.first else { continue }
        let tolerance = Self.initialTolerance * line.size
        let start = text.words[word].box.x1
        guard line.baseline > top, line.baseline < min(lowest, bottom + tolerance),
          start > initial.box.minX - tolerance,
          start < initial.box.maxX + Self.widestInitialGap * line.size,
          text.isInitial(text.words[initial.words[0]], of: text.words[word])
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
  /// The minimum size of an initial letter that hangs into several lines, in multiples of the
  /// size of its text.
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
