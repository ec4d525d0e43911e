import RectoPageModel

/// Lines that cross the gutter of a spread: they end at the inner edge of one page and continue
/// from that of the other, at the same height and size.
struct GutterLines {
  /// From the top of the spread to its bottom, in reading order.
  private(set) var flow = TextFlow()

  /// The maximum gap between both, as a share of the line's height: a headline across the gutter
  /// has a smaller one, and columns of text a larger one.
  private static let widestGap = 1.5
  /// The maximum gap at which no space separates them, as a share of the same.
  private static let touchingGap = 0.15
  /// The maximum number of lines of a page that are compared.
  private static let mostLines = 500

  /// Both pages side by side, their tops on one line.
  init(left: SearchedPage, right: SearchedPage) {
    guard left.isUpright, right.isUpright else { return }
    let ends = Self.lines(of: left) { left.size.width - $0.maxX }
    let starts = Self.lines(of: right) { $0.minX }
    for end in ends {
      for start in starts {
        let (a, b) = (end.line.box, start.line.box)
        let (high, low) = (max(a.height, b.height), min(a.height, b.height))
        let shared = min(a.maxY, b.maxY) - max(a.minY, b.minY)
        let gap = left.size.width - a.maxX + b.minX
        guard shared >= low / 2, low >= 0.75 * high, gap <= Self.widestGap * high else { continue }
        let isRightToLeft = end.line.words[0].direction == .rightToLeft
        flow.append(isRightToLeft ? start : end)
        flow.append(isRightToLeft ? end : start, touches: gap <= Self.touchingGap * high)
        break
      }
    }
  }

  /// The lines that are near the gutter, from the top to the bottom.
  private static func lines(of page: SearchedPage, _ distance: (Rect) -> Double) -> [FlowLine] {
    let near = page.lines.filter { line in
      line.line.words[0].direction != .topToBottom && line.line.words[0].quad == nil
        && distance(line.line.box) <= widestGap * line.line.box.height
    }
    return near.prefix(mostLines).sorted { $0.line.box.minY < $1.line.box.minY }
  }
}
