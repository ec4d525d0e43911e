import PageModel

/// A page of a part, at its place in the whole.
final class PackagePage: Page {
  let index: Int
  let page: any Page
  let part: Part
  let publication: PackagePublication

  init(_ page: any Page, at index: Int, part: Part, publication: PackagePublication) {
    self.page = page
    self.index = index
    self.part = part
    self.publication = publication
  }

  var label: String {
    switch part.label {
    case .cover: "Cover"
    case .own: page.label
    case .count: "\(index + 1)"
    }
  }

  var rotation: Rotation { page.rotation }
  var boxes: PageBoxes { page.boxes }
  var spreadPosition: SpreadPosition { page.spreadPosition }

  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try page.render(request, on: grid, into: bitmap)
  }

  func paint(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) throws(PageError) {
    try page.paint(request, on: grid, into: bitmap)
  }
}

extension PackagePage: TextPage {
  func text() throws(PageError) -> PageText { try (page as? any TextPage)?.text() ?? .none }
}

extension PackagePage: LinksPage {
  func links() throws(PageError) -> [Link] {
    (try (page as? any LinksPage)?.links() ?? []).map { link in
      Link(quads: link.quads, target: publication.target(link.target, in: part))
    }
  }
}

extension PackagePage: MediaPage {
  func media() throws(PageError) -> [MediaItem] { try (page as? any MediaPage)?.media() ?? [] }
}

extension PackagePage: AnnotatedPage {
  func annotations() throws(PageError) -> [Annotation] {
    try (page as? any AnnotatedPage)?.annotations() ?? []
  }

  func formFields() throws(PageError) -> [FormField] {
    try (page as? any AnnotatedPage)?.formFields() ?? []
  }
}

extension PackagePage: ImagesPage {
  func images() throws(PageError) -> [PlacedImage] {
    try (page as? any ImagesPage)?.images() ?? []
  }
}

extension PackagePage: ThumbnailPage {
  func thumbnail() throws(PageError) -> Bitmap? {
    try (page as? any ThumbnailPage)?.thumbnail()
  }
}
