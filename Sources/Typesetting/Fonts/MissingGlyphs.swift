/// A script without glyphs in any installed font, with samples of its text.
public struct MissingGlyphs: Sendable, Hashable {
  static let mostTexts = 5

  /// An ISO 15924 name, such as `Hang`.
  public let script: String
  /// A few of the clusters, such as `한`.
  public internal(set) var texts: [String]
}
