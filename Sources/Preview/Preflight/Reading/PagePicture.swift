import RectoPageModel

/// A page as it looks, or a part of it: upright, opaque, on white paper.
struct PagePicture: Sendable {
  /// Blue, green, red and one byte more a pixel, rows from the top. A copy: the bitmap's memory may
  /// be another process's too.
  private let bytes: [UInt8]
  let size: PixelSize
  /// Pixels a point.
  let scale: Double
  /// The page point of the first pixel's corner.
  let origin: Point

  /// `bitmap` holds opaque pixels.
  init(_ bitmap: Bitmap, scale: Double, origin: Point = Point(x: 0, y: 0)) {
    bytes = bitmap.withPixels { Array($0) }
    size = bitmap.size
    self.scale = scale
    self.origin = origin
  }

  /// The pixels of the picture inside a box; empty ranges if there are none.
  func pixels(in box: Rect) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let first = max(0, min(Double(count), (low * scale).rounded(.down)))
      let last = max(first, min(Double(count), (high * scale).rounded(.up)))
      return Int(first)..<Int(last)
    }
    return (
      range(box.minX - origin.x, box.maxX - origin.x, size.width),
      range(box.minY - origin.y, box.maxY - origin.y, size.height)
    )
  }

  /// The color of an existing pixel.
  func color(_ column: Int, _ row: Int) -> Color {
    let first = (row * size.width + column) * 4
    return Color(red: bytes[first + 2], green: bytes[first + 1], blue: bytes[first])
  }

  /// True if all of it has one color, within an invisible tolerance.
  var isUniform: Bool {
    let first = color(0, 0)
    for row in 0..<size.height {
      for column in 0..<size.width where color(column, row).distance(to: first) > 3 {
        return false
      }
    }
    return true
  }
}
