import RectoPageModel

/// A page of a `ChannelPublication`. It conforms to every capability; one that is not there gives
/// an empty list.
public final class ChannelPage: Page {
  private let facts: PageFacts
  private let publication: ChannelPublication

  init(_ facts: PageFacts, publication: ChannelPublication) {
    self.facts = facts
    self.publication = publication
  }

  public var index: Int { facts.index }
  public var label: String { facts.label }
  public var rotation: Rotation { facts.rotation }
  public var boxes: PageBoxes { facts.boxes }
  public var spreadPosition: SpreadPosition { facts.spreadPosition }

  /// The same as `paint`: the background in the bitmap is one that the other side fills in too.
  public func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try paint(request, on: grid, into: bitmap)
  }

  public func paint(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try publication.paint(page: index, request, on: grid, into: bitmap)
  }
}

extension ChannelPage: TextPage {
  public func text() throws(PageError) -> PageText {
    guard publication.offers(.text) else { return .none }
    let document: PageTextDocument = try publication.ask(.text, index: index)
    guard document.index == index else {
      throw PageError(
        .damaged,
        "the backend was asked for the text of page \(index + 1) and answered that of page "
          + "\(document.index + 1)")
    }
    return document.text
  }
}

extension ChannelPage: LinksPage {
  public func links() throws(PageError) -> [Link] {
    let links: [Link] = try publication.list(.links, index: index, if: .links)
    let pageCount = try links.isEmpty ? publication.pageCount : publication.countForTargets()
    return links.map { link in
      Link(quads: link.quads, target: link.target.checked(pageCount: pageCount))
    }
  }
}

extension ChannelPage: MediaPage {
  public func media() throws(PageError) -> [MediaItem] {
    try publication.list(.media, index: index, if: .media)
  }

  public func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    guard publication.offers(.media), index >= 0 else { throw .noSuchMedium(index) }
    let bytes = try publication.answer(
      PublicationRequest(.mediaData, index: self.index, medium: index, limit: limit))
    guard bytes.count <= limit else {
      throw PageError(.limit, "the medium is larger than \(limit) bytes")
    }
    return bytes
  }
}

extension ChannelPage: AnnotatedPage {
  public func annotations() throws(PageError) -> [Annotation] {
    try publication.list(.annotations, index: index, if: .annotations)
  }

  public func formFields() throws(PageError) -> [FormField] {
    try publication.list(.formFields, index: index, if: .annotations)
  }
}

extension ChannelPage: ImagesPage {
  public func images() throws(PageError) -> [PlacedImage] {
    try publication.list(.images, index: index, if: .images)
  }
}

extension ChannelPage: ThumbnailPage {
  public func thumbnail() throws(PageError) -> Bitmap? {
    try publication.thumbnail(ofPage: index)
  }
}
