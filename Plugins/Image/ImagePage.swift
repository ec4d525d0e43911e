import RectoPageModel

/// One page image.
class ImagePage: Page {
  let index: Int
  let label: String
  let rotation = Rotation.none
  let boxes: PageBoxes
  let header: ImageHeader

  /// The publication keeps what pages find out; it outlives none of them.
  let publication: ImagePublication
  private let bytes: FileBytes

  init(index: Int, header: ImageHeader, bytes: FileBytes, publication: ImagePublication) {
    self.index = index
    self.header = header
    self.bytes = bytes
    self.publication = publication
    label = "\(index + 1)"
    boxes = PageBoxes(header.pageSize)
  }

  var spreadPosition: SpreadPosition { publication.spreads.position(ofPage: index) }

  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    let renderer = ImageRenderer(
      bytes: bytes, header: header, page: index, frame: publication.store.frame(ofPage: index),
      keptRows: publication.keptRows, keptSources: publication.keptSources)
    do {
      guard header.format != .svg else {
        return try publication.keptDrawing.drawing(ofPage: index, bytes)
          .draw(on: grid, into: bitmap)
      }
      for message in try renderer.render(request, on: grid, into: bitmap) {
        publication.warn(code: "damaged-image", page: index, message)
      }
    } catch {
      throw publication.located(error.about(header.format), page: index)
    }
  }
}

extension ImagePage: ImagesPage {
  /// The one picture, which covers the page; none of a drawing.
  func images() throws(PageError) -> [PlacedImage] {
    guard header.format != .svg else { return [] }
    var image = PlacedImage(
      box: boxes.crop,
      pixelSize: PixelSize(width: Int(header.upright.width), height: Int(header.upright.height)))
    image.color = header.color
    // The size of one page in a file of many pages is unknown.
    if header.pageCount == 1 { image.byteCount = bytes.count }
    return [image]
  }
}
