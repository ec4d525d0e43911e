import CRectoUnicode
import RectoPageModel

/// The differences that comparisons of text ignore: the encoding of letters and, unless kept, their
/// case and accents.
struct TextFolding: Sendable, Hashable {
  var keepsCase = false
  var keepsMarks = false

  /// Compatibility forms resolved, curly quotes and hyphens made plain, white space made one space,
  /// soft hyphens left out.
  func fold(_ text: String) -> String {
    var folded = ""
    for character in text {
      if character.isWhitespace {
        if folded.last != " " { folded.append(" ") }
      } else {
        folded += fold(character)
      }
    }
    return folded
  }

  func fold(_ character: Character) -> String {
    if let ascii = character.asciiValue {
      let isCapital = ascii >= 0x41 && ascii <= 0x5A
      return isCapital && !keepsCase ? String(UnicodeScalar(ascii + 0x20)) : String(character)
    }
    switch character {
    case "\u{2018}", "\u{2019}": return "'"
    case "\u{201C}", "\u{201D}": return "\""
    case "\u{AD}": return ""
    // A not sign stands for a hyphen only at the end of a line.
    case "\u{AC}": break
    default: if character.isHyphen { return "-" }
    }
    let units = Array(String(character).utf16)
    // The longest decomposition of one scalar has 18 (U+FDFA).
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: units.count * 18) { buffer in
      let count = unicode_fold(
        units, Int32(units.count), keepsCase, keepsMarks, buffer.baseAddress, Int32(buffer.count))
      guard count >= 0 else { return String(character) }
      return String(decoding: buffer[..<Int(count)], as: UTF16.self)
    }
  }
}
