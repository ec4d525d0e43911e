import Glibc
import RectoPageModel

/// A piece of an ellipse between two points, as SVG gives it (SVG 2, B.2).
struct EllipticalArc {
  struct Curve {
    var end: Point
    var control1: Point
    var control2: Point
  }

  private let center: Point
  private let radii: Size
  private let rotation: Double
  private let startAngle: Double
  private let sweep: Double
  private let end: Point

  /// `rotation` is in radians. Radii that are too small are grown until they reach; nil if the
  /// points are one or a radius is 0, which makes a straight line.
  init?(
    from start: Point, to end: Point, radii: Size, rotation: Double, isLarge: Bool,
    isClockwise: Bool
  ) {
    guard start != end, radii.width > 0, radii.height > 0 else { return nil }
    let (sine, cosine) = (sin(rotation), cos(rotation))
    // B.2.4, step 1: halfway between the points, along the ellipse's own axes.
    let halfX = (start.x - end.x) / 2
    let halfY = (start.y - end.y) / 2
    let x = cosine * halfX + sine * halfY
    let y = cosine * halfY - sine * halfX
    var (rx, ry) = (radii.width, radii.height)
    let reach = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if reach > 1 {
      rx *= reach.squareRoot()
      ry *= reach.squareRoot()
    }
    // Step 2: the center in those axes.
    let square = max(0, 1 / min(1, reach) - 1)
    let factor = square.squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let centerX = factor * rx * y / ry
    let centerY = -factor * ry * x / rx
    // Step 3: back to the page.
    center = Point(
      x: cosine * centerX - sine * centerY + (start.x + end.x) / 2,
      y: sine * centerX + cosine * centerY + (start.y + end.y) / 2)
    // Step 4: the angles.
    startAngle = atan2((y - centerY) / ry, (x - centerX) / rx)
    var sweep = atan2((-y - centerY) / ry, (-x - centerX) / rx) - startAngle
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite, startAngle.isFinite else { return nil }
    self.sweep = sweep
    self.radii = Size(width: rx, height: ry)
    self.rotation = rotation
    self.end = end
  }

  /// A curve for each quarter of the ellipse, or less.
  var curves: [Curve] {
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let handle = 4 / 3 * tan(step / 4)
    return (0..<count).map { index in
      let from = startAngle + Double(index) * step
      let to = from + step
      return Curve(
        end: index == count - 1 ? end : place(cos(to), sin(to)),
        control1: place(cos(from) - handle * sin(from), sin(from) + handle * cos(from)),
        control2: place(cos(to) + handle * sin(to), sin(to) - handle * cos(to)))
    }
  }

  /// A point of the unit circle on the page.
  private func place(_ x: Double, _ y: Double) -> Point {
    let (sine, cosine) = (sin(rotation), cos(rotation))
    return Point(
      x: center.x + radii.width * x * cosine - radii.height * y * sine,
      y: center.y + radii.width * x * sine + radii.height * y * cosine)
  }
}
