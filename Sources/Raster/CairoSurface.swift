import CRectoCairo
import RectoPageModel

/// A Cairo surface over borrowed pixels; destroyed with its owner.
public struct CairoSurface: ~Copyable {
  private let pointer: OpaquePointer

  /// A surface over `pixels`, rows of four bytes a pixel. Calls
  /// `cairo_image_surface_create_for_data`.
  init(
    pixels: UnsafeMutableRawBufferPointer, size: PixelSize, format: PixelFormat
  ) throws(PageError) {
    pointer = cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self).baseAddress,
      format == .bgrx ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(size.width),
      Int32(size.height), Int32(size.width * 4))
    try check(cairo_surface_status(pointer))
  }

  /// Sets it as the source of a context. Calls `cairo_set_source_surface`.
  func setAsSource(of context: OpaquePointer) {
    cairo_set_source_surface(context, pointer, 0, 0)
  }

  deinit {
    // Without it a reference that a library kept would write into memory that is ours again.
    cairo_surface_finish(pointer)
    cairo_surface_destroy(pointer)
  }

  /// Lends a fresh context on the surface. Calls `cairo_create`; throws what the context says
  /// after `body`.
  fileprivate func withContext(_ body: (OpaquePointer) throws(PageError) -> Void) throws(PageError)
  {
    let context: OpaquePointer = cairo_create(pointer)
    defer { cairo_destroy(context) }
    try body(context)
    try check(cairo_status(context))
    cairo_surface_flush(pointer)
  }
}

extension Bitmap {
  /// The largest side of a Cairo image surface; its coordinates are 16-bit inside pixman.
  public static let maximumSide = 32_767

  /// Lends a Cairo context (`cairo_t *`) whose device pixels are this bitmap's.
  ///
  /// Throws `limit` if a side is beyond `maximumSide`.
  public func withCairoContext(
    _ body: (OpaquePointer) throws(PageError) -> Void
  ) throws(PageError) {
    let size = size
    let format = format
    guard max(size.width, size.height) <= Self.maximumSide else {
      throw PageError(
        .limit,
        "an image of \(size.width) x \(size.height) pixels is beyond \(Self.maximumSide) on a side: ask for a region"
      )
    }
    try withPixels { pixels throws(PageError) in
      let surface = try CairoSurface(pixels: pixels, size: size, format: format)
      try surface.withContext(body)
    }
  }
}

extension AffineTransform {
  /// The same mapping as Cairo's type.
  public var cairoMatrix: cairo_matrix_t {
    cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
  }
}
