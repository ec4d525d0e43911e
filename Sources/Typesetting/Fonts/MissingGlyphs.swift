/// A script for which no installed font has glyphs, with text in it that was to be set.
public struct MissingGlyphs: Sendable, Hashable {
  static let mostTexts = 5

  /// An ISO 15924 name, such as `Hang`.
  public let script: String
  /// A few clusters that came up, such as `한`.
  public internal(set) var texts: [String]
}
