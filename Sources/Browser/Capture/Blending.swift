import RectoPageModel
import RectoRaster

extension PNGPicture {
  /// Draws the picture, which shows `area` of a page's pixels, over what `bitmap` holds.
  func draw(at area: PixelBox, onto bitmap: Bitmap, by transform: AffineTransform) {
    let target = bitmap.size
    let hasAlpha = bitmap.format == .bgra
    let columns = min(size.width, area.width)
    let step = Int((transform.xx + transform.yx * Double(target.width)).rounded())
    /// The pixel that a pixel's center maps to, whatever the rounding; nil outside.
    func place(_ column: Int, _ row: Int) -> Int? {
      let point = transform.apply(
        Point(x: Double(area.x + column) + 0.5, y: Double(area.y + row) + 0.5))
      let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
      guard (0..<target.width).contains(x), (0..<target.height).contains(y) else { return nil }
      return y * target.width + x
    }
    bitmap.withPixels { pixels in
      let pixels = pixels.bindMemory(to: UInt32.self)
      samples.withUnsafeBytes { samples in
        let samples = samples.bindMemory(to: UInt32.self)
        for row in 0..<min(size.height, area.height) {
          guard var index = place(0, row), place(columns - 1, row) != nil else { continue }
          for sample in row * size.width..<row * size.width + columns {
            pixels[index] = blend(samples[sample], over: pixels[index], hasAlpha)
            index += step
          }
        }
      }
    }
  }
}

/// Red, green, blue and straight alpha, from the lowest byte, over blue, green, red and
/// premultiplied alpha.
@inline(__always)
private func blend(_ source: UInt32, over target: UInt32, _ hasAlpha: Bool) -> UInt32 {
  let alpha = source >> 24
  let swapped = (source & 0xFF) << 16 | source & 0xFF00 | source >> 16 & 0xFF
  if alpha == 255 { return swapped | 0xFF00_0000 }
  func part(_ shift: UInt32) -> UInt32 {
    let (above, below) = (swapped >> shift & 0xFF, target >> shift & 0xFF)
    return ((above * alpha + below * (255 - alpha) + 127) / 255) << shift
  }
  let colors = part(0) | part(8) | part(16)
  let beneath = hasAlpha ? target >> 24 : 255
  return colors | (alpha + (beneath * (255 - alpha) + 127) / 255) << 24
}
