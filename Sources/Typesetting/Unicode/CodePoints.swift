import CRectoUnicode
import RectoPageModel

extension Span<UInt16> {
  /// The code point at `position`, which is moved behind it. A surrogate alone counts as one.
  func scalar(at position: inout Int) -> UInt32 {
    let lead = self[position]
    position += 1
    guard lead & 0xFC00 == 0xD800, position < count, self[position] & 0xFC00 == 0xDC00 else {
      return UInt32(lead)
    }
    let trail = self[position]
    position += 1
    return 0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(trail & 0x3FF))
  }
}

/// The length of a text in the type that CUnicode takes.
///
/// Throws `limit` beyond 2^30 units: offsets are 31 bits, one of which opportunities need.
func checkedLength(of text: Span<UInt16>) throws(PageError) -> Int32 {
  guard text.count <= 1 << 30 else {
    throw PageError(
      .limit, "a paragraph of \(text.count) characters is beyond \(1 << 30): divide it")
  }
  return Int32(text.count)
}

/// The error for a call of CUnicode that fails although its arguments are sound.
func failure(of task: String) -> PageError {
  PageError(.limit, "cannot \(task): memory or ICU's data is missing")
}

/// Characters that have no glyph of their own in a line.
public enum InvisibleCharacters {
  /// True if a font without the code point shows nothing instead of a box: joiners, variation
  /// selectors, tags, formatting characters (UAX 44, Default_Ignorable_Code_Point).
  public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    // The soft hyphen is the first.
    scalar >= 0xAD && unicode_is_default_ignorable(scalar)
  }

  /// True if the code point is of the general category Cc, such as tabs and line ends.
  public static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F..<0xA0).contains(scalar)
  }
}
