import CRectoUnicode

/// The part of a letter that is compared with its glyph: its base letters, with compatible forms
/// equal, and without case and marks, as a number each.
struct LetterKeys {
  private var known: [Character: [UInt16]] = [:]
  private static let ascii = (0..<0x80).map { folded(Character(Unicode.Scalar(UInt8($0)))) }

  /// Returns none for letters that are only spaces and controls.
  mutating func keys(of letter: Character) -> [UInt16] {
    if let byte = letter.utf8.first, byte < 0x80, letter.utf8.count == 1 {
      return Self.ascii[Int(byte)]
    }
    if let keys = known[letter] { return keys }
    let keys = Self.folded(letter)
    known[letter] = keys
    return keys
  }

  private static func folded(_ letter: Character) -> [UInt16] {
    let seen = String.UnicodeScalarView(
      letter.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      })
    guard !seen.isEmpty else { return [] }
    // A capital of Greek has its iota beside it.
    let units = Array(String(seen).uppercased().utf16)
    // The longest forms have 18 letters.
    var folded = [UInt16](repeating: 0, count: 4 * units.count + 32)
    let length = unicode_fold(
      units, Int32(units.count), false, false, &folded, Int32(folded.count))
    guard length > 0 else { return units }
    return String(decoding: folded.prefix(Int(length)), as: UTF16.self).unicodeScalars
      .filter { $0 != " " }.map(shape)
  }

  /// One letter of those that fonts draw with one glyph, for which a PDF states any of them: figures of
  /// Arabic and Persian, letters that differ in some forms only, and brackets, which are mirrored in a
  /// text from right to left.
  private static func shape(_ letter: Unicode.Scalar) -> UInt16 {
    switch letter.value {
    case 0x0660...0x0669: return UInt16(letter.value - 0x0660 + 0x30)
    case 0x06F0...0x06F9: return UInt16(letter.value - 0x06F0 + 0x30)
    case 0x0649, 0x06CC: return 0x064A
    case 0x06A9: return 0x0643
    case 0x06BE, 0x06C1, 0x06D5: return 0x0647
    // Letters of other planes have one key too; 2,048 of them stand beside one another.
    case 0x1_0000...: return 0xD800 | UInt16(letter.value & 0x7FF)
    default: return letter.properties.isBidiMirrored ? 0x28 : UInt16(letter.value)
    }
  }
}
