import CPoppler
import PageModel

extension PDFPage: ImagesPage {
  /// Calls `poppler_page_get_image_mapping`, which interprets the page without drawing it. Its
  /// areas are those of the shown page with y down, less the crop box's corner once too often.
  func images() throws(PageError) -> [PlacedImage] {
    let list = poppler_page_get_image_mapping(page)
    defer { poppler_page_free_image_mapping(list) }
    let correction = AffineTransform.translation(
      x: geometry.cropOrigin.x, y: geometry.cropOrigin.y)
    return elements(list).reversed().map { element in
      let mapping = element.assumingMemoryBound(to: PopplerImageMapping.self).pointee
      let area = correction.then(geometry.shownToPage).apply(Rect(mapping.area))
      return PlacedImage(box: area, pixelSize: nil)
    }
  }
}
