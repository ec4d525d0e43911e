/// Measures the lines between the chosen breaks.
struct LineMeasure {
  let items: UnsafeBufferPointer<BreakItem>
  let widths: LineWidths
  let parameters: BreakParameters

  /// `breaks` are the items at which lines end, the last of them the number of items.
  func lines(endingAt breaks: [Int]) -> [BrokenLine] {
    let background = parameters.background
    var lines: [BrokenLine] = []
    lines.reserveCapacity(breaks.count)
    var start = 0
    var totals = background
    for end in breaks {
      start = min(start, end)
      for index in start..<end {
        let item = items[index]
        if item.kind == .glue {
          totals.addGlue(item)
        } else {
          totals.width &+= Int(item.width.rawValue)
        }
      }
      let broken = end < items.count ? items[end] : nil
      totals.width &+= Int(broken?.lineEnd.rawValue ?? 0)
      lines.append(
        line(
          start..<end, totals, width: widths[lines.count],
          isHyphenated: broken?.countsAsHyphen ?? false))
      totals = background
      guard let broken else { break }
      totals.width &+= Int(broken.lineStart.rawValue)
      start = self.start(after: end, broken, before: breaks[min(lines.count, breaks.count - 1)])
    }
    return lines
  }

  /// The first item of the line after a break, whose own break is at `next`.
  private func start(after end: Int, _ broken: BreakItem, before next: Int) -> Int {
    var start = end + 1
    guard broken.kind != .discretionary || broken.second == 0 else { return start }
    while start < next, items[start].isDiscardable { start += 1 }
    return start
  }

  private func line(
    _ range: Range<Int>, _ totals: GlueTotals, width: ScaledPoints, isHyphenated: Bool
  ) -> BrokenLine {
    let stretch = totals.effectiveStretch
    return BrokenLine(
      items: range, isHyphenated: isHyphenated, width: width,
      shortfall: scaled(Int(width.rawValue) &- totals.width), stretch: scaled(stretch.amount),
      order: stretch.order, shrink: scaled(totals.shrink))
  }

  /// The amount, clamped to the range of `ScaledPoints`.
  private func scaled(_ amount: Int) -> ScaledPoints {
    ScaledPoints(rawValue: Int32(clamping: amount))
  }
}

/// The widths of the lines of a paragraph by their number.
///
/// If text runs around an object, a line has several segments; each counts as a line here.
public struct LineWidths: Sendable, Hashable {
  /// The widths of the first lines.
  public var first: [ScaledPoints]
  /// The width of all further lines.
  public var rest: ScaledPoints

  public init(first: [ScaledPoints] = [], rest: ScaledPoints) {
    self.first = first
    self.rest = rest
  }

  /// The width of a line, counted from 0.
  public subscript(line: Int) -> ScaledPoints { line < first.count ? first[line] : rest }

  var narrowest: ScaledPoints { first.min().map { min($0, rest) } ?? rest }

  /// All of them less `amount`.
  func narrowed(by amount: ScaledPoints) -> LineWidths {
    LineWidths(first: first.map { $0 - amount }, rest: rest - amount)
  }
}

/// Sums of widths, stretch and shrink.
///
/// The totals of a line are the sums up to its end less the sums up to its start. They have 64
/// bits, so that they cannot overflow: a paragraph may have 2^31 items of 2^31 units.
struct GlueTotals: BitwiseCopyable {
  var width = 0
  var stretch = 0
  var shrink = 0
  var fil = 0
  var fill = 0
  var filll = 0

  @inline(__always)
  mutating func addGlue(_ item: BreakItem) {
    width &+= Int(item.width.rawValue)
    shrink &+= Int(item.second)
    addStretch(Int(item.first), item.order)
  }

  mutating func add(_ skip: BreakParameters.Skip) {
    width &+= Int(skip.width.rawValue)
    shrink &+= Int(skip.shrink.rawValue)
    addStretch(Int(skip.stretch.rawValue), skip.order)
  }

  @inline(__always)
  private mutating func addStretch(_ amount: Int, _ order: BreakItem.StretchOrder) {
    switch order {
    case .finite: stretch &+= amount
    case .fil: fil &+= amount
    case .fill: fill &+= amount
    case .filll: filll &+= amount
    }
  }

  static func - (a: Self, b: Self) -> Self {
    Self(
      width: a.width &- b.width, stretch: a.stretch &- b.stretch, shrink: a.shrink &- b.shrink,
      fil: a.fil &- b.fil, fill: a.fill &- b.fill, filll: a.filll &- b.filll)
  }

  /// The amount of stretch of the highest order that occurs, and that order.
  var effectiveStretch: (amount: Int, order: BreakItem.StretchOrder) {
    if filll != 0 { return (filll, .filll) }
    if fill != 0 { return (fill, .fill) }
    if fil != 0 { return (fil, .fil) }
    return (stretch, .finite)
  }
}
