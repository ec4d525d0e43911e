import CRectoUnicode
import RectoPageModel

/// Hebrew, Arabic and the other scripts written from right to left: the ranges that Unicode sets
/// aside for them (DerivedBidiClass.txt, `@missing` lines), without marks and digits.
package func isStrongRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x05BE...0x05F4, 0x0608...0x064A, 0x066D...0x06D5, 0x06E5...0x08FF, 0x200F,
    0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
    !scalar.properties.isDiacritic
  default: false
  }
}

/// The indices of characters that stand from left to right on the page, in reading order.
///
/// A PDF draws glyphs where they go and says nothing of the order in which they are read; this
/// runs the bidirectional algorithm (UAX 9) backwards with ICU.
func readingOrder(ofVisual characters: [Character], isRightToLeft: Bool) -> [Int] {
  // One unit for each character, the first of its scalars, since marks go where their base goes.
  let units = characters.map { character in
    character.unicodeScalars.first.map { $0.value > 0xFFFF ? 0x05D0 : UInt16($0.value) } ?? 0x20
  }
  var order = [Int32](repeating: 0, count: units.count)
  guard unicode_reading_order(units, Int32(units.count), isRightToLeft, &order) else {
    return Array(characters.indices)
  }
  return order.map(Int.init)
}

/// Words that stand from left to right, in reading order, and whether the line as a whole is read
/// from right to left.
func readingOrder(ofVisual words: [TextWord]) -> (words: [TextWord], isRightToLeft: Bool) {
  let rightToLeft = words.count { $0.direction == .rightToLeft }
  // Signs and numbers are of either direction.
  let isRightToLeft = rightToLeft * 2 >= words.count { !$0.hasNoLetters }
  // A word stands for itself by its first strong letter, its first digit, or its first character.
  let characters = words.flatMap { word -> [Character] in
    let scalars = word.text.unicodeScalars
    let leading =
      scalars.first(where: isStrongRightToLeft) ?? scalars.first { $0.properties.isAlphabetic }
      ?? scalars.first { $0.properties.numericType != nil } ?? scalars.first ?? " "
    return [Character(leading), " "]
  }
  let order = readingOrder(ofVisual: characters, isRightToLeft: isRightToLeft)
    .filter { $0 % 2 == 0 }.map { $0 / 2 }
  var result = order.map { words[$0] }
  for index in result.indices {
    let isInRightToLeft =
      isRightToLeft && (index == 0 || order[index - 1] > order[index])
      && (index + 1 == order.count || order[index + 1] < order[index])
    if isInRightToLeft, result[index].isOfSigns { result[index].reverse() }
    guard index + 1 < order.count else {
      result[index].joinsNext = false
      continue
    }
    // The flag of the left one of two neighbors tells of the gap between them.
    let (here, next) = (order[index], order[index + 1])
    result[index].joinsNext = abs(here - next) == 1 && words[min(here, next)].joinsNext
  }
  return (result, isRightToLeft)
}

extension TextWord {
  fileprivate var hasNoLetters: Bool {
    text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic && !isStrongRightToLeft($0) }
  }

  /// True of words such as ")." in a font of their own, which say nothing of their direction.
  fileprivate var isOfSigns: Bool {
    hasNoLetters && text.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
  }

  fileprivate mutating func reverse() {
    let reversed = String(text.reversed())
    // Marks may make one character of two, which have one box.
    guard reversed.count == text.count else { return }
    text = reversed
    glyphs.reverse()
    direction = .rightToLeft
  }
}
