import RectoPageModel
import RectoTypesetting

/// The outline of a picture's opaque part, row by row from its leftmost to its rightmost pixel, for
/// text that runs beside it.
struct AlphaContour {
  /// In pixels; nil if nothing is opaque enough.
  let path: ShapePath?

  /// `threshold` is the least alpha that counts, from 0 to 1.
  init(_ bitmap: Bitmap, threshold: Double) {
    let size = bitmap.size
    let least = UInt8(min(max(threshold, 0), 1) * 255)
    var left: [Point] = []
    var right: [Point] = []
    bitmap.withPixels { pixels in
      for row in 0..<size.height {
        let start = row * size.width * 4
        func isOpaque(_ column: Int) -> Bool { pixels[start + column * 4 + 3] > least }
        guard let first = (0..<size.width).first(where: isOpaque),
          let last = (0..<size.width).last(where: isOpaque)
        else { continue }
        for y in [Double(row), Double(row + 1)] {
          left.append(Point(x: Double(first), y: y))
          right.append(Point(x: Double(last + 1), y: y))
        }
      }
    }
    guard let start = left.first else {
      path = nil
      return
    }
    var outline = ShapePath()
    outline.move(to: start)
    for point in left.dropFirst() + right.reversed() { outline.line(to: point) }
    outline.close()
    path = outline
  }
}
