import RectoPageModel

/// An outline of straight lines and cubic curves, in points, y downward, of a frame
/// of any shape or an area that text keeps clear of. Curves are not flattened yet.
public struct ShapePath: Sendable, Hashable {
  public enum Element: Sendable, Hashable {
    /// Begins a subpath.
    case move(Point)
    case line(Point)
    case curve(Point, control1: Point, control2: Point)
    /// A straight line back to where the subpath began.
    case close
  }

  public private(set) var elements: [Element] = []

  public init() {}

  public var isEmpty: Bool { elements.isEmpty }

  public mutating func move(to point: Point) { elements.append(.move(point)) }

  public mutating func line(to point: Point) { elements.append(.line(point)) }

  public mutating func curve(to point: Point, control1: Point, control2: Point) {
    elements.append(.curve(point, control1: control1, control2: control2))
  }

  public mutating func close() { elements.append(.close) }

  /// The smallest upright rectangle around all points and control points, which a curve never
  /// leaves; nil for an empty path.
  public var controlBounds: Rect? {
    var bounds: Rect?
    func add(_ point: Point) {
      let rect = Rect(x: point.x, y: point.y, width: 0, height: 0)
      bounds = bounds.map { $0.union(rect) } ?? rect
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .curve(let point, let control1, let control2):
        add(control1)
        add(control2)
        add(point)
      case .close: break
      }
    }
    return bounds
  }

  public func applying(_ transform: AffineTransform) -> ShapePath {
    var path = ShapePath()
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(transform.apply(point))
      case .line(let point): .line(transform.apply(point))
      case .curve(let point, let control1, let control2):
        .curve(
          transform.apply(point), control1: transform.apply(control1),
          control2: transform.apply(control2))
      case .close: .close
      }
    }
    return path
  }
}

extension ShapePath {
  public static func rectangle(_ rect: Rect) -> ShapePath {
    var path = ShapePath()
    path.move(to: Point(x: rect.minX, y: rect.minY))
    path.line(to: Point(x: rect.maxX, y: rect.minY))
    path.line(to: Point(x: rect.maxX, y: rect.maxY))
    path.line(to: Point(x: rect.minX, y: rect.maxY))
    path.close()
    return path
  }

  /// The ellipse that touches the four sides, clockwise from its top, as four curves that are off
  /// by less than 0.03 % of the radius.
  public static func ellipse(in rect: Rect) -> ShapePath {
    // 4/3 · tan(π/8), the usual length of the handles of a quarter circle.
    let handle = 0.552_284_749_830_793_4
    let center = rect.center
    let unit = AffineTransform(
      xx: rect.width / 2, yx: 0, xy: 0, yy: rect.height / 2, x0: center.x, y0: center.y)
    var path = ShapePath()
    path.move(to: Point(x: 0, y: -1))
    path.curve(
      to: Point(x: 1, y: 0), control1: Point(x: handle, y: -1), control2: Point(x: 1, y: -handle))
    path.curve(
      to: Point(x: 0, y: 1), control1: Point(x: 1, y: handle), control2: Point(x: handle, y: 1))
    path.curve(
      to: Point(x: -1, y: 0), control1: Point(x: -handle, y: 1), control2: Point(x: -1, y: handle))
    path.curve(
      to: Point(x: 0, y: -1), control1: Point(x: -1, y: -handle), control2: Point(x: -handle, y: -1)
    )
    path.close()
    return path.applying(unit)
  }
}
