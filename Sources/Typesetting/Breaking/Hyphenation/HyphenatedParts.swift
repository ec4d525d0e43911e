/// A character of a word, in the form that patterns have.
struct WordLetter {
  /// Lowercase.
  let scalar: Unicode.Scalar
  /// In UTF-16 units from the start of the word.
  let offset: Int
  /// False for combining marks and apostrophes, which belong to a word but do not count.
  let isLetter: Bool
}

/// The parts of a word to which patterns apply: without the punctuation around the word, and divided
/// at its hyphens. Empty if the word contains anything else.
struct HyphenatedParts {
  private(set) var parts: [ArraySlice<WordLetter>] = []

  init(_ word: UnsafeBufferPointer<UInt16>) {
    var letters: [WordLetter] = []
    letters.reserveCapacity(word.count)
    var dividers: [Int] = []
    /// True after a character behind the letters that is not a letter: no letter may follow it.
    var isOver = false
    var offset = 0
    var decoder = UTF16()
    var units = word.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&units) {
      defer { offset += UTF16.width(scalar) }
      let role = Self.role(of: scalar)
      switch role {
      case .letter, .mark:
        guard !isOver else { return }
        let isLetter = role == .letter
        if letters.isEmpty, !isLetter { continue }
        letters.append(
          WordLetter(scalar: Self.lowercase(scalar), offset: offset, isLetter: isLetter))
      case .divider: dividers.append(letters.count)
      case .around: isOver = !letters.isEmpty
      case .foreign: return
      }
    }
    // An unpaired surrogate ends the loop early.
    guard offset == word.count else { return }
    var start = 0
    for end in dividers + [letters.count] where end > start {
      // A trailing apostrophe is a quotation mark, or has no letter after it to join.
      let last = letters[start..<end].lastIndex { !Self.isApostrophe($0.scalar) }
      if let last { parts.append(letters[start...last]) }
      start = end
    }
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "\u{2019}"
  }

  private enum Role { case letter, mark, divider, around, foreign }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if isApostrophe(scalar) { return .mark }
    switch scalar.value {
    case 0x61...0x7A, 0x41...0x5A: return .letter
    case 0x2D, 0x2010...0x2015: return .divider
    // A soft hyphen; a word with one is divided there.
    case 0xAD: return .foreign
    // Ligatures, each of which libhyphen counts as several letters.
    case 0xFB00...0xFB06: return .foreign
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .spaceSeparator, .lineSeparator, .paragraphSeparator, .dashPunctuation:
      return .around
    case .otherPunctuation:
      return [0x40, 0x2F, 0x5C, 0x23, 0x26].contains(scalar.value) ? .foreign : .around
    default: return .foreign
    }
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x80 {
      let isCapital = (0x41...0x5A).contains(scalar.value)
      return isCapital ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
    }
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    // A letter whose small form is two, such as the Turkish dotted I, stays as it is.
    guard mapped.count == 1, let small = mapped.first else { return scalar }
    return small
  }
}
