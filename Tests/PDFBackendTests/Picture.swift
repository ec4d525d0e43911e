import RectoPageModel

/// The pixels of a page for one request: blue, green, red and one byte more.
struct Picture: Equatable {
  let size: PixelSize
  let pixels: [UInt32]

  init(_ page: any Page, _ request: RenderRequest) throws(PageError) {
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size)
    bitmap.fill(.white)
    try page.render(request, on: grid, into: bitmap)
    size = bitmap.size
    pixels = bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }
  }

  /// The green of a pixel, from 0 to 255.
  func gray(_ x: Int, _ y: Int) -> Int { Int(pixels[y * size.width + x] >> 8 & 0xFF) }

  /// The pixels of `columns` and `rows`, from the top.
  func crop(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt32] {
    rows.flatMap { y in columns.map { pixels[y * size.width + $0] } }
  }

  /// The mean gray of each square of `side` by `side` pixels.
  func averaged(_ side: Int) -> [[Double]] {
    (0..<size.height / side).map { row in
      (0..<size.width / side).map { column in
        var sum = 0
        for y in row * side..<(row + 1) * side {
          for x in column * side..<(column + 1) * side { sum += gray(x, y) }
        }
        return Double(sum) / Double(side * side)
      }
    }
  }
}
