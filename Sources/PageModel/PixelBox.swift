import RectoJSON

/// An upright rectangle of whole pixels, from the top left of a picture.
public struct PixelBox: Sendable, Hashable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole of a picture.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The pixels that a rectangle touches, of a picture of `size`; nil if it touches none.
  public init?(_ rect: Rect, within size: PixelSize) {
    // Clamped beyond any page's size; NaN becomes a bound.
    func side(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    guard rect.minX.isFinite, rect.minY.isFinite, rect.maxX.isFinite, rect.maxY.isFinite else {
      return nil
    }
    let left = max(0, side((rect.minX + 1e-6).rounded(.down)))
    let top = max(0, side((rect.minY + 1e-6).rounded(.down)))
    let right = min(size.width, side((rect.maxX - 1e-6).rounded(.up)))
    let bottom = min(size.height, side((rect.maxY - 1e-6).rounded(.up)))
    guard right > left, bottom > top else { return nil }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The column after the last one in the box.
  public var right: Int { x + width }
  /// The row after the last one in the box.
  public var bottom: Int { y + height }
  /// Its rows.
  public var rows: Range<Int> { y..<bottom }
  /// The area in pixels.
  public var area: Int { width * height }

  /// The smallest box that contains both.
  public func union(_ other: PixelBox) -> PixelBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelBox(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }

  /// True if both have a pixel in common.
  public func overlaps(_ other: PixelBox) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  /// The box grown by `count` pixels on each side, clipped to a picture of `size`.
  public func grown(by count: Int, within size: PixelSize) -> PixelBox {
    let (left, top) = (max(0, x - count), max(0, y - count))
    return PixelBox(
      x: left, y: top, width: min(size.width, right + count) - left,
      height: min(size.height, bottom + count) - top)
  }
}

/// `[x, y, width, height]`, whole numbers.
extension PixelBox: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array([x, y, width, height]) { $0.value($1) }
  }
}
