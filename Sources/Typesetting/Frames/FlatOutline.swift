import RectoPageModel

/// A path as straight edges, and where lines across it are inside.
struct FlatOutline {
  private struct Edge {
    var top: Point
    var bottom: Point
    /// 1 where the path goes down, -1 where it goes up.
    var winding: Int
  }

  /// Sorted by their upper end.
  private var edges: [Edge] = []
  private(set) var bounds: Rect?

  /// Points of a curve: an error of less than 0.05 pt for a curve of the size of a page.
  private static let curveSteps = 24
  /// A path with more edges is cut off there: it would be finer than any print.
  private static let maximumEdges = 20_000

  init(_ path: ShapePath) {
    var start = Point(x: 0, y: 0)
    var current = start
    for element in path.elements where edges.count < Self.maximumEdges {
      switch element {
      case .move(let point):
        add(current, start)
        start = point
        current = point
      case .line(let point):
        add(current, point)
        current = point
      case .curve(let end, let control1, let control2):
        var last = current
        for step in 1...Self.curveSteps {
          let point = Self.point(
            Double(step) / Double(Self.curveSteps), current, control1, control2, end)
          add(last, point)
          last = point
        }
        current = end
      case .close:
        add(current, start)
        current = start
      }
    }
    add(current, start)
    edges.sort { $0.top.y < $1.top.y }
  }

  private static func point(
    _ t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point
  ) -> Point {
    let u = 1 - t
    let (wa, wb, wc, wd) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: wa * a.x + wb * b.x + wc * c.x + wd * d.x, y: wa * a.y + wb * b.y + wc * c.y + wd * d.y)
  }

  private mutating func add(_ a: Point, _ b: Point) {
    guard a.x.isFinite, a.y.isFinite, b.x.isFinite, b.y.isFinite else { return }
    if a != b { bounds = bounds.map { $0.union(Rect(a, b)) } ?? Rect(a, b) }
    guard a.y != b.y else { return }
    edges.append(
      a.y < b.y ? Edge(top: a, bottom: b, winding: 1) : Edge(top: b, bottom: a, winding: -1))
  }

  /// The stretches of the horizontal line at `y` that are inside, by the nonzero rule, which takes
  /// a path that crosses itself as one area.
  func spans(at y: Double) -> [ClosedRange<Double>] {
    var crossings: [(x: Double, winding: Int)] = []
    for edge in edges {
      if edge.top.y > y { break }
      guard edge.bottom.y > y else { continue }
      let share = (y - edge.top.y) / (edge.bottom.y - edge.top.y)
      crossings.append((edge.top.x + share * (edge.bottom.x - edge.top.x), edge.winding))
    }
    crossings.sort { $0.x < $1.x }
    var spans: [ClosedRange<Double>] = []
    var winding = 0
    for (index, crossing) in crossings.enumerated() {
      let wasOutside = winding == 0
      winding += crossing.winding
      guard !wasOutside || winding != 0 else { continue }
      if wasOutside {
        spans.append(crossing.x...crossing.x)
      } else if winding == 0 || index == crossings.count - 1 {
        spans[spans.count - 1] = spans[spans.count - 1].lowerBound...crossing.x
      }
    }
    return spans.filter { $0.lowerBound < $0.upperBound }
  }
}

/// Sets of numbers on a line, as ranges in order that do not touch.
enum Spans {
  static func union(_ spans: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, span.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        result.append(span)
      }
    }
    return result
  }

  static func intersection(
    _ a: [ClosedRange<Double>], _ b: [ClosedRange<Double>]
  ) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    for first in a {
      for second in b where first.overlaps(second) { result.append(first.clamped(to: second)) }
    }
    return result
  }

  static func subtracting(
    _ holes: [ClosedRange<Double>], from spans: [ClosedRange<Double>]
  ) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    for span in spans {
      var start = span.lowerBound
      for hole in holes where hole.upperBound > start && hole.lowerBound < span.upperBound {
        if hole.lowerBound > start { result.append(start...hole.lowerBound) }
        start = max(start, hole.upperBound)
      }
      if start < span.upperBound { result.append(start...span.upperBound) }
    }
    return result
  }
}
