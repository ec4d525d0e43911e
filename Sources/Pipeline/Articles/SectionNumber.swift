/// The number that a text begins with as titles of sections do, such as 6.3 in "6.3 Trace Recording".
struct SectionNumber: Hashable {
  let parts: [Int]

  /// A longer number is a year or an amount.
  private static let mostDigits = 3
  private static let longest = 8

  /// The number and the text after it, which may be empty. Returns nil if the text begins with no number.
  static func split(_ text: Substring) -> (number: SectionNumber, rest: Substring)? {
    let digits = text.prefix { $0.isWholeNumber || $0 == "." }
    let rest = text[digits.endIndex...]
    let parts = digits.split(separator: ".")
    guard digits.first?.isWholeNumber == true, digits.count <= longest,
      parts.allSatisfy({ $0.count <= mostDigits }),
      // Not "3D", but "3.Lamps" without a space.
      digits.last == "." || rest.first.map(isSeparator) ?? true
    else { return nil }
    let number = SectionNumber(
      parts: parts.map { $0.reduce(0) { 10 * $0 + ($1.wholeNumberValue ?? 0) } })
    return (number, rest.drop(while: isSeparator))
  }

  /// True if `numbers` has its parent or a sibling.
  func hasRelative(among numbers: Set<SectionNumber>) -> Bool {
    let parent = SectionNumber(parts: parts.dropLast())
    return ([parent] + neighbors).contains(where: numbers.contains)
  }

  /// True if the other one is the next or the last one of the same section.
  func isNext(to other: SectionNumber) -> Bool { neighbors.contains(other) }

  private var neighbors: [SectionNumber] {
    guard let last = parts.last else { return [] }
    return [last - 1, last + 1].map { SectionNumber(parts: parts.dropLast() + [$0]) }
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || character == ")" || character == ":"
  }
}
