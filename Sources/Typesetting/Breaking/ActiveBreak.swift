/// A break at which a line may begin whose end is not yet found.
struct ActiveBreak: BitwiseCopyable {
  /// The totals at the start of the line after it, minus the background of every line.
  var start = GlueTotals()
  /// The demerits of the cheapest lines up to here.
  var demerits = 0
  /// The number of the line after it, counted from 1.
  var line: Int32 = 0
  /// The index of this break's record; -1 at the start of the paragraph.
  var record: Int32 = -1
  /// The node after it in the list; 0 at its end.
  var next: Int32 = 0
  /// The fitness of the line that ends here.
  var fitness = UInt8(Fitness.decent)
  var isHyphen = false
}

/// The place where a line ends, with the index of the record of the line before it, or -1.
struct BreakRecord: BitwiseCopyable {
  var item: Int32
  var previous: Int32
}

/// The cheapest break at a place, among those whose line has one fitness.
struct Champion {
  var demerits = Demerits.awful
  var record: Int32 = -1
  var line: Int32 = 0
}

/// A run of glue and penalties, all of which disappear after a break in it. Cached, since a run may
/// have a million items.
struct DiscardedRun {
  /// The indices of the discarded items.
  private var range: Range<Int> = 0..<0
  private var totals = GlueTotals()

  /// The totals at the first item from `index` on that is not discarded at the start of a line;
  /// `before` are the totals at `index`.
  mutating func totalsAfter(
    _ index: Int, before: GlueTotals, in items: UnsafeBufferPointer<BreakItem>
  ) -> GlueTotals {
    if range.lowerBound <= index, index < range.upperBound { return totals }
    var end = index
    totals = before
    while end < items.count, items[end].isDiscardable {
      if items[end].kind == .glue { totals.addGlue(items[end]) }
      end += 1
    }
    range = index..<end
    return totals
  }
}
