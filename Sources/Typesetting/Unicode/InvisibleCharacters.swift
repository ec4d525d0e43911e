import CUnicode

/// Characters that have no glyph of their own in a line.
public enum InvisibleCharacters {
  /// Whether a font that lacks the code point shows nothing instead of a box: joiners, variation
  /// selectors, tags, formatting characters (UAX 44, Default_Ignorable_Code_Point).
  public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    // The soft hyphen is the first.
    scalar >= 0xAD && unicode_is_default_ignorable(scalar)
  }

  /// Whether the code point is of general category Cc: tabs and line ends among them.
  public static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F..<0xA0).contains(scalar)
  }
}
