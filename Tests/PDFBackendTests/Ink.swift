import RectoPageModel
import Testing

/// A page's picture and where its dark pixels are.
struct Ink {
  let grid: PixelGrid
  private let size: PixelSize
  private let isDark: [Bool]

  init(_ page: any Page, _ request: RenderRequest = RenderRequest(scale: .pixelsPerPoint(2))) throws
  {
    grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size)
    bitmap.fill(.white)
    try page.render(request, on: grid, into: bitmap)
    size = bitmap.size
    isDark = bitmap.withPixels { bytes in
      bytes.bindMemory(to: UInt32.self).map { $0 >> 8 & 0xFF < 128 }
    }
  }

  var isEmpty: Bool { !isDark.contains(true) }

  /// The number of dark pixels in an area of the page.
  func count(in area: Rect) -> Int {
    let pixels = grid.transform.apply(area)
    let columns = Int(pixels.minX)..<Int(pixels.maxX.rounded(.up))
    let rows = Int(pixels.minY)..<Int(pixels.maxY.rounded(.up))
    return rows.clamped(to: 0..<size.height).reduce(0) { sum, y in
      sum + columns.clamped(to: 0..<size.width).count { isDark[y * size.width + $0] }
    }
  }

  /// There is ink, and all of it is in `box`, give or take a pixel and `margin` points.
  func expectAll(
    in box: Rect, margin: Double = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let all = isDark.count { $0 }
    let inside = count(in: box.insetBy(-margin - 1 / grid.scale))
    #expect(all > 0 && inside == all, "the ink is not in \(box)", sourceLocation: sourceLocation)
  }

  /// The area is about as large as the ink in it, so that the box is not only large enough.
  func expectFills(_ box: Rect, sourceLocation: SourceLocation = #_sourceLocation) {
    let area = box.width * box.height * grid.scale * grid.scale
    let part = Double(count(in: box)) / area
    #expect(part > 0.9, "\(box) is dark to \(part)", sourceLocation: sourceLocation)
  }
}
