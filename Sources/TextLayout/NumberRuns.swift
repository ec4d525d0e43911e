import RectoPageModel

/// The classes of the characters of numbers (UAX 9, table 4).
private enum NumberClass {
  /// EN, such as ASCII's digits, unless Arabic letters come before them (W2).
  case european
  /// AN: Arabic-Indic digits, and their separators.
  case arabic
  /// CS, which belongs to numbers of one class on both sides of it (W4).
  case commonSeparator
  /// ES, which belongs to European numbers on both sides of it (W4).
  case europeanSeparator
  /// ET, which belongs to a European number beside it (W5).
  case terminator
  case other

  init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first else {
      self = .other
      return
    }
    switch scalar.value {
    case 0x660...0x669, 0x66B, 0x66C: self = .arabic
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x2044: self = .commonSeparator
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212: self = .europeanSeparator
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x66A, 0x2030...0x2034, 0x20A0...0x20CF:
      self = .terminator
    default: self = scalar.properties.numericType == .decimal ? .european : .other
    }
  }

  var isNumber: Bool { self == .european || self == .arabic }
}

/// Right-to-left text has numbers with signs between them, such as dates. Some are read from the left as one
/// number, others from the right, number by number.
struct NumberRuns {
  /// Words from left to right; those whose numbers are read from the right are cut there.
  private(set) var words: [TextWord] = []
  /// The ranges of words that are read from the left, of one word most often.
  private(set) var groups: [Range<Int>] = []

  /// The maximum number of characters without a space between them that are cut. The time grows with its
  /// square, and no number is as long.
  private static let mostCharacters = 256

  /// `isAfterArabic` is true if the last letter before the line is Arabic. `rightToLeftNumbers` are
  /// the indices of the numbers that are ordered with right-to-left words.
  init(_ given: [TextWord], isAfterArabic: Bool, rightToLeftNumbers: Set<Int>) {
    var start = 0
    // The index of the first word with letters behind the run.
    var nextWithLetters = 0
    while start < given.count {
      var end = start + 1
      if given[start].isOfCharacters {
        while end < given.count, given[end - 1].joinsNext, given[end].isOfCharacters { end += 1 }
      }
      let number = (start..<end).first { given[$0].isNumber }
      if let number, given[start].isOfCharacters, rightToLeftNumbers.contains(number) {
        nextWithLetters = max(nextWithLetters, end)
        while nextWithLetters < given.count, given[nextWithLetters].hasNoLetters {
          nextWithLetters += 1
        }
        let isArabic =
          nextWithLetters < given.count ? given[nextWithLetters].hasArabicLetters : isAfterArabic
        add(Array(given[start..<end]), isAfterArabic: isArabic)
      } else {
        for word in given[start..<end] { add(word) }
      }
      start = end
    }
  }

  private mutating func add(_ word: TextWord) {
    groups.append(words.count..<words.count + 1)
    words.append(word)
  }

  /// Adds words that no space separates.
  private mutating func add(_ run: [TextWord], isAfterArabic: Bool) {
    let characters = run.flatMap(\.text)
    let classes =
      characters.count <= Self.mostCharacters
      ? Self.classes(of: characters, isAfterArabic: isAfterArabic) : []
    guard var first = classes.firstIndex(where: \.isNumber),
      var last = classes.lastIndex(where: \.isNumber)
    else {
      for word in run { add(word) }
      return
    }
    while first > 0, classes[first - 1] == .terminator { first -= 1 }
    while last + 1 < classes.count, classes[last + 1] == .terminator { last += 1 }
    // The characters of a number are one unit, and each sign is one. Signs around them stay as they are.
    var units = [Int](repeating: 0, count: classes.count)
    for index in 1..<classes.count {
      let isSame =
        index < first || index > last + 1
        || index > first && index <= last && classes[index].isNumber && classes[index - 1].isNumber
      units[index] = units[index - 1] + (isSame ? 0 : 1)
    }
    let isOne = units[first] == units[last]
    var (position, lastUnit) = (0, -1)
    for word in run {
      var rest = word
      while rest.text.count > 0 {
        let own = units[position..<position + rest.text.count]
        let unit = own[own.startIndex]
        // A number with brackets around it is one word.
        let count = isOne ? own.count : own.prefix { $0 == unit }.count
        let piece = rest.removeFirst(count)
        if unit == lastUnit, (first...last).contains(position) {
          words.append(piece)
          groups[groups.count - 1] = groups[groups.count - 1].lowerBound..<words.count
        } else {
          add(piece)
        }
        lastUnit = units[position + count - 1]
        position += count
      }
    }
  }

  private static func classes(of characters: [Character], isAfterArabic: Bool) -> [NumberClass] {
    var classes = characters.map { character in
      let own = NumberClass(character)
      return own == .european && isAfterArabic ? .arabic : own
    }
    let digits = classes
    for index in classes.indices.dropFirst().dropLast() {
      let (before, after) = (digits[index - 1], digits[index + 1])
      guard before == after, before.isNumber else { continue }
      switch classes[index] {
      case .commonSeparator: classes[index] = before
      case .europeanSeparator where before == .european: classes[index] = before
      default: break
      }
    }
    for index in classes.indices where classes[index] == .terminator {
      let before = index > 0 ? classes[index - 1] : .other
      let after = classes[index...].first { $0 != .terminator } ?? .other
      if before == .european || after == .european { classes[index] = .european }
    }
    return classes
  }
}

extension TextWord {
  /// True for signs and digits with a box each.
  fileprivate var isOfCharacters: Bool {
    hasNoLetters && quad == nil && !text.isEmpty && glyphs.count == text.count
  }

  /// True if a number behind it counts as an Arabic one (UAX 9, W2).
  var hasArabicLetters: Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: true
      default: false
      }
    }
  }

  /// Cuts off characters at the left; all of them are the word as it was.
  fileprivate mutating func removeFirst(_ count: Int) -> TextWord {
    var piece = self
    guard count < text.count else {
      (text, glyphs) = ("", [])
      return piece
    }
    piece.text = String(text.prefix(count))
    piece.glyphs = Array(glyphs.prefix(count))
    piece.box = piece.glyphs.dropFirst().reduce(piece.glyphs[0]) { $0.union($1) }
    piece.joinsNext = true
    if piece.hasNoLettersOrDigits { piece.reverse() }
    text = String(text.dropFirst(count))
    glyphs = Array(glyphs.dropFirst(count))
    box = glyphs.dropFirst().reduce(glyphs[0]) { $0.union($1) }
    if hasNoLettersOrDigits { reverse() }
    return piece
  }
}
