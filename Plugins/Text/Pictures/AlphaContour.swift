import RectoPageModel
import RectoTypesetting

/// The outline of a picture's opaque part, row by row from its leftmost to its rightmost pixel, for
/// text that runs beside it.
struct AlphaContour {
  /// In pixels; nil if nothing is opaque enough.
  let path: ShapePath?

  /// `threshold` is the least alpha that counts, from 0 to 1; `part` the pixels that are shown.
  init(_ bitmap: Bitmap, threshold: Double, part: Rect) {
    let size = bitmap.size
    let least = UInt8(min(max(threshold, 0), 1) * 255)
    var left: [Point] = []
    var right: [Point] = []
    func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
      let first = Int(min(max(from, 0), Double(count)).rounded(.down))
      return first..<max(first, Int(min(max(to, 0), Double(count)).rounded(.up)))
    }
    let columns = range(part.minX, part.maxX, size.width)
    bitmap.withPixels { pixels in
      for row in range(part.minY, part.maxY, size.height) {
        let start = row * size.width * 4
        func isOpaque(_ column: Int) -> Bool { pixels[start + column * 4 + 3] > least }
        guard let first = columns.first(where: isOpaque),
          let last = columns.last(where: isOpaque)
        else { continue }
        for y in [Double(row), Double(row + 1)] {
          let y = min(max(y, part.minY), part.maxY)
          left.append(Point(x: max(Double(first), part.minX), y: y))
          right.append(Point(x: min(Double(last + 1), part.maxX), y: y))
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
