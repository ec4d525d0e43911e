/// A place on a page.
///
/// Coordinates are points (1/72 inch), origin at the top left of the page's crop box, x to the
/// right, y down, before the page's rotation is applied. Every box in the API is in them.
public struct Point: Sendable, Hashable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct Size: Sendable, Hashable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size with width and height exchanged.
  public var transposed: Size { Size(width: height, height: width) }
}

/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// An upright rectangle in page points; `width` and `height` are never negative.
public struct Rect: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle between two opposite corners, given in any order.
  public init(_ a: Point, _ b: Point) {
    self.init(
      x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// The rectangle of a whole page or picture of `size`.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  public var minX: Double { x }
  public var minY: Double { y }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var size: Size { Size(width: width, height: height) }
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The overlap of both; nil if there is none.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The rectangle shrunk by `margin` points on each side, or grown if `margin` is negative.
  public func insetBy(_ margin: Double) -> Rect {
    Rect(
      x: x + margin, y: y + margin, width: max(0, width - 2 * margin),
      height: max(0, height - 2 * margin))
  }
}

/// Four corners, in the order top left, top right, bottom right, bottom left *of the text or
/// picture they enclose*: on text that runs upward the first corner is not the topmost one.
public struct Quad: Sendable, Hashable {
  public var topLeft: Point
  public var topRight: Point
  public var bottomRight: Point
  public var bottomLeft: Point

  public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// An upright rectangle as a quad.
  public init(_ rect: Rect) {
    self.init(
      topLeft: Point(x: rect.minX, y: rect.minY), topRight: Point(x: rect.maxX, y: rect.minY),
      bottomRight: Point(x: rect.maxX, y: rect.maxY), bottomLeft: Point(x: rect.minX, y: rect.maxY))
  }

  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The smallest upright rectangle around the four corners.
  public var bounds: Rect {
    Rect(
      Point(
        x: min(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x),
        y: min(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)),
      Point(
        x: max(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x),
        y: max(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)))
  }
}

/// A straight line between two points, such as a baseline.
public struct Segment: Sendable, Hashable {
  public var start: Point
  public var end: Point

  public init(start: Point, end: Point) {
    self.start = start
    self.end = end
  }
}

/// A clockwise rotation by a multiple of 90 degrees.
public enum Rotation: Int, Sendable, Hashable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The rotation by any multiple of 90 degrees; nil for another angle.
  public init?(degrees: Int) {
    self.init(rawValue: ((degrees % 360) + 360) % 360)
  }

  /// Both rotations, one after the other.
  public static func + (a: Rotation, b: Rotation) -> Rotation {
    Rotation(degrees: a.rawValue + b.rawValue) ?? .none
  }

  public var inverse: Rotation { Rotation(degrees: -rawValue) ?? .none }

  /// True if it exchanges width and height.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}
