/// The position of a page beside its neighbor.
public enum SpreadPosition: String, Sendable, Hashable {
  /// Left or right, alternating from the page before.
  case automatic
  case left
  case right
  /// The page fills a spread alone, such as a scan of two facing pages.
  case alone
}

/// When the publisher wants two pages side by side.
public enum FacingPages: String, Sendable, Hashable {
  /// The reader decides.
  case automatic
  case never
  /// On a screen that is wider than high.
  case landscape
  case always
}

/// Two facing pages, or one. `left` and `right` are the sides on which the pages lie, whatever the
/// reading direction: in a right-to-left publication the right page is read first.
public struct Spread: Sendable, Hashable {
  public var left: Int?
  public var right: Int?

  public init(left: Int?, right: Int?) {
    self.left = left
    self.right = right
  }

  /// The page indices in reading order.
  public func pages(in direction: ReadingDirection) -> [Int] {
    (direction == .rightToLeft ? [right, left] : [left, right]).compactMap { $0 }
  }

  /// The spreads of a publication with one position per page.
  ///
  /// With `hasCoverAlone` the first page stands on its own, on the side where a cover lies: the
  /// right in a left-to-right publication.
  public static func layout(
    positions: [SpreadPosition], direction: ReadingDirection, hasCoverAlone: Bool
  ) -> [Spread] {
    let first: SpreadPosition = direction == .rightToLeft ? .right : .left
    let second: SpreadPosition = direction == .rightToLeft ? .left : .right
    var spreads: [Spread] = []
    /// The page on the side that is read first, whose neighbor may follow.
    var waiting: Int?

    func place(_ page: Int, at side: SpreadPosition) {
      spreads.append(
        side == .left ? Spread(left: page, right: nil) : Spread(left: nil, right: page))
    }
    func flush() {
      if let page = waiting { place(page, at: first) }
      waiting = nil
    }
    for (index, position) in positions.enumerated() {
      var side = position
      if side == .automatic {
        side = index == 0 && hasCoverAlone ? second : (waiting == nil ? first : second)
      }
      if side == .alone {
        flush()
        spreads.append(Spread(left: index, right: nil))
      } else if side == first {
        flush()
        waiting = index
      } else if let neighbor = waiting {
        spreads.append(
          second == .right
            ? Spread(left: neighbor, right: index) : Spread(left: index, right: neighbor))
        waiting = nil
      } else {
        place(index, at: second)
      }
    }
    flush()
    return spreads
  }
}
