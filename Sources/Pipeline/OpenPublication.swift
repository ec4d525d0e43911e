import PageModel
import Raster

/// A publication that is open for requests. It may be shared: requests run one after the other
/// on a thread of its own.
public actor OpenPublication {
  private let thread: PublicationThread
  private let publication: any Publication
  private let limits: Limits
  /// The path as it was given.
  public nonisolated let source: String
  public nonisolated let backend: BackendInfo
  public nonisolated let pageCount: Int

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  init(
    _ publication: sending any Publication, source: String, backend: BackendInfo, limits: Limits,
    thread: PublicationThread
  ) throws(PageError) {
    self.source = source
    self.backend = backend
    self.limits = limits
    self.thread = thread
    pageCount = publication.pageCount
    self.publication = publication
    guard pageCount <= limits.pages else {
      throw PageError(
        .limit, "the publication has \(pageCount) pages, more than the limit of \(limits.pages)")
    }
  }

  public var info: PublicationInfo { publication.info }

  /// Lends a page to `body`, on the publication's own thread.
  func withPage<Result>(
    _ index: Int, _ body: (any Page) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    try body(page(index))
  }

  private func page(_ index: Int) throws(PageError) -> any Page {
    guard index >= 0, index < pageCount else {
      throw PageError(
        .noSuchPage, "there is no page \(index &+ 1): the publication has \(pageCount)")
    }
    return try publication.page(at: index)
  }

  // MARK: Pages

  public func summary(ofPage index: Int) throws(PageError) -> PageSummary {
    PageSummary(try page(index))
  }

  /// Renders a page into `bitmap`, whose memory is used again, and gives its pixels per point.
  ///
  /// Throws `badRequest`, `noSuchPage`, `limit` and what the backend throws.
  @discardableResult
  public func render(
    page index: Int, _ request: RenderRequest, into bitmap: Bitmap
  ) throws(PageError) -> Double {
    try PageRenderer(limits: limits).render(try page(index), request, into: bitmap)
  }

  public func render(page index: Int, _ request: RenderRequest) throws(PageError) -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    try render(page: index, request, into: bitmap)
    return bitmap
  }

  /// Renders the two pages of a spread side by side; see `SpreadRenderer`.
  @discardableResult
  public func render(
    spread: Spread, _ request: RenderRequest, into bitmap: Bitmap
  ) throws(PageError) -> Double {
    let renderer = SpreadRenderer(pages: PageRenderer(limits: limits))
    let left = try spread.left.map { index throws(PageError) in try page(index) }
    let right = try spread.right.map { index throws(PageError) in try page(index) }
    return try renderer.render(left: left, right: right, request, into: bitmap)
  }

  /// The spreads of the whole publication. A page that cannot be read lies where the count puts
  /// it.
  public func spreads() -> [Spread] {
    let info = publication.info
    let positions = (0..<pageCount).map { index in
      (try? publication.page(at: index))?.spreadPosition ?? .automatic
    }
    return Spread.layout(
      positions: positions, direction: info.direction, hasCoverAlone: info.hasCoverAlone)
  }

  // MARK: Capabilities. What a backend lacks gives an empty list.

  public func text(ofPage index: Int) throws(PageError) -> PageText {
    try (page(index) as? any TextPage)?.text() ?? .none
  }

  /// The same with the page's index, label and size, as the text formats want it.
  public func textDocument(
    ofPage index: Int, includesGlyphs: Bool = false
  ) throws(PageError) -> PageTextDocument {
    let page = try page(index)
    return PageTextDocument(
      index: index, label: page.label, size: page.size,
      text: try (page as? any TextPage)?.text() ?? .none, includesGlyphs: includesGlyphs)
  }

  public func links(ofPage index: Int) throws(PageError) -> [Link] {
    try (page(index) as? any LinksPage)?.links() ?? []
  }

  public func media(ofPage index: Int) throws(PageError) -> [MediaItem] {
    try (page(index) as? any MediaPage)?.media() ?? []
  }

  public func annotations(ofPage index: Int) throws(PageError) -> [Annotation] {
    try (page(index) as? any AnnotatedPage)?.annotations() ?? []
  }

  public func formFields(ofPage index: Int) throws(PageError) -> [FormField] {
    try (page(index) as? any AnnotatedPage)?.formFields() ?? []
  }

  public func images(ofPage index: Int) throws(PageError) -> [PlacedImage] {
    try (page(index) as? any ImagesPage)?.images() ?? []
  }

  public func thumbnail(ofPage index: Int) throws(PageError) -> Bitmap? {
    try (page(index) as? any ThumbnailPage)?.thumbnail()
  }

  public func outline() throws(PageError) -> [OutlineItem] {
    try (publication as? any OutlinedPublication)?.outline() ?? []
  }

  public func attachments() throws(PageError) -> [Attachment] {
    try (publication as? any AttachmentsPublication)?.attachments() ?? []
  }

  public func attachmentData(at index: Int) throws(PageError) -> [UInt8] {
    guard let publication = publication as? any AttachmentsPublication else {
      throw PageError(.badRequest, "there is no attachment \(index + 1)")
    }
    return try publication.attachmentData(at: index, limit: limits.attachmentBytes)
  }

  public func layers() throws(PageError) -> [Layer] {
    try (publication as? any LayersPublication)?.layers() ?? []
  }

  public func fonts() throws(PageError) -> [FontUse] {
    try (publication as? any FontsPublication)?.fonts() ?? []
  }
}

/// Opens a publication on the thread that will serve it, so that parsing the file has the same
/// deep stack as rendering.
actor PublicationOpener {
  private let thread: PublicationThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(thread: PublicationThread) {
    self.thread = thread
  }

  func open(
    _ source: Source, with backend: any PageBackend, options: OpenOptions
  ) throws(PageError) -> sending any Publication {
    try backend.open(source, options: options)
  }
}

/// What `recto info` says of a page.
public struct PageSummary: Sendable, Hashable {
  public var index: Int
  public var label: String
  /// The unrotated crop box's size in points.
  public var size: Size
  public var rotation: Rotation
  public var boxes: PageBoxes

  init(_ page: any Page) {
    index = page.index
    label = page.label
    size = page.size
    rotation = page.rotation
    boxes = page.boxes
  }
}

/// `{"index","label","size","rotation","boxes"}`
extension PageSummary: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("index", index)
      json.member("label", label)
      json.member("size", size)
      json.member("rotation", rotation.rawValue)
      json.member("boxes", boxes)
    }
  }
}
