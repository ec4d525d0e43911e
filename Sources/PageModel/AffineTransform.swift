/// A mapping `(x, y) -> (xx*x + xy*y + x0, yx*x + yy*y + y0)`, the layout of `cairo_matrix_t`.
public struct AffineTransform: Sendable, Hashable {
  public var xx: Double
  public var yx: Double
  public var xy: Double
  public var yy: Double
  public var x0: Double
  public var y0: Double

  public init(xx: Double, yx: Double, xy: Double, yy: Double, x0: Double, y0: Double) {
    self.xx = xx
    self.yx = yx
    self.xy = xy
    self.yy = yy
    self.x0 = x0
    self.y0 = y0
  }

  public static let identity = AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)

  /// Multiplies both coordinates by `factor`.
  public static func scale(_ factor: Double) -> AffineTransform {
    AffineTransform(xx: factor, yx: 0, xy: 0, yy: factor, x0: 0, y0: 0)
  }

  /// Adds `x` and `y` to the coordinates.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: x, y0: y)
  }

  /// Rotates an area of `size` clockwise, so that the top left corner of the result is at the origin.
  public static func rotation(_ rotation: Rotation, of size: Size) -> AffineTransform {
    switch rotation {
    case .none: identity
    case .quarter: AffineTransform(xx: 0, yx: 1, xy: -1, yy: 0, x0: size.height, y0: 0)
    case .half: AffineTransform(xx: -1, yx: 0, xy: 0, yy: -1, x0: size.width, y0: size.height)
    case .threeQuarters: AffineTransform(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: size.width)
    }
  }

  /// The transform that applies this one first and then `next`.
  public func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      xx: next.xx * xx + next.xy * yx, yx: next.yx * xx + next.yy * yx,
      xy: next.xx * xy + next.xy * yy, yy: next.yx * xy + next.yy * yy,
      x0: next.xx * x0 + next.xy * y0 + next.x0, y0: next.yx * x0 + next.yy * y0 + next.y0)
  }

  /// The inverse; nil if the transform maps every area to a line or a point.
  public var inverse: AffineTransform? {
    let area = xx * yy - xy * yx
    guard area != 0, area.isFinite else { return nil }
    return AffineTransform(
      xx: yy / area, yx: -yx / area, xy: -xy / area, yy: xx / area,
      x0: (xy * y0 - yy * x0) / area, y0: (yx * x0 - xx * y0) / area)
  }

  /// The transformed point.
  public func apply(_ point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
  }

  /// The upright rectangle around the transformed corners.
  public func apply(_ rect: Rect) -> Rect {
    apply(Quad(rect)).bounds
  }

  /// The quad of the transformed corners.
  public func apply(_ quad: Quad) -> Quad {
    Quad(
      topLeft: apply(quad.topLeft), topRight: apply(quad.topRight),
      bottomRight: apply(quad.bottomRight), bottomLeft: apply(quad.bottomLeft))
  }

  /// The segment between the transformed ends.
  public func apply(_ segment: Segment) -> Segment {
    Segment(start: apply(segment.start), end: apply(segment.end))
  }
}
