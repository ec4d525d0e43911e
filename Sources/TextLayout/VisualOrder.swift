import CRectoUnicode
import RectoPageModel

/// True for a scalar of Hebrew, Arabic or another right-to-left script, except for diacritics and
/// the digits of Arabic and Persian. The ranges are those that Unicode reserves for these scripts
/// (DerivedBidiClass.txt, `@missing` lines).
package func isStrongRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x05BE...0x05F4, 0x0608...0x064A, 0x066D...0x06D5, 0x06E5...0x06EF,
    0x06FA...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
    !scalar.properties.isDiacritic
  default: false
  }
}

/// True for a joiner, which changes the letters on both sides of it and has no shape.
private func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "\u{200C}" || scalar == "\u{200D}"
}

extension String {
  /// The characters of a text that stands from left to right on the page. A joiner, which is a part of
  /// the character before it, is one by itself: in reading order another letter is before it.
  var visualCharacters: [Character] {
    flatMap { character -> [Character] in
      let scalars = Array(character.unicodeScalars)
      let joiners = scalars.count - (scalars.lastIndex { !isJoiner($0) } ?? -1) - 1
      guard joiners > 0, joiners < scalars.count else { return [character] }
      var base = UnicodeScalarView()
      base.append(contentsOf: scalars.dropLast(joiners))
      return [Character(String(base))] + scalars.suffix(joiners).map { Character($0) }
    }
  }
}

/// The indices of characters that stand from left to right on the page, in reading order.
///
/// A PDF draws glyphs where they go and says nothing of the order in which they are read; this
/// runs the bidirectional algorithm (UAX 9) backwards with ICU.
func readingOrder(ofVisual characters: [Character], isRightToLeft: Bool) -> [Int] {
  // One unit for each character, the first of its scalars, since marks go where their base goes.
  let units = characters.map { character in
    character.unicodeScalars.first.map {
      $0.value > 0xFFFF || isJoiner($0) ? 0x05D0 : UInt16($0.value)
    } ?? 0x20
  }
  var order = [Int32](repeating: 0, count: units.count)
  guard unicode_reading_order(units, Int32(units.count), isRightToLeft, &order) else {
    return Array(characters.indices)
  }
  return order.map(Int.init)
}

/// Words that stand from left to right, in reading order, and whether the line as a whole is read
/// from right to left. In right-to-left text a few words show that it is. `isAfterArabic` is true
/// if the last letter before the line is Arabic.
func readingOrder(
  ofVisual words: [TextWord], inRightToLeft isInRightToLeft: Bool, isAfterArabic: Bool
) -> (words: [TextWord], isRightToLeft: Bool) {
  let rightToLeft = words.count { $0.direction == .rightToLeft }
  // Signs and numbers are of either direction.
  let isRightToLeft = rightToLeft * (isInRightToLeft ? 4 : 2) >= words.count { !$0.hasNoLetters }
  let numberRuns = NumberRuns(
    words, isAfterArabic: isAfterArabic,
    rightToLeftNumbers: isRightToLeft ? rightToLeftNumbers(words) : [])
  let (words, groups) = (numberRuns.words, numberRuns.groups)
  let numbers = isRightToLeft ? rightToLeftNumbers(words) : []
  let characters = groups.flatMap { group -> [Character] in
    numbers.contains(group.lowerBound)
      ? ["\u{05D0}", " "] : [words[group.lowerBound].leading, " "]
  }
  let places = readingOrder(ofVisual: characters, isRightToLeft: isRightToLeft)
    .filter { $0 % 2 == 0 }.map { $0 / 2 }
  let order = places.flatMap { groups[$0] }
  var result = order.map { words[$0] }
  var end = 0
  for index in places.indices {
    end += groups[places[index]].count
    guard index + 1 < places.count else { break }
    // In visual order, the flag of the left group describes the gap between two neighbors.
    let (here, next) = (places[index], places[index + 1])
    result[end - 1].joinsNext =
      abs(here - next) == 1 && words[groups[min(here, next)].upperBound - 1].joinsNext
  }
  if let last = result.indices.last { result[last].joinsNext = false }
  guard isRightToLeft else { return (result, false) }
  return (runs(order).flatMap { inRightToLeft(Array(result[$0])) }, true)
}

