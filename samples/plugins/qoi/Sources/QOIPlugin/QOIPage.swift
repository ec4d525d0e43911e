import RectoPageModel

/// The picture as a page: the format knows no resolution, so that a pixel is a point.
final class QOIPage: Page {
  let index = 0
  let label = "1"
  let rotation = Rotation.none
  let boxes: PageBoxes
  private let pixelSize: PixelSize
  /// Colors multiplied by alpha.
  private let pixels: [Pixel]

  init(size: PixelSize, pixels: [Pixel]) {
    boxes = PageBoxes(Size(width: Double(size.width), height: Double(size.height)))
    pixelSize = size
    self.pixels = pixels.map { $0.w == 255 ? $0 : Pixel($0.x, $0.y, $0.z, 255).faded(to: $0.w) }
  }

  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    let toPage = grid.transform.inverse
    bitmap.withPixels { target in
      let target = target.bindMemory(to: Pixel.self)
      for y in 0..<grid.size.height {
        for x in 0..<grid.size.width {
          let area = toPage.apply(Rect(x: Double(x), y: Double(y), width: 1, height: 1))
          let pixel = average(area)
          let place = y * grid.size.width + x
          // Blue comes first in a bitmap.
          target[place] =
            Pixel(pixel.z, pixel.y, pixel.x, pixel.w) &+ target[place].faded(to: 255 - pixel.w)
        }
      }
    }
  }

  /// The mean of the pixels that `area` touches. It depends on the place on the page alone, which
  /// makes a region equal to a crop of the whole.
  private func average(_ area: Rect) -> Pixel {
    var sums = SIMD4<UInt>()
    let columns = Self.span(area.minX, area.maxX, pixelSize.width)
    let rows = Self.span(area.minY, area.maxY, pixelSize.height)
    for y in rows {
      for x in columns {
        sums &+= SIMD4(truncatingIfNeeded: pixels[y * pixelSize.width + x])
      }
    }
    let count = UInt(columns.count * rows.count)
    return Pixel(truncatingIfNeeded: (sums &+ count / 2) / count)
  }

  private static func span(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    // If an edge falls between two pixels, rounding must not choose the side.
    let noise = 1e-6
    let start = min(max(0, Int((low + noise).rounded(.down))), count - 1)
    return start..<max(start + 1, min(count, Int((high - noise).rounded(.up))))
  }
}

extension Pixel {
  /// All four parts times `alpha` / 255.
  fileprivate func faded(to alpha: UInt8) -> Pixel {
    let parts = SIMD4<UInt16>(truncatingIfNeeded: self) &* UInt16(alpha) &+ 127
    return Pixel(truncatingIfNeeded: parts / 255)
  }
}

extension AffineTransform {
  /// The way back; the transform of a `PixelGrid` always has one.
  fileprivate var inverse: AffineTransform {
    let determinant = xx * yy - xy * yx
    let (a, b, c, d) = (yy / determinant, -yx / determinant, -xy / determinant, xx / determinant)
    return AffineTransform(
      xx: a, yx: b, xy: c, yy: d, x0: -(a * x0 + c * y0), y0: -(b * x0 + d * y0))
  }
}
