import RectoPageModel

/// Pictures of glyphs, each drawn once for a size, a rotation and a quarter of a pixel.
///
/// Not `Sendable`: it belongs to the thread of the fonts that it draws.
public final class GlyphAtlas {
  private var sheets: [Key: GlyphSheet] = [:]

  /// Glyphs larger than this many pixels an em are drawn as shapes: a few of them fill a page.
  static let maximumSize = 160.0
  /// The capacity in bytes; the atlas is emptied beyond it.
  private static let capacity = 16 << 20

  private struct Key: Hashable {
    var font: Int
    var size: Double
    var quarters: Int
  }

  public init() {}

  /// The glyphs of a font, `size` pixels an em large and turned by quarters, clockwise; nil if
  /// FreeType cannot read the font.
  func sheet(of font: Font, size: Double, quarters: Int) -> GlyphSheet? {
    let key = Key(font: font.id, size: size, quarters: quarters & 3)
    if let known = sheets[key] { return known }
    guard let source = font.glyphs else { return nil }
    if sheets.values.reduce(0, { $0 + $1.bytes }) > Self.capacity { sheets.removeAll() }
    let sheet = GlyphSheet(source, size: size, quarters: quarters & 3)
    sheets[key] = sheet
    return sheet
  }
}
