import CRectoCairo
import CRectoPoppler
import RectoPageModel

extension PDFPage: ThumbnailPage {
  /// Calls `poppler_page_get_thumbnail`.
  func thumbnail() throws(PageError) -> Bitmap? {
    guard let surface = poppler_page_get_thumbnail(page) else { return nil }
    defer { cairo_surface_destroy(surface) }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    guard width > 0, height > 0, let pixels = cairo_image_surface_get_data(surface) else {
      return nil
    }
    let rowBytes = Int(cairo_image_surface_get_stride(surface))
    let bitmap = Bitmap(size: PixelSize(width: width, height: height))
    bitmap.withPixels { target in
      for y in 0..<height {
        UnsafeMutableRawBufferPointer(rebasing: target[y * width * 4..<(y + 1) * width * 4])
          .copyMemory(from: UnsafeRawBufferPointer(start: pixels + y * rowBytes, count: width * 4))
      }
    }
    return bitmap
  }
}
