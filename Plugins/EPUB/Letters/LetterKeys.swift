import CRectoUnicode

/// The part of a letter that is compared with its glyph: its base letters, with compatible forms
/// equal, and without case and marks, as UTF-16.
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
    let units = Array(String(seen).utf16)
    // The longest forms have 18 letters.
    var folded = [UInt16](repeating: 0, count: 4 * units.count + 32)
    let length = unicode_fold(
      units, Int32(units.count), false, false, &folded, Int32(folded.count))
    guard length > 0 else { return units }
    return folded.prefix(Int(length)).filter { $0 != 0x20 }
  }
}
