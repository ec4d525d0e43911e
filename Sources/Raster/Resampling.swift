import CRectoCairo
import Glibc
import RectoPageModel

extension Bitmap {
  /// Resizes the picture, whatever its proportions become. A smaller picture has the means of the
  /// pixels that each of its own covers. Calls `cairo_paint` with `CAIRO_FILTER_GOOD`.
  ///
  /// Throws `limit` if a side is beyond `maximumSide`.
  public func resample(to wanted: PixelSize) throws(PageError) {
    guard wanted != size else { return }
    let scale = AffineTransform(
      xx: Double(wanted.width) / Double(size.width), yx: 0, xy: 0,
      yy: Double(wanted.height) / Double(size.height), x0: 0, y0: 0)
    try redraw(by: scale, size: wanted, format: format, background: .white)
  }

  /// Rotates the picture clockwise by any angle about its center, on a canvas that holds all of
  /// it. Areas outside the picture get the color `background`.
  ///
  /// Throws `limit` if a side is beyond `maximumSide`.
  public func turn(byDegrees degrees: Double, background: Color) throws(PageError) {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let (width, height) = (Double(size.width), Double(size.height))
    // Rounding noise must not add a row of pixels.
    let canvas = PixelSize(
      width: Int((width * abs(cosine) + height * abs(sine) - 1e-6).rounded(.up)),
      height: Int((width * abs(sine) + height * abs(cosine) - 1e-6).rounded(.up)))
    let turn = AffineTransform.translation(x: -width / 2, y: -height / 2)
      .then(AffineTransform(xx: cosine, yx: sine, xy: -sine, yy: cosine, x0: 0, y0: 0))
      .then(.translation(x: Double(canvas.width) / 2, y: Double(canvas.height) / 2))
    try redraw(
      by: turn, size: canvas, format: background.isOpaque ? format : .bgra, background: background)
  }

  /// Mirrors the picture horizontally.
  public func mirror() {
    let width = size.width
    guard width > 1 else { return }
    withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for row in stride(from: 0, to: pixels.count, by: width) {
        pixels[row..<row + width].reverse()
      }
    }
  }

  /// Makes each pixel black or white, whichever is nearer to its gray value.
  public func makeBitonal() {
    desaturate()
    let isOpaque = format == .bgrx
    withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for index in pixels.indices {
        let pixel = pixels[index]
        // Opaque pictures have an unused byte there.
        let alpha = isOpaque ? 0xFF : pixel >> 24
        // Under alpha the value is premultiplied by it.
        pixels[index] = alpha << 24 | ((pixel & 0xFF) * 2 >= alpha ? alpha * 0x01_0101 : 0)
      }
    }
  }

  /// Draws its content, mapped, into a picture of another shape, and replaces itself by that.
  private func redraw(
    by mapping: AffineTransform, size: PixelSize, format: PixelFormat, background: Color
  ) throws(PageError) {
    let drawn = Bitmap(size: size, format: format)
    drawn.fill(background)
    let (ownSize, ownFormat) = (self.size, self.format)
    try withPixels { pixels throws(PageError) in
      let source = try CairoSurface(pixels: pixels, size: ownSize, format: ownFormat)
      try drawn.withCairoContext { context throws(PageError) in
        var matrix = mapping.cairoMatrix
        cairo_set_matrix(context, &matrix)
        source.setAsSource(of: context)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        // At the edges the nearest pixel and not the nothing beyond it.
        if mapping.yx == 0 { cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD) }
        cairo_paint(context)
      }
    }
    reset(size: size, format: format)
    drawn.withPixels { drawn in
      withPixels { pixels in pixels.copyMemory(from: UnsafeRawBufferPointer(drawn)) }
    }
  }
}
