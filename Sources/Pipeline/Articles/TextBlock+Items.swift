import RectoPageModel

extension TextBlock {
  /// The largest difference between equal edges, in em.
  private static let tolerance = 0.4
  /// The maximum number of lines of an item.
  private static let longestItem = 200

  /// A block for each item of a list, where several were found as one paragraph.
  var withItemsApart: [TextBlock] {
    guard role == .paragraph, lines.count > 1, lines.allSatisfy({ !$0.words.isEmpty }) else {
      return [self]
    }
    let marked = lines.map(MarkedLine.init)
    guard marked.contains(where: { $0.marker != nil }) else { return [self] }
    let starts = Self.itemStarts(marked, tolerance: Self.tolerance * lines[0].words[0].size)
    guard starts.contains(where: { $0 > 0 }) else { return [self] }
    let cuts = [0] + starts.filter { $0 > 0 } + [lines.count]
    return zip(cuts, cuts.dropFirst()).compactMap { start, end in
      var block = TextBlock(role: role, lines: Array(lines[start..<end]))
      block?.thread = thread
      block?.isContinuation = isContinuation && start == 0
      return block
    }
  }

  /// The indices of lines at which items begin.
  private static func itemStarts(_ lines: [MarkedLine], tolerance: Double) -> [Int] {
    var starts: Set<Int> = []
    /// The last line at which an item is known to begin.
    var last: Int?
    for (index, line) in lines.enumerated() {
      guard let marker = line.marker else { continue }
      // A line of an item does not begin before its sign.
      let isBeforeItem =
        last.map { lines[$0].start > line.start + tolerance && !marker.isBullet } ?? false
      if marker.isSureBullet || isBeforeItem {
        starts.insert(index)
        last = max(last ?? index, index)
        continue
      }
      let next = lines[(index + 1)...].prefix(longestItem).firstIndex { other in
        other.marker.map(marker.isBefore) ?? false
          && (abs(other.start - line.start) <= tolerance
            || abs(other.textStart - line.textStart) <= tolerance)
      }
      guard let next, !marker.isBullet || hangs(lines[index + 1..<next], behind: line, tolerance)
      else { continue }
      starts.formUnion([index, next])
      last = max(last ?? next, next)
    }
    return starts.sorted()
  }

  /// True if the lines below a bullet begin behind it, and not before it as in dialogs.
  private static func hangs(
    _ below: ArraySlice<MarkedLine>, behind line: MarkedLine, _ tolerance: Double
  ) -> Bool {
    below.allSatisfy { $0.marker != nil || $0.start > line.start + tolerance }
  }
}
