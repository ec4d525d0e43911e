import RectoPageModel

/// The nested lists around the present block of an article, the outermost first, found by the edges
/// at which their items begin.
struct ListNesting {
  /// The place of an item, or of a further paragraph in it.
  struct Place {
    /// The number of lists around its own list.
    let depth: Int
    /// True for a further paragraph of an item.
    let isContinuation: Bool
  }

  private struct Level {
    var start: Double
    var textStart: Double
    var marker: ListMarker?

    init(_ passage: Passage) {
      (start, textStart, marker) = (passage.start, passage.textStart, passage.marker)
    }
  }

  private var levels: [Level] = []
  private var last: Passage?

  /// The largest difference of equal edges, in multiples of the font size.
  private static let tolerance = 0.4
  /// The largest gap between an item and a further paragraph in it, in multiples of the font size,
  /// if the source does not tag it.
  private static let widestGap = 2.0
  /// The maximum number of nested lists, which only a crafted page exceeds.
  private static let mostLevels = 16

  /// The place of the next block of an article; nil if it ends the list.
  mutating func place(of passage: Passage, as kind: Article.Kind) -> Place? {
    let isElsewhere =
      last.map { last in
        passage.firstPage != last.page || passage.box.minY < last.lastBox.minY - passage.size / 2
          || isBeside(last, passage)
      } ?? false
    if isElsewhere { move(to: passage) }
    let place: Place? =
      switch kind {
      case .listItem: placeOfItem(passage)
      case .code: placeOfCode(passage)
      default: isElsewhere ? nil : placeOfParagraph(passage)
      }
    if place == nil { self = ListNesting() } else { last = passage }
    return place
  }

  /// True if a block is beside the one before, as at the head of a column of one item.
  private func isBeside(_ last: Passage, _ passage: Passage) -> Bool {
    let isApart =
      passage.box.minX >= last.lastBox.maxX || passage.box.maxX <= last.lastBox.minX
    return isApart && passage.box.minY < last.lastBox.maxY - passage.size / 2
  }

  /// Moves the levels to another column or page, by the item there that continues a list.
  private mutating func move(to passage: Passage) {
    guard let last, !levels.isEmpty else { return }
    let following = levels.lastIndex { level in
      guard let marker = level.marker, let next = passage.marker else { return false }
      return marker.isBefore(next)
    }
    // The next column has other edges; the next page mostly has the same.
    guard let level = following ?? (passage.firstPage == last.page ? levels.count - 1 : nil) else {
      return
    }
    let distance =
      passage.marker == nil
      ? passage.start - levels[level].textStart : passage.start - levels[level].start
    for index in levels.indices {
      levels[index].start += distance
      levels[index].textStart += distance
    }
  }

  private mutating func placeOfItem(_ passage: Passage) -> Place {
    let tolerance = Self.tolerance * passage.size
    if let level = continued(by: passage) {
      levels.removeLast(levels.count - 1 - level)
      return Place(depth: level, isContinuation: true)
    }
    while let top = levels.last, !isIn(top, passage) {
      if passage.start > top.start + tolerance, levels.count < Self.mostLevels {
        levels.append(Level(passage))
        return Place(depth: levels.count - 1, isContinuation: false)
      }
      levels.removeLast()
    }
    if levels.isEmpty {
      levels.append(Level(passage))
    } else {
      levels[levels.count - 1] = Level(passage)
    }
    return Place(depth: levels.count - 1, isContinuation: false)
  }

  private func isIn(_ level: Level, _ passage: Passage) -> Bool {
    let tolerance = Self.tolerance * passage.size
    return abs(passage.start - level.start) <= tolerance
      || level.marker != nil && level.marker?.shape == passage.marker?.shape
        && abs(passage.textStart - level.textStart) <= tolerance
  }

  private mutating func placeOfParagraph(_ passage: Passage) -> Place? {
    guard !passage.isStated, passage.marker == nil, !passage.isAside, passage.role == .paragraph,
      let last, let level = continued(by: passage), passage.family == last.family,
      passage.box.minY - last.lastBox.maxY <= Self.widestGap * passage.size
    else { return nil }
    levels.removeLast(levels.count - 1 - level)
    return Place(depth: level, isContinuation: true)
  }

  /// Code belongs to the innermost item whose text begins at its left edge or before it.
  private mutating func placeOfCode(_ passage: Passage) -> Place? {
    let tolerance = Self.tolerance * passage.size
    guard let level = levels.lastIndex(where: { $0.textStart <= passage.start + tolerance }) else {
      return nil
    }
    levels.removeLast(levels.count - 1 - level)
    return Place(depth: level, isContinuation: true)
  }

  /// The level whose text begins at the edge of a block without a marker.
  private func continued(by passage: Passage) -> Int? {
    guard passage.marker == nil else { return nil }
    let tolerance = Self.tolerance * passage.size
    return levels.lastIndex { level in
      (level.marker != nil || passage.continuesItem)
        && abs(passage.edge - level.textStart) <= tolerance
    }
  }
}
