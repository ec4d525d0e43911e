import RectoPageModel

/// A title as it is compared with another: its letters, and apart from them the number of its section,
/// which may be in the table of contents only, or in the text only.
struct ComparedTitle {
  private let number: SectionNumber?
  private let letters: String

  /// The length, in letters, from which the beginning of a title is enough.
  private static let shortest = 4
  /// The number of letters that are compared.
  private static let longest = 200

  init(_ title: String) {
    let folded = TextFolding().fold(String(title.prefix(Self.longest)))
    if let (number, rest) = SectionNumber.split(folded[...]), rest.contains(where: \.isLetter) {
      self.number = number
      letters = Self.letters(of: rest)
    } else {
      number = nil
      letters = Self.letters(of: folded[...])
    }
  }

  /// True if both are the same title.
  func isSame(as other: ComparedTitle) -> Bool {
    !letters.isEmpty && letters == other.letters && agrees(with: other)
  }

  /// True if it is the other one or the beginning of it.
  func begins(_ other: ComparedTitle) -> Bool {
    isSame(as: other)
      || letters.count >= Self.shortest && other.letters.hasPrefix(letters) && agrees(with: other)
  }

  private func agrees(with other: ComparedTitle) -> Bool {
    number == nil || other.number == nil || number == other.number
  }

  private static func letters(of text: Substring) -> String {
    text.filter { $0.isLetter || $0.isNumber }
  }
}
