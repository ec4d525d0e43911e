/// Measures the lines between breaks that were chosen.
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

  /// The nearest that a line can report.
  private func scaled(_ amount: Int) -> ScaledPoints {
    ScaledPoints(rawValue: Int32(clamping: amount))
  }
}
