extension String {
  /// The text with accented letters in place of accents on letters without a dot: "í" for "ı" and
  /// an acute.
  var withAccentsOnDots: String {
    guard unicodeScalars.contains(where: { $0 == "\u{131}" || $0 == "\u{237}" }) else {
      return self
    }
    return String(
      map { character in
        let scalars = character.unicodeScalars
        guard scalars.count == 2, let base = scalars.first, let accent = scalars.last else {
          return character
        }
        let letters: [UInt32: Character] =
          base == "\u{131}" ? Self.i : base == "\u{237}" ? Self.j : [:]
        return letters[accent.value] ?? character
      })
  }

  private static let i: [UInt32: Character] = [
    0x300: "ì", 0x301: "í", 0x302: "î", 0x303: "ĩ", 0x304: "ī", 0x306: "ĭ", 0x308: "ï", 0x30C: "ǐ",
  ]
  private static let j: [UInt32: Character] = [0x302: "ĵ", 0x30C: "ǰ"]
}
