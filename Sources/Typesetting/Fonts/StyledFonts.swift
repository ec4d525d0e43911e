import RectoPageModel

/// The fonts of one style: its own, and for what that lacks those of others.
final class StyledFonts {
  let style: CharacterStyle
  let primary: Font
  /// The distance of its letters above the line's baseline, in scaled points.
  let shift: Int32
  private let library: FontLibrary
  /// True if the font has all printable ASCII, which saves lookups.
  private let hasASCII: Bool
  private var fallbacks: [Cluster: Font] = [:]
  /// The last ones, which the next cluster of a script most often needs too.
  private var recent: (font: Font, script: UInt32)?

  // Superscripts and subscripts in parts of the font size, about where browsers have them.
  private static let smaller = 0.65
  private static let rise = 0.35
  private static let fall = 0.15

  private struct Cluster: Hashable {
    var scalars: [UInt32]
    var prefersColor: Bool
  }

  /// The answers that are kept: hostile text can ask for any number of clusters.
  private static let maximumFallbacks = 20_000

  init(_ style: CharacterStyle, library: FontLibrary) throws(PageError) {
    var style = style
    var shift = style.baselineShift
    if style.verticalAlign != .normal {
      shift += style.fontSize * (style.verticalAlign == .super ? Self.rise : -Self.fall)
      style.fontSize *= Self.smaller
    }
    self.style = style
    self.library = library
    self.shift = ScaledPoints(shift).rawValue
    let font = try library.font(for: style)
    primary = font
    hasASCII = (0x20...0x7E).allSatisfy { font.glyph(of: $0) != nil }
  }

  /// True if the style's own font has a glyph for the scalar.
  func has(_ scalar: UInt32) -> Bool {
    scalar < 0x7F && hasASCII ? true : primary.glyph(of: scalar) != nil
  }

  /// The font for a cluster of a script whose scalars the style's own font does not have, or which
  /// wants colors; the style's own where no other has them all.
  func font(for scalars: [UInt32], script: UInt32, prefersColor: Bool) -> Font {
    if !prefersColor, let recent, recent.script == script,
      scalars.allSatisfy({ recent.font.glyph(of: $0) != nil })
    {
      return recent.font
    }
    let cluster = Cluster(scalars: scalars, prefersColor: prefersColor)
    if let known = fallbacks[cluster] { return known }
    // Without its marks a letter is still worth showing.
    let found =
      library.fallback(for: scalars, script: script, style: style, prefersColor: prefersColor)
      ?? library.fallback(
        for: Array(scalars.prefix(1)), script: script, style: style, prefersColor: prefersColor)
    if found == nil { library.noteMissing(scalars, script: script) }
    if fallbacks.count < Self.maximumFallbacks { fallbacks[cluster] = found ?? primary }
    if !prefersColor, let found { recent = (found, script) }
    return found ?? primary
  }
}
