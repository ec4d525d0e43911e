import RectoPageModel

/// The places for lines in a frame.
///
/// Its coordinates are those of horizontal text: x along the lines, y from line to line. For
/// vertical frames the page is turned, and `place` turns back.
struct FrameGeometry {
  struct Column: Hashable {
    var left: Double
    var width: Double
    var top: Double
    var bottom: Double
  }

  /// A stretch of a row that takes text.
  struct Segment: Hashable {
    var left: Double
    var width: Double
  }

  let frame: TextFrame
  let columns: [Column]
  private let outline: FlatOutline?
  private let exclusions: [(outline: FlatOutline, exclusion: TextExclusion)]
  private let mode: TextFrame.WritingMode

  /// The distance in points between the lines across a row at which shapes are sampled.
  private static let sampleStep = 1.0
  private static let maximumColumns = 100
  /// The minimum width of a column in points: no letter is as narrow.
  private static let narrowestColumn = 1.0
  /// The error of sums along a row that is tolerated.
  private static let tolerance = 0.01

  init(_ frame: TextFrame) {
    self.frame = frame
    mode = frame.writingMode
    let turn = Self.turn(mode)
    let box = turn.apply(frame.box)
    let gap = max(0, frame.columnGap)
    // Fewer columns where gaps leave no room for more.
    let room = Int(max(1, min((box.width + gap) / (gap + Self.narrowestColumn), 1000)))
    let count = min(max(frame.columns, 1), Self.maximumColumns, room)
    let width = max(0, (box.width - gap * Double(count - 1)) / Double(count))
    let runsLeft = frame.columnsRunRightToLeft && !mode.isVertical
    columns = (0..<count).map { index in
      let place = runsLeft ? count - 1 - index : index
      return Column(
        left: box.minX + Double(place) * (width + gap), width: width, top: box.minY,
        bottom: box.maxY)
    }
    outline = frame.shape.map { FlatOutline($0.applying(turn)) }
    exclusions = frame.exclusions.map { (FlatOutline($0.path.applying(turn)), $0) }
  }

  /// The facts that decide on the room in a column, apart from its page.
  struct Form: Hashable {
    fileprivate var frame: TextFrame
    fileprivate var column: Int
  }

  func form(of column: Int) -> Form {
    var frame = frame
    frame.page = nil
    return Form(frame: frame, column: column)
  }

  /// True if all of each column takes text.
  var isPlain: Bool { outline == nil && exclusions.isEmpty }

  /// True if text keeps clear of an area that reaches into the frame's box.
  var hasExclusionInside: Bool {
    let box = Self.turn(mode).apply(frame.box)
    return exclusions.contains { outline, exclusion in
      guard let bounds = outline.bounds else { return false }
      let margin = exclusion.margin
      return bounds.minX - margin < box.maxX && bounds.maxX + margin > box.minX
        && bounds.minY - margin < box.maxY && bounds.maxY + margin > box.minY
    }
  }

  /// From the page to the coordinates of horizontal text.
  private static func turn(_ mode: TextFrame.WritingMode) -> AffineTransform {
    switch mode {
    case .horizontal: AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    case .verticalRightToLeft: AffineTransform(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: 0)
    case .verticalLeftToRight: AffineTransform(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
    }
  }

  /// From the coordinates of horizontal text to the page.
  func place(_ point: Point) -> Point {
    switch mode {
    case .horizontal: point
    case .verticalRightToLeft: Point(x: -point.y, y: point.x)
    case .verticalLeftToRight: Point(x: point.y, y: point.x)
    }
  }

  func place(_ rect: Rect) -> Rect {
    Rect(
      place(Point(x: rect.minX, y: rect.minY)), place(Point(x: rect.maxX, y: rect.maxY)))
  }

  /// The parts of a column's width that are free all the way from `top` to `bottom`, from left to
  /// right. Beside a shape or an exclusion, parts narrower than `minimum` are left out.
  func segments(in column: Column, from top: Double, to bottom: Double, minimum: Double)
    -> [Segment]
  {
    guard column.width > 0 else { return [] }
    var free = [column.left...(column.left + column.width)]
    if let outline {
      for y in Self.samples(from: top, to: bottom) where !free.isEmpty {
        free = Spans.intersection(free, outline.spans(at: y))
      }
    }
    for (outline, exclusion) in exclusions {
      let holes = Self.holes(outline, exclusion.margin, from: top, to: bottom)
      guard let first = holes.first, let last = holes.last else { continue }
      switch exclusion.side {
      case .both: free = Spans.subtracting(holes, from: free)
      case .start: free = Spans.subtracting([first.lowerBound...Double.infinity], from: free)
      case .end: free = Spans.subtracting([-Double.infinity...last.upperBound], from: free)
      case .largest:
        let around = Spans.subtracting([first.lowerBound...last.upperBound], from: free)
        free =
          around.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
          .map { [$0] } ?? []
      }
    }
    return free.compactMap {
      let width = $0.upperBound - $0.lowerBound
      return width + Self.tolerance >= min(minimum, column.width)
        ? Segment(left: $0.lowerBound, width: width) : nil
    }
  }

  /// The parts of a row that an excluded area takes, with its margin on all sides.
  private static func holes(
    _ outline: FlatOutline, _ margin: Double, from top: Double, to bottom: Double
  ) -> [ClosedRange<Double>] {
    guard let bounds = outline.bounds, bounds.minY - margin < bottom, bounds.maxY + margin > top
    else { return [] }
    var holes: [ClosedRange<Double>] = []
    let first = max(top - margin, bounds.minY)
    let last = min(bottom + margin, bounds.maxY)
    for y in samples(from: first, to: last) {
      // The horizontal reach at the row of a circle with the margin's radius.
      let distance = y < top ? top - y : y > bottom ? y - bottom : 0
      let reach = max(0, margin * margin - distance * distance).squareRoot()
      for span in outline.spans(at: y) {
        holes.append(span.lowerBound - reach...span.upperBound + reach)
      }
    }
    return Spans.union(holes)
  }

  /// From one edge to the other and between; a little inside, where shapes that only touch do not
  /// count.
  private static func samples(from top: Double, to bottom: Double) -> [Double] {
    let inset = min(0.01, max(0, bottom - top) / 4)
    let height = max(0, bottom - top - 2 * inset)
    // At most a thousand samples, for a row that is higher than any page.
    let count = min(1000, max(1, Int((height / sampleStep).rounded(.up))))
    return (0...count).map { top + inset + height * Double($0) / Double(count) }
  }
}
