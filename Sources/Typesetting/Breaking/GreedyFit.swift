/// Breaks a paragraph line by line, in one pass.
struct GreedyFit {
  let items: UnsafeBufferPointer<BreakItem>
  let widths: LineWidths
  let background: GlueTotals

  /// Appends the items at which lines end, the number of items last.
  ///
  /// A line ends at the last place up to which its natural width fits; if there is no such place,
  /// at the first possible one, where the line shrinks or is overfull.
  func appendBreaks(to breaks: inout [Int]) {
    guard !items.isEmpty else { return }
    var line = 0
    var start = 0
    var startWidth = 0
    while let end = endOfLine(line, from: start, startWidth: startWidth) {
      breaks.append(end)
      guard end < items.count else { return }
      line += 1
      let broken = items[end]
      startWidth = broken.kind == .glue ? 0 : Int(broken.second)
      start = end + 1
      // Discarding stops at the next forced break, which makes an empty line.
      guard broken.kind != .discretionary || broken.second == 0 else { continue }
      while start < items.count, items[start].isDiscardable, !isForced(items[start]) { start += 1 }
      if start == items.count {
        breaks.append(start)
        return
      }
    }
  }

  /// The index of the item at which the line ends; nil at the end of the items.
  private func endOfLine(_ line: Int, from start: Int, startWidth: Int) -> Int? {
    let lineWidth = Int(widths[line].rawValue)
    var width = background.width &+ startWidth
    var lastFitting: Int?
    var index = start
    while true {
      let item = index < items.count ? items[index] : nil
      if mayBreak(at: index, lineStart: start) {
        let lineEnd = item.map { $0.kind == .glue ? 0 : Int($0.first) } ?? 0
        if width &+ lineEnd > lineWidth { return lastFitting ?? index }
        if item.map(isForced) ?? true { return index }
        lastFitting = index
      }
      guard let item else { return nil }
      width &+= Int(item.width.rawValue)
      index += 1
    }
  }

  private func mayBreak(at index: Int, lineStart: Int) -> Bool {
    guard index < items.count else { return true }
    let item = items[index]
    switch item.kind {
    case .box: return false
    case .glue: return index > lineStart && !items[index - 1].isDiscardable
    case .penalty, .discretionary: return item.price < Penalty.infinite
    }
  }

  private func isForced(_ item: BreakItem) -> Bool { item.price <= -Penalty.infinite }
}
