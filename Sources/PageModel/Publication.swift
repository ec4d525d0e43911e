/// An open document of pages. Not `Sendable`: it belongs to the thread that opened it.
public protocol Publication: AnyObject {
  var info: PublicationInfo { get }
  var pageCount: Int { get }

  /// The page at an index from 0.
  ///
  /// Throws `noSuchPage` beyond the end, `damaged` if the page cannot be read.
  func page(at index: Int) throws(PageError) -> any Page

  /// The position of a page in a spread: `page(at:).spreadPosition`, or automatic for a page that cannot
  /// be read. Overridden if the position is known without reading the page.
  func spreadPosition(ofPage index: Int) -> SpreadPosition

  /// The positions of many pages. Only a publication that lives elsewhere overrides the default.
  func spreadPositions(ofPages pages: Range<Int>) -> [SpreadPosition]
}

/// A publication that stands for another one, behind a plugin's table or in another process. Its type
/// and its pages' types conform to more capabilities than the other one may have; this protocol says
/// which ones it has. The rest return empty lists.
public protocol RemotePublication: Publication {
  func offers(_ capability: Capability) -> Bool
}

/// One page of a publication. A page that can do more conforms to protocols in `Capabilities`, which
/// the caller checks for by `if let page = page as? any TextPage`.
public protocol Page: AnyObject {
  var index: Int { get }
  /// The printed page label, such as `iv` or `Cover`; the number from 1 if there is no label.
  var label: String { get }
  /// The rotation with which the page is shown.
  var rotation: Rotation { get }
  var boxes: PageBoxes { get }
  /// The position of the page in a spread.
  var spreadPosition: SpreadPosition { get }

  /// Draws the page over what `bitmap` holds, which has the size and format that `grid` and
  /// `request` ask for and is already filled with the background.
  ///
  /// `appearance` and `isGray` are applied by the caller afterwards. Throws `damaged` or `limit`.
  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) throws(PageError)

  /// Fills `bitmap` with `request.background`, whatever it held before, and renders the page over it.
  /// Only a page that is rendered in another process overrides the default, to do both there.
  func paint(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) throws(PageError)
}

extension Page {
  public func paint(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    bitmap.fill(request.background)
    try render(request, on: grid, into: bitmap)
  }

  public var spreadPosition: SpreadPosition { .automatic }
  /// The unrotated crop box's size in points.
  public var size: Size { boxes.crop.size }
  /// The size after `rotation`.
  public var shownSize: Size { rotation.swapsAxes ? size.transposed : size }
}

/// The boxes of ISO 32000-2, 14.11.2, in page points: `crop` therefore begins at 0, 0, and
/// `media` may begin at negative coordinates.
public struct PageBoxes: Sendable, Hashable {
  public var media: Rect
  public var crop: Rect
  public var bleed: Rect
  public var trim: Rect
  public var art: Rect

  public init(media: Rect, crop: Rect, bleed: Rect, trim: Rect, art: Rect) {
    self.media = media
    self.crop = crop
    self.bleed = bleed
    self.trim = trim
    self.art = art
  }

  /// All boxes alike, for a format that knows only one.
  public init(_ size: Size) {
    let rect = Rect(size)
    self.init(media: rect, crop: rect, bleed: rect, trim: rect, art: rect)
  }
}

/// The properties of a publication as a whole.
public struct PublicationInfo: Sendable, Hashable {
  /// The format and its version, such as `PDF 1.7` or `images`.
  public var format: String
  public var metadata: Metadata
  public var direction: ReadingDirection
  /// True if the pages depend on the page size and the font size of `LayoutOptions`.
  public var isReflowable: Bool
  /// True if the pages are only a part of the publication; see `LayoutOptions.excerpt`. Their
  /// indices begin at 0.
  public var isExcerpt: Bool
  /// True if the first page stands alone in spreads.
  public var hasCoverAlone: Bool
  /// When two pages are to be shown side by side.
  public var facingPages: FacingPages
  public var capabilities: [Capability]
  /// The encryption of the source; nil if it is not encrypted, or if the format does not tell.
  public var encryption: Encryption?
  public var warnings: [PageWarning]

  public init(
    format: String, metadata: Metadata = Metadata(), direction: ReadingDirection = .leftToRight,
    isReflowable: Bool = false, isExcerpt: Bool = false, hasCoverAlone: Bool = true,
    facingPages: FacingPages = .automatic, capabilities: [Capability],
    encryption: Encryption? = nil, warnings: [PageWarning] = []
  ) {
    self.format = format
    self.metadata = metadata
    self.direction = direction
    self.isReflowable = isReflowable
    self.isExcerpt = isExcerpt
    self.hasCoverAlone = hasCoverAlone
    self.facingPages = facingPages
    self.capabilities = capabilities
    self.encryption = encryption
    self.warnings = warnings
  }
}

/// Bibliographic facts, as far as the source states them.
public struct Metadata: Sendable, Hashable {
  public var title: String?
  /// The direction in which the title is written, left or right; nil where its letters decide.
  public var titleDirection: ReadingDirection?
  /// Several are separated by semicolons, since a name may have a comma.
  public var author: String?
  /// The direction in which the author is written, as that of the title.
  public var authorDirection: ReadingDirection?
  public var subject: String?
  public var keywords: String?
  /// A BCP 47 tag.
  public var language: String?
  public var creator: String?
  public var producer: String?
  /// ISO 8601 in UTC, such as `2026-11-21T10:00:00Z`.
  public var created: String?
  public var modified: String?

  public init() {}
}

/// The direction in which pages follow one another.
public enum ReadingDirection: String, Sendable, Hashable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
  case topToBottom = "ttb"
}
