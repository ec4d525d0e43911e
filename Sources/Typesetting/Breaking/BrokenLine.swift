/// A line that breaking found, with its items and the adjustment of its glue.
public struct BrokenLine: Sendable, Hashable {
  /// The indices of its items, without those that disappear at its start and the one that it ends
  /// at.
  public var items: Range<Int>
  /// True if it ends at an item that counts as a hyphen.
  public var isHyphenated: Bool
  /// The width to fill, skips included.
  public var width: ScaledPoints
  /// The width that is missing; glue shrinks if this is negative.
  public var shortfall: ScaledPoints
  /// The stretch of the highest order in the line, in the unit of its glue, skips included.
  public var stretch: ScaledPoints
  public var order: BreakItem.StretchOrder
  /// The shrink of the line, skips included.
  public var shrink: ScaledPoints

  /// The index of the glue, penalty or discretionary at which it ends; the number of items at the
  /// end of the paragraph. A line that ends at a discretionary has its pre-break width.
  public var breakItem: Int { items.upperBound }

  /// True if it is too wide even with its glue shrunk to the limit.
  public var isOverfull: Bool { Int(shortfall.rawValue) < -max(Int(shrink.rawValue), 0) }

  /// The badness as TeX computes it, from 0 for the natural width to 10,000 for a line that
  /// stretches much too far; 1,000,000 for an overfull line.
  public var badness: Int {
    let wanted = Int(shortfall.rawValue)
    if isOverfull { return Badness.overfull }
    if wanted < 0 { return Badness.of(wanted: -wanted, available: Int(shrink.rawValue)) }
    return order == .finite || stretch == .zero
      ? Badness.of(wanted: wanted, available: Int(stretch.rawValue)) : 0
  }
}

/// A paragraph in lines.
public struct BrokenParagraph: Sendable, Hashable {
  public enum Method: Sendable { case totalFit, greedy }

  /// The lines, which cover all items; empty if there are no items.
  public var lines: [BrokenLine]
  /// The method; `greedy` also for a total fit of a paragraph with more possible breaks than
  /// `LineBreaker` weighs.
  public var method: Method
  /// The cost of the breaks on TeX's scale; zero for `greedy`.
  public var demerits: Int
}
