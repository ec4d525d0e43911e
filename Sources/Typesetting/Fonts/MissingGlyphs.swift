/// Text of a script for which no font of the machine has glyphs.
public struct MissingGlyphs: Sendable, Hashable {
  static let mostTexts = 5

  /// An ISO 15924 name, such as `Hang`.
  public let script: String
  /// A few clusters that came up, such as `한`.
  public internal(set) var texts: [String]
}
