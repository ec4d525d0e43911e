import CRectoUnicode

/// Characters that have no glyph of their own in a line.
public enum InvisibleCharacters {
  /// Returns true if a font that lacks the code point shows nothing instead of a box: joiners,
  /// variation selectors, tags, formatting characters (UAX 44, Default_Ignorable_Code_Point).
  public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    // The soft hyphen is the first.
    scalar >= 0xAD && unicode_is_default_ignorable(scalar)
  }

  /// Returns true if the code point is of general category Cc, such as tabs and line ends.
  public static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F..<0xA0).contains(scalar)
  }
}
