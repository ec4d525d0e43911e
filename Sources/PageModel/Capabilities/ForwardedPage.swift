/// A page of one publication as a page of another that holds it. What the page lacks gives empty
/// lists.
open class ForwardedPage: Page, TextPage, LinksPage, MediaPage, AnnotatedPage, ImagesPage,
  ThumbnailPage
{
  /// In the publication that holds it.
  public let index: Int
  public let page: any Page

  public init(_ page: any Page, at index: Int) {
    self.page = page
    self.index = index
  }

  open var label: String { page.label }
  open var rotation: Rotation { page.rotation }
  open var boxes: PageBoxes { page.boxes }
  open var spreadPosition: SpreadPosition { page.spreadPosition }

  open func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try page.render(request, on: grid, into: bitmap)
  }

  open func paint(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try page.paint(request, on: grid, into: bitmap)
  }

  /// A target in the page's own publication as one in that which holds it.
  open func target(_ target: LinkTarget) -> LinkTarget { target }

  open func text() throws(PageError) -> PageText { try (page as? any TextPage)?.text() ?? .none }

  open func links() throws(PageError) -> [Link] {
    (try (page as? any LinksPage)?.links() ?? []).map { link in
      Link(quads: link.quads, target: target(link.target))
    }
  }

  open func media() throws(PageError) -> [MediaItem] {
    try (page as? any MediaPage)?.media() ?? []
  }

  open func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard let page = page as? any MediaPage else { throw .noSuchMedium(index) }
    return try page.mediaData(at: index, limit: limit)
  }

  open func annotations() throws(PageError) -> [Annotation] {
    try (page as? any AnnotatedPage)?.annotations() ?? []
  }

  open func formFields() throws(PageError) -> [FormField] {
    try (page as? any AnnotatedPage)?.formFields() ?? []
  }

  open func images() throws(PageError) -> [PlacedImage] {
    try (page as? any ImagesPage)?.images() ?? []
  }

  open func thumbnail() throws(PageError) -> Bitmap? {
    try (page as? any ThumbnailPage)?.thumbnail()
  }
}
