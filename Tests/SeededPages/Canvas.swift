import RectoPageModel

/// A picture that can be drawn on pixel by pixel.
public struct Canvas: Sendable {
  public var width: Int
  public var height: Int
  /// Blue, green, red from the lowest byte.
  public var pixels: [UInt32]

  public init(_ bitmap: Bitmap) {
    width = bitmap.size.width
    height = bitmap.size.height
    pixels = bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }
  }

  public init(width: Int, height: Int, _ color: (Int, Int) -> Color) {
    self.width = width
    self.height = height
    pixels = []
    for y in 0..<height {
      for x in 0..<width { pixels.append(color(x, y).pixel(in: .bgrx)) }
    }
  }

  public var bitmap: Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: width, height: height))
    bitmap.withPixels { target in
      pixels.withUnsafeBytes { target.copyMemory(from: $0) }
    }
    return bitmap
  }

  public subscript(x: Int, y: Int) -> Color {
    get {
      let pixel = pixels[y * width + x]
      return Color(
        red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255))
    }
    set { pixels[y * width + x] = newValue.pixel(in: .bgrx) }
  }

  /// Gives each pixel of a box the color that `body` makes of its place and its own.
  public mutating func map(
    _ x: Range<Int>, _ y: Range<Int>, _ body: (Int, Int, Color) -> Color
  ) {
    for row in y {
      for column in x { self[column, row] = body(column, row, self[column, row]) }
    }
  }

  public mutating func fill(_ x: Range<Int>, _ y: Range<Int>, _ color: Color) {
    map(x, y) { _, _, _ in color }
  }

  /// Moves a part of the picture; what it leaves has the color of its first pixel.
  public mutating func shift(_ x: Range<Int>, _ y: Range<Int>, by dx: Int, _ dy: Int) {
    let before = self
    fill(x, y, before[x.lowerBound, y.lowerBound])
    for row in y {
      for column in x {
        let (toX, toY) = (column + dx, row + dy)
        guard (0..<width).contains(toX), (0..<height).contains(toY) else { continue }
        self[toX, toY] = before[column, row]
      }
    }
  }
}

extension Color {
  /// Each part by a function of it.
  public func each(_ body: (Double) -> Double) -> Color {
    func part(_ value: UInt8) -> UInt8 {
      UInt8(min(255, max(0, body(Double(value)).rounded())))
    }
    return Color(red: part(red), green: part(green), blue: part(blue))
  }
}
