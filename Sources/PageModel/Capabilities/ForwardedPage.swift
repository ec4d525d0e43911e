/// A page of one publication as a page of another that holds it. A capability that the page lacks
/// gives an empty list. It has every capability of pages, which `CapabilityTests` checks: here those
/// that a page that contains it may answer otherwise, and the others in their own files.
open class ForwardedPage: Page, TextPage, LinksPage, MediaPage {
  /// In the publication that holds it.
  public let index: Int
  private let origin: Origin
  private var made: (any Page)?

  private enum Origin {
    case page(any Page)
    case later(PageFacts, () throws(PageError) -> any Page)
  }

  public init(_ page: any Page, at index: Int) {
    self.index = index
    origin = .page(page)
  }

  /// A page whose metadata is known before it loads: `make` is called when more is needed, until it
  /// has returned the page.
  public init(_ facts: PageFacts, make: @escaping () throws(PageError) -> any Page) {
    index = facts.index
    origin = .later(facts, make)
  }

  /// The page in its own publication. Throws what making it throws.
  public final func page() throws(PageError) -> any Page {
    if let made { return made }
    let page: any Page
    switch origin {
    case .page(let known): page = known
    case .later(_, let make): page = try make()
    }
    made = page
    return page
  }

  private var facts: PageFacts {
    switch origin {
    case .page(let page): PageFacts(page)
    case .later(let facts, _): facts
    }
  }

  open var label: String { facts.label }
  open var rotation: Rotation { facts.rotation }
  open var boxes: PageBoxes { facts.boxes }
  open var spreadPosition: SpreadPosition { facts.spreadPosition }

  open func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try page().render(request, on: grid, into: bitmap)
  }

  open func paint(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try page().paint(request, on: grid, into: bitmap)
  }

  /// Maps a target in the page's own publication to one in the publication that contains it.
  open func target(_ target: LinkTarget) -> LinkTarget { target }

  open func text() throws(PageError) -> PageText { try (page() as? any TextPage)?.text() ?? .none }

  open func links() throws(PageError) -> [Link] {
    (try (page() as? any LinksPage)?.links() ?? []).map { link in
      Link(quads: link.quads, target: target(link.target))
    }
  }

  open func media() throws(PageError) -> [MediaItem] {
    try (page() as? any MediaPage)?.media() ?? []
  }

  open func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard let page = try page() as? any MediaPage else { throw .noSuchMedium(index) }
    return try page.mediaData(at: index, limit: limit)
  }
}
