import CPopplerPage
import Glibc
import PageModel

extension PDFPage: ImagesPage {
  /// The pictures as far as their clips let them through. Calls `recto_page_images`, which
  /// interprets the page without drawing it.
  func images() throws(PageError) -> [PlacedImage] {
    var count = 0
    guard let images = recto_page_images(page, &count) else { return [] }
    defer { free(images) }
    return UnsafeBufferPointer(start: images, count: count).map { image in
      PlacedImage(
        box: geometry.shownToPage.apply(Rect(image.box)),
        pixelSize: PixelSize(width: Int(image.width), height: Int(image.height)))
    }
  }
}
