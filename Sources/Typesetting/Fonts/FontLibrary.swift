import CRectoFontconfig
import CRectoHarfBuzz
import RectoPageModel

/// The fonts of the machine or of a folder, found and opened as text asks for them.
///
/// Not `Sendable`: one library, and all fonts and layouts made with it, belong to one thread at a
/// time.
public final class FontLibrary {
  private let configuration: OpaquePointer
  private var files: [FileKey: FontFile] = [:]
  private var fonts: [FontKey: Font] = [:]
  private let cairoFaces = CairoFaces()
  private var chosen: [Wish: FontMatch] = [:]
  private var candidates: [CandidateKey: FontCandidates] = [:]
  /// The requested families that are not installed, in order of occurrence.
  public private(set) var missingFamilies: [String] = []
  /// Text for which no font has a glyph, in order of occurrence.
  public private(set) var missingGlyphs: [MissingGlyphs] = []

  /// The maximum number of open fonts, each of which maps a file. Text that asks for more gets the
  /// last resort, so that hostile input cannot open every font of the machine at a thousand sizes.
  private static let maximumFonts = 4096

  /// The maximum number of missing families, and of missing scripts, that are kept.
  private static let mostMissing = 100

  private struct FileKey: Hashable {
    var path: String
    var index: Int
  }

  private struct FontKey: Hashable {
    var file: FileKey
    var size: Double
    var axes: [Double]
    var synthesis: FontSynthesis
  }

  /// The properties of a style that select a font.
  struct Wish: Hashable {
    var family: String
    var weight: Double
    var slant: CharacterStyle.Slant
    var stretch: Double
  }

  private struct CandidateKey: Hashable {
    var families: [String]
    var wish: Wish
    var language: String?
    var prefersMadeForLanguage: Bool
  }

  /// Uses the fonts that fontconfig knows. Calls `FcInitLoadConfigAndFonts`.
  ///
  /// Throws `notInstalled` if there is no configuration.
  public init() throws(PageError) {
    guard let configuration = FcInitLoadConfigAndFonts() else {
      throw PageError(.notInstalled, "fontconfig has no configuration: install fontconfig-config")
    }
    self.configuration = configuration
  }

  /// Adds the fonts below a folder, such as a publication's own, to those of the machine. Calls
  /// `FcConfigAppFontAddDir`.
  public func add(folder: String) {
    FcConfigAppFontAddDir(configuration, folder)
    chosen = [:]
    candidates = [:]
  }

  deinit { FcConfigDestroy(configuration) }

  /// The first of a style's families that the machine has, or a substitute.
  ///
  /// Throws `notInstalled` if there is no font at all.
  func font(for style: CharacterStyle) throws(PageError) -> Font {
    for family in style.fontFamily {
      let match = match(wish(for: style, family: family))
      guard let file = match.file, match.isNamed else { continue }
      if let font = font(file, style) { return font }
    }
    let match = match(wish(for: style, family: style.fontFamily.last ?? "serif"))
    if let file = match.file, let font = font(file, style) { return font }
    throw PageError(
      .notInstalled, "no font is installed: install fonts-dejavu-core or another font")
  }

  /// The best font for a style, and for the languages of a script, that has a glyph for all of
  /// `scalars`; nil if none has.
  func fallback(
    for scalars: [UInt32], script: UInt32, style: CharacterStyle, prefersColor: Bool
  ) -> Font? {
    let wish = wish(for: style, family: style.fontFamily.first ?? "serif")
    let name = script.tagName
    let key = CandidateKey(
      families: style.fontFamily, wish: wish,
      language: LikelyLanguage.forFonts(of: name, in: style.language),
      // Fonts of most languages have these scripts as well as any.
      prefersMadeForLanguage: !["Latn", "Grek", "Cyrl", "Zyyy", "Zinh", "Zzzz"].contains(name))
    let list =
      candidates[key]
      ?? FontCandidates(
        configuration, style.fontFamily, wish, language: key.language,
        prefersMadeForLanguage: key.prefersMadeForLanguage)
    candidates[key] = list
    guard let file = list.first(with: scalars, prefersColor: prefersColor) else { return nil }
    return font(file, style)
  }

  /// Keeps what no font has, of each script the first few.
  func noteMissing(_ scalars: [UInt32], script: UInt32) {
    let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    let script = script.tagName
    let index = missingGlyphs.firstIndex { $0.script == script }
    guard let index else {
      if missingGlyphs.count < Self.mostMissing {
        missingGlyphs.append(MissingGlyphs(script: script, texts: [text]))
      }
      return
    }
    guard missingGlyphs[index].texts.count < MissingGlyphs.mostTexts,
      !missingGlyphs[index].texts.contains(text)
    else { return }
    missingGlyphs[index].texts.append(text)
  }

  private func wish(for style: CharacterStyle, family: String) -> Wish {
    Wish(
      family: family, weight: style.fontWeight, slant: style.fontStyle,
      stretch: style.fontStretch)
  }

  private func match(_ wish: Wish) -> FontMatch {
    if let known = chosen[wish] { return known }
    let match = FontMatch(configuration, wish)
    chosen[wish] = match
    if !match.isNamed, missingFamilies.count < Self.mostMissing,
      !missingFamilies.contains(wish.family)
    {
      missingFamilies.append(wish.family)
    }
    return match
  }

  private func font(_ place: FontPlace, _ style: CharacterStyle) -> Font? {
    let key = FileKey(path: place.path, index: place.index)
    let file: FontFile
    if let known = files[key] {
      file = known
    } else {
      guard let opened = try? FontFile(path: place.path, index: place.index) else { return nil }
      files[key] = opened
      file = opened
    }
    let axes = FontAxes.values(of: file.axes, for: style)
    // Beyond these sizes a glyph is nothing or larger than any page.
    let size = min(max(style.fontSize, 0.1), 4000)
    let synthesis = FontSynthesis(place, hasAxes: !file.axes.isEmpty, for: style)
    let name = FontKey(file: key, size: size, axes: axes, synthesis: synthesis)
    if let known = fonts[name] { return known }
    guard fonts.count < Self.maximumFonts else { return fonts.first?.value }
    let font = Font(
      id: fonts.count, file: file, size: size, axisValues: axes, synthesis: synthesis,
      cairoFaces: cairoFaces)
    fonts[name] = font
    return font
  }
}
