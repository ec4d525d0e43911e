import CRectoHarfBuzz
import RectoPageModel

/// Sets paragraphs as lines.
///
/// Keeps fonts, shaped words and break rules between paragraphs. Not `Sendable`: it belongs, with
/// its fonts, to one thread at a time.
public final class Typesetter {
  public let fonts: FontLibrary
  let itemizer: TextItemizer
  let opportunities = BreakOpportunityFinder()
  let hyphenation: HyphenationLibrary
  private var breaker = LineBreaker()
  private var styled: [CharacterStyle: StyledFonts] = [:]
  private var shaped: [ShapingKey: ShapedWords] = [:]

  /// Throws `limit` if ICU fails.
  public init(
    fonts: FontLibrary, hyphenation: HyphenationLibrary = HyphenationLibrary()
  ) throws(PageError) {
    self.fonts = fonts
    self.hyphenation = hyphenation
    itemizer = try TextItemizer()
  }

  func fonts(for style: CharacterStyle) throws(PageError) -> StyledFonts {
    if let known = styled[style] { return known }
    let made = try StyledFonts(style, library: fonts)
    styled[style] = made
    return made
  }

  func words(for key: ShapingKey, font: Font) -> ShapedWords {
    if let known = shaped[key], !known.isFull { return known }
    let made = ShapedWords(Shaper(font: font, key: key))
    shaped[key] = made
    return made
  }

  /// The breaks of a prepared paragraph in lines of these widths.
  ///
  /// If a line comes out too long, lines may be arbitrarily loose, and words wider than the
  /// narrowest line may be cut anywhere.
  func breaks(of prepared: inout PreparedParagraph, widths: LineWidths) -> BrokenParagraph {
    let broken = fit(prepared, widths)
    guard broken.lines.contains(where: \.isOverfull) else { return broken }
    let narrowest = widths.narrowest.rawValue
    let hasWideWord = prepared.pieces.contains { $0.kind == .word && $0.width > narrowest }
    guard !prepared.parameters.isLenient || hasWideWord && narrowest < prepared.cutWidth else {
      return broken
    }
    var items = BreakItemBuilder(
      self, prepared, isJustified: prepared.paragraph.style.textAlign == .justify,
      cutWidth: hasWideWord ? narrowest : prepared.cutWidth)
    prepared = items.build()
    prepared.parameters.tolerance = Badness.infinite
    return fit(prepared, widths)
  }

  private func fit(_ prepared: PreparedParagraph, _ widths: LineWidths) -> BrokenParagraph {
    switch prepared.paragraph.style.textWrap {
    case .pretty: breaker.totalFit(prepared.breakItems, widths, prepared.parameters)
    case .greedy: breaker.greedy(prepared.breakItems, widths, prepared.parameters)
    case .balance: breaker.balanced(prepared.breakItems, widths, prepared.parameters)
    }
  }

  /// The lines of a paragraph at a width in points, for programs that place lines themselves.
  ///
  /// Throws `notInstalled` if there is no font, and `limit` for text longer than ICU accepts.
  public func lines(of paragraph: Paragraph, width: Double) throws(PageError) -> [Line] {
    var prepared = try prepare(paragraph)
    let space = ScaledPoints(width)
    let broken = breaks(of: &prepared, widths: LineWidths(rest: space))
    var assembly = LineAssembly(prepared)
    return broken.lines.enumerated().map { index, line in
      assembly.line(line, width: space, isLast: index == broken.lines.count - 1)
    }
  }
}

extension Typesetter {
  /// The distance from the top of a column to the baseline of its first line, in points.
  ///
  /// Throws `notInstalled` if there is no font.
  public func firstBaseline(
    of style: ParagraphStyle, _ character: CharacterStyle
  ) throws(PageError) -> Double {
    let prepared = try prepare(Paragraph(AttributedText("x", style: character), style: style))
    return prepared.baselineInPitch
  }
}

extension PreparedParagraph {
  /// The distance from the top of a row to its baseline: the excess of the line height over the
  /// font's is split above and below, as in CSS.
  var baselineInPitch: Double {
    (pitch.points - ascent.points - descent.points) / 2 + ascent.points
  }
}

extension Typesetter {
  /// The versions of the libraries that determine where glyphs are and how they look.
  public static var libraries: String {
    "harfbuzz-\(String(cString: hb_version_string()))"
  }
}

extension BreakParameters {
  /// True if lines may be arbitrarily loose.
  fileprivate var isLenient: Bool { tolerance >= Badness.infinite }
}
