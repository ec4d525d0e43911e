import RectoPageModel
import RectoRaster
import Testing

/// A picture as a plain value: what a test draws, and what a page was rendered to.
struct Canvas: Equatable {
  let width: Int
  let height: Int
  /// Rows from the top. Of a rendering with alpha, colors are premultiplied as the bitmap has them.
  private(set) var colors: [Color]

  init(width: Int, height: Int, color: (Int, Int) -> Color) {
    self.width = width
    self.height = height
    colors = (0..<height).flatMap { y in (0..<width).map { x in color(x, y) } }
  }

  init(width: Int, height: Int, _ color: Color) {
    self.init(width: width, height: height) { _, _ in color }
  }

  init(_ bitmap: Bitmap) {
    width = bitmap.size.width
    height = bitmap.size.height
    let hasAlpha = bitmap.format == .bgra
    colors = bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }.map { pixel in
      Color(
        red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
        blue: UInt8(truncatingIfNeeded: pixel), alpha: hasAlpha ? UInt8(pixel >> 24) : 255)
    }
  }

  /// Red, green, blue and yellow quarters: no turn and no mirroring of it is itself.
  static func quadrants(width: Int, height: Int) -> Canvas {
    Canvas(width: width, height: height) { x, y in
      switch (x < width / 2, y < height / 2) {
      case (true, true): .pureRed
      case (false, true): .pureGreen
      case (true, false): .pureBlue
      case (false, false): .pureYellow
      }
    }
  }

  /// Every pixel differs from its neighbors.
  static func colors(width: Int, height: Int) -> Canvas {
    Canvas(width: width, height: height) { x, y in
      Color(
        red: UInt8(truncatingIfNeeded: x &* 37), green: UInt8(truncatingIfNeeded: y &* 53 &+ 1),
        blue: UInt8(truncatingIfNeeded: (x ^ y) &* 11 &+ 128))
    }
  }

  subscript(x: Int, y: Int) -> Color {
    get { colors[y * width + x] }
    set { colors[y * width + x] = newValue }
  }

  /// A copy with a filled rectangle in it.
  func filling(x: Int, y: Int, width: Int, height: Int, _ color: Color) -> Canvas {
    Canvas(width: self.width, height: self.height) { column, row in
      (x..<x + width).contains(column) && (y..<y + height).contains(row)
        ? color : self[column, row]
    }
  }

  /// The part at `x`, `y`; nil if it reaches over an edge.
  func crop(x: Int, y: Int, width: Int, height: Int) -> Canvas? {
    guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else { return nil }
    return Canvas(width: width, height: height) { self[x + $0, y + $1] }
  }

  func turned(_ rotation: Rotation) -> Canvas {
    switch rotation {
    case .none: self
    case .quarter: Canvas(width: height, height: width) { self[$1, height - 1 - $0] }
    case .half: Canvas(width: width, height: height) { self[width - 1 - $0, height - 1 - $1] }
    case .threeQuarters: Canvas(width: height, height: width) { self[width - 1 - $1, $0] }
    }
  }

  /// The largest difference of a part of a color; 255 for pictures of other sizes.
  func difference(_ other: Canvas) -> Int {
    guard width == other.width, height == other.height else { return 255 }
    return zip(colors, other.colors).map { $0.difference($1) }.max() ?? 0
  }

  var bitmap: Bitmap {
    let isOpaque = colors.allSatisfy(\.isOpaque)
    let format: PixelFormat = isOpaque ? .bgrx : .bgra
    let bitmap = Bitmap(size: PixelSize(width: width, height: height), format: format)
    let pixels = colors.map { $0.pixel(in: format) }
    bitmap.withPixels { bytes in pixels.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    return bitmap
  }

  /// Packed RGB.
  var rgb: [UInt8] { colors.flatMap { [$0.red, $0.green, $0.blue] } }

  /// The picture as a file.
  func encoded(
    _ format: ImageFormat = .png, dotsPerInch: Double? = nil
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let options = EncodeOptions(format: format, quality: 100, dotsPerInch: dotsPerInch)
    try ImageEncoder().encode(bitmap, options) { file = Array($0) }
    return file
  }
}

/// All the colors are too much for a report.
extension Canvas: CustomTestStringConvertible {
  var testDescription: String { "\(width) x \(height) pixels" }
}

extension Color {
  static let pureRed = Color(red: 255, green: 0, blue: 0)
  static let pureGreen = Color(red: 0, green: 255, blue: 0)
  static let pureBlue = Color(red: 0, green: 0, blue: 255)
  static let pureYellow = Color(red: 255, green: 255, blue: 0)

  /// The largest difference of red, green, blue or alpha.
  func difference(_ other: Color) -> Int {
    let parts = [
      (red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha),
    ]
    return parts.map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
