/// The reader's settings for a reflowable publication. Opening it with other settings lays it out
/// again. The text stays the same; a `Locator` finds a place again.
public struct LayoutOptions: Sendable, Hashable {
  /// In points; nil for the publication's own. Each side is in `pageSideRange`.
  public var pageSize: Size?
  /// The factor for the publication's font sizes, in `fontScaleRange`.
  public var fontScale: Double
  /// On all four sides, in points, less than half of the page's shorter side; nil for the
  /// publication's own.
  public var margin: Double?
  /// The name of a color theme of the publication or of its backend, such as those of
  /// `ReaderTheme`. An unknown name changes nothing and adds the warning
  /// `LayoutOptions.unknownTheme`.
  public var theme: String?
  /// Type and colors.
  public var style: ReaderStyle
  /// The `Locator.href` of the document at which an excerpt begins; nil for the whole
  /// publication. A backend that takes long to lay out a whole publication opens only that
  /// document and a few that follow it, and sets `PublicationInfo.isExcerpt`; any other backend
  /// opens all of it. An unknown document stands for the first, `lastDocument` for the last, and
  /// `cover` for the picture of the cover.
  public var excerpt: String?

  public init(
    pageSize: Size? = nil, fontScale: Double = 1, margin: Double? = nil, theme: String? = nil,
    style: ReaderStyle = ReaderStyle(), excerpt: String? = nil
  ) {
    self.pageSize = pageSize
    self.fontScale = fontScale
    self.margin = margin
    self.theme = theme
    self.style = style
    self.excerpt = excerpt
  }

  /// The options for the whole publication: without an excerpt, unless that is the cover, which is
  /// not a part of it.
  public var withoutExcerpt: LayoutOptions {
    guard excerpt != Self.cover else { return self }
    var layout = self
    layout.excerpt = nil
    return layout
  }

  /// The `excerpt` that stands for the last document. It is not an address.
  public static let lastDocument = "#last"

  /// The `excerpt` that stands for the picture of the cover, as a page of its size, if the
  /// publication has one apart from its pages. It is not an address.
  public static let cover = "#cover"

  /// True if these are the publication's own settings.
  public var isStandard: Bool { self == LayoutOptions() }

  /// The code of the warning that the requested theme does not exist.
  public static let unknownTheme = "unknown-theme"
}

extension LayoutOptions {
  /// The range of a page's sides in points: from half an inch, which holds a word, to 200 inches,
  /// the largest page of ISO 32000-1, annex C.
  public static let pageSideRange = 36.0...14_400.0
  public static let fontScaleRange = 0.25...5.0
  /// The maximum length of a theme's name in bytes of UTF-8.
  public static let themeBytes = 64

  /// Throws `badRequest` for settings with which no page can be laid out. Called wherever options
  /// come in: by the engine, and by the code that reads them in a worker or a plugin.
  public func check() throws(PageError) {
    if let pageSize {
      guard Self.pageSideRange.contains(pageSize.width),
        Self.pageSideRange.contains(pageSize.height)
      else {
        throw PageError(
          .badRequest, "the page size must be from 36 to 14,400 points in width and height")
      }
    }
    guard Self.fontScaleRange.contains(fontScale) else {
      throw PageError(.badRequest, "the font scale must be from 0.25 to 5")
    }
    let largest = Size(width: Self.pageSideRange.upperBound, height: Self.pageSideRange.upperBound)
    try checkMargin(on: pageSize ?? largest)
    try style.check()
    if let theme, !theme.isName(ofBytes: Self.themeBytes) {
      throw PageError(
        .badRequest, "the theme must be a name of 1 to 64 bytes without control characters")
    }
    if let excerpt, !excerpt.isName(ofBytes: Locator.hrefBytes) {
      throw PageError(
        .badRequest,
        "the excerpt must be a document's address of 1 to 4,096 bytes without control characters")
    }
  }

  /// Throws `badRequest` if the margins leave no room on a page of `page`'s size: for a backend
  /// whose own page size applies because `pageSize` is nil, which `check` cannot know.
  public func checkMargin(on page: Size) throws(PageError) {
    guard let margin else { return }
    guard margin >= 0, margin < min(page.width, page.height) / 2 else {
      throw PageError(
        .badRequest, "the margin must be at least 0 and less than half of the page's shorter side")
    }
  }
}

extension String {
  fileprivate func isName(ofBytes limit: Int) -> Bool {
    !isEmpty && utf8.count <= limit
      && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