/// The indices of the numbers that are ordered with the right-to-left words around them
/// (UAX 9, N1): those in Arabic digits, and those without a left-to-right word on either side.
private func rightToLeftNumbers(_ words: [TextWord]) -> Set<Int> {
  // True for a right-to-left word and for Arabic digits, nil for signs and other numbers.
  let directions = words.map { word -> Bool? in
    if word.hasArabicDigits { return true }
    return word.hasNoLetters ? nil : word.direction == .rightToLeft
  }
  var found: Set<Int> = []
  var isAfterRightToLeft = true
  for index in words.indices {
    if directions[index] ?? isAfterRightToLeft, words[index].isNumber { found.insert(index) }
    isAfterRightToLeft = directions[index] ?? isAfterRightToLeft
  }
  var isBeforeRightToLeft = true
  for index in words.indices.reversed() {
    isBeforeRightToLeft = directions[index] ?? isBeforeRightToLeft
    if !isBeforeRightToLeft { found.remove(index) }
  }
  return found
}

/// The ranges of words, in reading order, that also stand side by side from left to right. `order`
/// has the words' places from the left.
private func runs(_ order: [Int]) -> [Range<Int>] {
  var runs: [Range<Int>] = []
  for index in order.indices {
    if let last = runs.last, order[index] == order[index - 1] + 1 {
      runs[runs.count - 1] = last.lowerBound..<index + 1
    } else {
      runs.append(index..<index + 1)
    }
  }
  return runs
}

/// A left-to-right run of words in a right-to-left line, with its outer punctuation in
/// right-to-left order: closing signs at the left of the run come last, opening signs at its right
/// come first.
private func inRightToLeft(_ run: [TextWord]) -> [TextWord] {
  var run = run
  guard let first = run.first, first.direction != .rightToLeft else { return run }
  if run.count == 1, first.hasNoLettersOrDigits {
    run[0].reverse()
    return run
  }
  guard let behind = run[0].splitSigns(atEnd: false) else { return withOpeningFirst(run) }
  let last = run.count - 1
  var end = behind
  end.joinsNext = run[last].joinsNext
  run[last].joinsNext = true
  return withOpeningFirst(run) + [end]
}

private func withOpeningFirst(_ run: [TextWord]) -> [TextWord] {
  var run = run
  let last = run.count - 1
  guard var before = run[last].splitSigns(atEnd: true) else { return run }
  before.joinsNext = true
  return [before] + run
}

extension TextWord {
  private static let closing = Set<Character>("!?.,;:)]}»…،؛؟")
  private static let opening = Set<Character>("([{«")

  /// The character that stands for it: its first strong letter, its first digit, or its first character.
  fileprivate var leading: Character {
    let scalars = text.unicodeScalars
    return Character(
      scalars.first(where: isStrongRightToLeft) ?? scalars.first { $0.properties.isAlphabetic }
        ?? scalars.first { $0.properties.numericType != nil } ?? scalars.first ?? " ")
  }

  var isNumber: Bool { hasNoLetters && !hasNoLettersOrDigits }

  fileprivate var hasArabicDigits: Bool {
    hasNoLetters
      && text.unicodeScalars.contains { (0x660...0x669).contains($0.value) }
  }

  /// Splits off closing signs at its left, or opening signs at its right, and returns them as a
  /// right-to-left word; returns nil if it has no such signs or consists of them.
  fileprivate mutating func splitSigns(atEnd isAtEnd: Bool) -> TextWord? {
    let signs = isAtEnd ? Self.opening : Self.closing
    let count =
      isAtEnd
      ? text.reversed().prefix { signs.contains($0) }.count
      : text.prefix { signs.contains($0) }.count
    guard quad == nil, count > 0, count < text.count, glyphs.count == text.count else { return nil }
    var taken = self
    taken.text = String(isAtEnd ? text.suffix(count) : text.prefix(count))
    taken.glyphs = isAtEnd ? glyphs.suffix(count) : Array(glyphs.prefix(count))
    text = String(isAtEnd ? text.dropLast(count) : text.dropFirst(count))
    glyphs = isAtEnd ? glyphs.dropLast(count) : Array(glyphs.dropFirst(count))
    box = glyphs.dropFirst().reduce(glyphs[0]) { $0.union($1) }
    taken.box = taken.glyphs.dropFirst().reduce(taken.glyphs[0]) { $0.union($1) }
    taken.reverse()
    return taken
  }

  var hasNoLetters: Bool {
    text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic && !isStrongRightToLeft($0) }
  }

  /// True if it has neither letters nor digits, such as ")." in a font of its own, which says
  /// nothing of its direction.
  var hasNoLettersOrDigits: Bool {
    hasNoLetters && text.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
  }

  mutating func reverse() {
    let reversed = String(text.reversed())
    // Marks may make one character of two, which have one box.
    guard reversed.count == text.count else { return }
    text = reversed
    glyphs.reverse()
    direction = .rightToLeft
  }
}
