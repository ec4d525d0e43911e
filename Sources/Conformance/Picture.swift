import PageModel

/// Pixels that a page was rendered to, for comparing.
struct Picture: Equatable {
  let width: Int
  let height: Int
  /// In the format of the request, rows from the top; of an opaque one the unused byte is cleared.
  let pixels: [UInt32]

  init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  init(_ bitmap: Bitmap) {
    let used: UInt32 = bitmap.format == .bgrx ? 0x00FF_FFFF : 0xFFFF_FFFF
    let size = bitmap.size
    self.init(
      width: size.width, height: size.height,
      pixels: bitmap.withPixels { $0.bindMemory(to: UInt32.self).map { $0 & used } })
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The part at `x`, `y`, or nil where it does not fit.
  func crop(x: Int, y: Int, width: Int, height: Int) -> Picture? {
    guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else { return nil }
    let rows = (y..<y + height).flatMap { row in
      pixels[row * self.width + x..<row * self.width + x + width]
    }
    return Picture(width: width, height: height, pixels: rows)
  }

  /// The picture turned clockwise.
  func turned(_ rotation: Rotation) -> Picture {
    guard rotation != .none else { return self }
    let (newWidth, newHeight) = rotation.swapsAxes ? (height, width) : (width, height)
    var result: [UInt32] = []
    result.reserveCapacity(pixels.count)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        switch rotation {
        case .none: result.append(self[x, y])
        case .quarter: result.append(self[y, height - 1 - x])
        case .half: result.append(self[width - 1 - x, height - 1 - y])
        case .threeQuarters: result.append(self[width - 1 - y, x])
        }
      }
    }
    return Picture(width: newWidth, height: newHeight, pixels: result)
  }
}

/// How far two pictures of one size are apart.
struct PictureDifference {
  /// The mean over all pixels and channels, from 0 to 255.
  var mean = 0.0
  /// The part of the pixels of which a channel differs by more than the tolerance, from 0 to 1.
  var share = 0.0

  init(_ a: Picture, _ b: Picture, tolerance: Int = 0) {
    guard a != b, !a.pixels.isEmpty else { return }
    var sum = 0
    var beyond = 0
    for (one, other) in zip(a.pixels, b.pixels) where one != other {
      let differences = channelDifferences(one, other)
      sum += differences.reduce(0, +)
      if differences.contains(where: { $0 > tolerance }) { beyond += 1 }
    }
    mean = Double(sum) / Double(a.pixels.count * 3)
    share = Double(beyond) / Double(a.pixels.count)
  }
}

/// How far two pixels are apart in blue, green, red and alpha.
private func channelDifferences(_ a: UInt32, _ b: UInt32) -> [Int] {
  [0, 8, 16, 24].map { (shift: UInt32) in
    let one = Int(a >> shift & 0xFF)
    let other = Int(b >> shift & 0xFF)
    return abs(one - other)
  }
}

/// Whether they differ by more than a tenth of the range, which the eye sees and rounding does not
/// reach.
func isClearlyOther(_ a: UInt32, _ b: UInt32) -> Bool {
  a != b && channelDifferences(a, b).contains { $0 > 25 }
}

extension Page {
  /// Renders as the pipeline does: a bitmap of the grid's size, filled with the background.
  func picture(_ request: RenderRequest) throws(PageError) -> (picture: Picture, grid: PixelGrid) {
    let grid = try PixelGrid(page: size, rotation: rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    bitmap.fill(request.background)
    try render(request, on: grid, into: bitmap)
    guard bitmap.size == grid.size, bitmap.format == request.pixelFormat else {
      throw PageError(.bug, "rendering gave the bitmap another size or format")
    }
    return (Picture(bitmap), grid)
  }

  /// `scale`, or what a page so large that it would pass a megapixel is shown at instead.
  func moderate(_ scale: Double) -> Double {
    min(scale, (1_000_000 / (size.width * size.height)).squareRoot())
  }
}
