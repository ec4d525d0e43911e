import RectoPageModel

/// Pixels that a page was rendered to, for comparing.
struct Picture {
  let width: Int
  let height: Int
  /// In the format of the request, rows from the top; of an opaque one the last byte is unused.
  let pixels: [UInt32]
  private let isOpaque: Bool

  private init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool) {
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  init(_ bitmap: Bitmap) {
    let size = bitmap.size
    self.init(
      width: size.width, height: size.height,
      pixels: bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) },
      isOpaque: bitmap.format == .bgrx)
  }

  /// True if every pixel is the same, except for unused bytes.
  func isSame(as other: Picture) -> Bool {
    guard width == other.width, height == other.height else { return false }
    // Comparing the arrays as such is the fast way, and nearly always answers.
    if pixels == other.pixels { return true }
    let used: UInt32 = isOpaque ? 0x00FF_FFFF : 0xFFFF_FFFF
    return zip(pixels, other.pixels).allSatisfy { ($0 ^ $1) & used == 0 }
  }

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// The part at `x`, `y`, or nil if it does not fit.
  func crop(x: Int, y: Int, width: Int, height: Int) -> Picture? {
    guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else { return nil }
    let rows = (y..<y + height).flatMap { row in
      pixels[row * self.width + x..<row * self.width + x + width]
    }
    return Picture(width: width, height: height, pixels: rows, isOpaque: isOpaque)
  }

  /// The picture turned clockwise.
  func turned(_ rotation: Rotation) -> Picture {
    guard rotation != .none else { return self }
    let (newWidth, newHeight) = rotation.swapsAxes ? (height, width) : (width, height)
    var result: [UInt32] = []
    result.reserveCapacity(pixels.count)
    for y in 0..<newHeight {
      // The start of the row in this picture, and the distance of its pixels.
      let (start, step) =
        switch rotation {
        case .none: (y * width, 1)
        case .quarter: ((height - 1) * width + y, -width)
        case .half: ((height - y) * width - 1, -1)
        case .threeQuarters: (width - 1 - y, width)
        }
      var place = start
      for _ in 0..<newWidth {
        result.append(pixels[place])
        place += step
      }
    }
    return Picture(width: newWidth, height: newHeight, pixels: result, isOpaque: isOpaque)
  }
}

/// The difference between two pictures of one size.
struct PictureDifference {
  /// The mean over all pixels and channels, from 0 to 255.
  var mean = 0.0
  /// The share of pixels with a channel that differs by more than the tolerance, from 0 to 1.
  var share = 0.0

  init(_ a: Picture, _ b: Picture, tolerance: Int = 0) {
    guard !a.isSame(as: b), !a.pixels.isEmpty else { return }
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

/// The differences of two pixels in blue, green and red. Alpha need not be compared: colors are
/// premultiplied by it.
private func channelDifferences(_ a: UInt32, _ b: UInt32) -> [Int] {
  [0, 8, 16].map { (shift: UInt32) in
    let one = Int(a >> shift & 0xFF)
    let other = Int(b >> shift & 0xFF)
    return abs(one - other)
  }
}

/// True if they differ by more than a tenth of the range, which is visible and beyond rounding.
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

  /// `scale`, or what a page so large that it would pass half a megapixel is shown at instead.
  func moderate(_ scale: Double) -> Double {
    min(scale, (500_000 / (size.width * size.height)).squareRoot())
  }
}
