import EPUBReading
import PageModel

/// The page that chapters are laid out to, and the reader's wishes for them, as CSS.
struct ChapterStyle {
  let size: Size
  /// On all four sides, in points.
  let margin: Double
  private let fontScale: Double
  private let theme: ReaderTheme?
  /// Names a theme that is not known.
  let unknownTheme: String?

  /// A5, as stories without a layout have.
  private static let standardSize = Size(width: 420, height: 595)

  /// Throws `badRequest` for a margin that leaves nothing of the page.
  init(_ options: LayoutOptions) throws(PageError) {
    size = options.pageSize ?? Self.standardSize
    try options.checkMargin(on: size)
    // A ninth of the shorter side, as the inner margin of a book.
    margin = options.margin ?? (min(size.width, size.height) / 9).rounded()
    fontScale = options.fontScale
    theme = options.theme.flatMap { ReaderTheme(rawValue: $0) }
    unknownTheme = theme == nil ? options.theme : nil
  }

  /// The color of the paper that the reader asks for; nil for the book's own.
  var background: Color? { theme?.background }

  /// A point of a link or of what has a name, which the browser counts from the corner of the text area.
  func onPage(_ point: Point) -> Point { Point(x: point.x + margin, y: point.y + margin) }

  /// True if the reader's colors replace the book's.
  var hasTheme: Bool { theme != nil }

  /// The area of text on a page, in pixels of CSS.
  var textArea: Size {
    Size(width: (size.width - 2 * margin) * 96 / 72, height: (size.height - 2 * margin) * 96 / 72)
  }

  /// Before all of the book's: only what no browser's own style gives a book.
  var defaults: String {
    """
    :where(body) { margin: 0; overflow-wrap: break-word }
    :where(html) { hyphens: auto }
    :where(h1, h2, h3, h4, h5, h6, pre, code, kbd, samp, address) { hyphens: manual }
    :where(h1, h2, h3, h4, h5, h6) { break-after: avoid; break-inside: avoid }
    """
  }

  /// The page, which replaces the book's own.
  var page: String {
    "@page { size: \(brief(size.width))pt \(brief(size.height))pt; margin: \(brief(margin))pt }"
  }

  /// Before all of the book's, in a layer of their own, so that they beat what it calls important.
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
    if let theme {
      rules += """

        * { color: \(theme.text) !important; background-color: transparent !important;
          border-color: currentcolor !important }
        """
    }
    return rules
  }
}

/// Colors that a reader may have instead of the book's: those of stories (`DefaultLayout.themes`).
private enum ReaderTheme: String {
  case sepia, night

  var background: Color {
    switch self {
    case .sepia: Color(red: 0xF6, green: 0xEE, blue: 0xDC)
    case .night: Color(red: 0x16, green: 0x18, blue: 0x1C)
    }
  }

  var text: String {
    switch self {
    case .sepia: "#433222"
    case .night: "#c9c6bf"
    }
  }
}
