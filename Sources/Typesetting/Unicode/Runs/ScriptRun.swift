/// A stretch of text in one script.
public struct ScriptRun: Sendable, Hashable {
  /// UTF-16 units.
  public var range: Range<Int>
  /// The ISO 15924 tag with its first letter in the highest byte, which is an `hb_script_t`:
  /// `0x4C61746E` is `Latn`. Text without any letter is `Zyyy`.
  public var tag: UInt32

  public static let latin: UInt32 = 0x4C61_746E
  public static let common: UInt32 = 0x5A79_7979
}
