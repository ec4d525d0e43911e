import RectoEPUBReading
import RectoPageModel

/// The page that chapters are laid out to, and the reader's wishes for them, as CSS.
struct ChapterStyle {
  let size: Size
  /// On all four sides, in points.
  let margin: Double
  private let fontScale: Double
  private let theme: ReaderTheme?
  /// Type and colors.
  let reader: ReaderStyle
  /// Names a theme that is not known.
  let unknownTheme: String?

  /// A5, as stories without a layout have.
  private static let standardSize = Size(width: 420, height: 595)

  /// Throws `badRequest` for a margin that leaves nothing of the page.
  init(_ options: LayoutOptions) throws(PageError) {
    size = options.pageSize ?? Self.standardSize
    try options.checkMargin(on: size)
    margin = options.margin ?? Self.usualMargin(on: size)
    reader = options.style
    fontScale = options.fontScale
    theme = options.theme.flatMap { ReaderTheme(rawValue: $0) }
    unknownTheme = theme == nil ? options.theme : nil
  }

  /// A ninth of the shorter side, as the inner margin of a book. A telephone's page has room for a
  /// line of some words only if it has less.
  private static func usualMargin(on size: Size) -> Double {
    let side = min(size.width, size.height)
    let narrowness = min(1, max(0, (standardSize.width - side) / (standardSize.width - narrowest)))
    return (side * (1 / 9 - (1 / 9 - 1 / 24) * narrowness)).rounded()
  }

  private static let narrowest = 240.0

  /// The color of the paper that the reader asks for; nil for the book's own.
  var background: Color? { reader.paperColor ?? theme?.paper ?? (hasTheme ? .white : nil) }

  /// The color of text that the reader asks for.
  private var textColor: Color? {
    reader.textColor ?? theme?.text
      // Else a color that is legible on the paper.
      ?? reader.paperColor.map { $0.isDark ? .white : .black }
  }

  /// A point of a link or of a named element, which the browser counts from the text area's corner.
  func onPage(_ point: Point) -> Point { Point(x: point.x + margin, y: point.y + margin) }

  /// True if the reader's colors replace the book's.
  var hasTheme: Bool { theme != nil || reader.textColor != nil || reader.paperColor != nil }

  /// The area of text on a page, in pixels of CSS.
  var textArea: Size {
    Size(width: (size.width - 2 * margin) * 96 / 72, height: (size.height - 2 * margin) * 96 / 72)
  }

  /// The lines of a page of text in the browser's usual size, and the ems of a line.
  var usualLines: (count: Double, ems: Double) {
    let em = 12 * fontScale
    return (
      max(1, (size.height - 2 * margin) / (em * 1.2)), max(1, (size.width - 2 * margin) / em)
    )
  }

  /// The rules before all of the book's own: those that books need and browsers' own style sheets
  /// lack. Unbroken heads and feet of tables are repeated on each page.
  var defaults: String {
    """
    :where(body) { margin: 0 }
    :where(html) { hyphens: auto }
    :where(h1, h2, h3, h4, h5, h6, pre, code, kbd, samp, address) { hyphens: manual }
    :where(h1, h2, h3, h4, h5, h6, dt) { break-after: avoid; break-inside: avoid }
    :where(tr, thead, tfoot) { break-inside: avoid }
    :where(pre) { text-align: start }
    \(Self.players)
    """
  }

  /// The times that a player shows, such as 0:00, are not the book's text.
  private static let players = ["current-time", "time-remaining"].map {
    "audio::-webkit-media-controls-\($0)-display, video::-webkit-media-controls-\($0)-display"
      + " { display: none !important }"
  }.joined(separator: "\n")

  /// The rules for a document that states no language. It gets the book's language, which must not
  /// choose the quotation marks in its text (EPUB RS 3.3). Text in an element that states a
  /// language has the quotation marks of that language.
  static let quotesWithoutLanguage = """
    @namespace xml url("http://www.w3.org/XML/1998/namespace");
    :where(html) { quotes: "\u{201C}" "\u{201D}" "\u{2018}" "\u{2019}" }
    :where(html) :where([lang], [xml|lang]) :where(*) { quotes: auto }
    """

  /// The page, which replaces the book's own. The browser enlarges its margins with the type.
  var page: String {
    "@page { size: \(brief(size.width))pt \(brief(size.height))pt; "
      + "margin: \(margin / fontScale)pt }"
  }

  /// Before all of the book's, in a layer of their own, so that they override its important
  /// declarations.
  var overrides: String {
    let width = (size.width - 2 * margin) / fontScale
    let height = (size.height - 2 * margin) / fontScale
    var rules = """
      html { zoom: \(fontScale) !important }
      img, svg, video, iframe, object {
        max-width: min(100%, \(brief(width))pt) !important;
        max-height: \(brief(height))pt !important; break-inside: avoid !important }
      img, video { object-fit: contain !important }
      """
    if let color = textColor {
      rules += """

        * { color: \(color.hex) !important; background-color: transparent !important;
          border-color: currentcolor !important }
        """
    }
    return rules + typeRules
  }

  /// The reader's type. Formulas and drawings keep theirs, and so does code its typeface.
  private var typeRules: String {
    let drawn = "math, math *, svg, svg *"
    let code = "pre, pre *, code, code *, kbd, samp, tt"
    let text = "body, body *:not(\(drawn), \(code))"
    var rules: [String] = []
    if let typeface = reader.typeface {
      let names = typeface.families.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
      rules.append("\(text) { font-family: \(names.joined(separator: ", ")) !important }")
    }
    if let spacing = reader.lineSpacing {
      rules.append(
        "body, body *:not(\(drawn), h1, h2, h3, h4, h5, h6, rt, sub, sup) "
          + "{ line-height: \(inFull(spacing)) !important }")
    }
    if let spacing = reader.wordSpacing {
      rules.append("\(text) { word-spacing: \(inFull(spacing))em !important }")
    }
    if let spacing = reader.letterSpacing {
      rules.append("\(text) { letter-spacing: \(inFull(spacing))em !important }")
    }
    if let isHyphenated = reader.isHyphenated {
      rules.append(
        isHyphenated
          ? "\(text):not(h1, h2, h3, h4, h5, h6) { hyphens: auto !important }"
          : "* { hyphens: none !important }")
    }
    return rules.map { "\n" + $0 }.joined()
  }
}
