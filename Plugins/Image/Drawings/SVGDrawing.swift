import CRectoCairo
import CRectoSVG
import RectoMarkup
import RectoPageModel
import RectoRaster

/// A parsed SVG drawing, which can load no files and reach no hosts.
final class SVGDrawing {
  private let pointer: OpaquePointer
  /// The size in CSS pixels, 1/96 inch.
  let size: Size

  /// The points in a CSS pixel.
  static let pointsPerPixel = 0.75
  /// The size of a drawing that states none, which is that of replaced elements (CSS 2.2, 10.3.2).
  private static let usualSize = Size(width: 300, height: 150)

  deinit { csvg_close(pointer) }

  /// Throws `notInstalled`, and `damaged` for an invalid drawing or one without an area.
  init(_ bytes: FileBytes) throws(PageError) {
    try SVGLibrary.start()
    pointer = try Self.speaking { message, length in
      bytes.withBytes { bytes in
        bytes.baseAddress.flatMap { csvg_open($0, bytes.count, message, length) }
      }
    }
    var (width, height) = (0.0, 0.0)
    guard csvg_size(pointer, &width, &height) else {
      size = Self.usualSize
      return
    }
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      csvg_close(pointer)
      throw PageError(.damaged, "it has no width or no height")
    }
    size = Size(width: width, height: height)
  }

  /// Draws it where `grid` puts its page. Throws `damaged`, and what drawing throws.
  func draw(on grid: PixelGrid, into bitmap: Bitmap) throws(PageError) {
    let scale = Self.pointsPerPixel
    let place = AffineTransform(xx: scale, yx: 0, xy: 0, yy: scale, x0: 0, y0: 0)
    var matrix = place.then(grid.transform).cairoMatrix
    // librsvg sets text with Cairo's fonts.
    try withCairoFonts { () throws(PageError) in
      try bitmap.withCairoContext { context throws(PageError) in
        cairo_set_matrix(context, &matrix)
        _ = try Self.speaking { message, length in
          csvg_draw(
            pointer, UnsafeMutableRawPointer(context), size.width, size.height, message, length)
            ? context : nil
        }
      }
    }
  }

  /// Returns the result of `body`; throws librsvg's message if it is nil.
  private static func speaking(
    _ body: (UnsafeMutablePointer<CChar>, Int) -> OpaquePointer?
  ) throws(PageError) -> OpaquePointer {
    var message = [CChar](repeating: 0, count: 512)
    let result = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { body($0, buffer.count) }
    }
    if let result { return result }
    let text = message.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let line = text.split(whereSeparator: \.isNewline).first.map { String($0).trimmed } ?? ""
    throw PageError(.damaged, line.isEmpty ? "it cannot be read" : line.printable)
  }
}
