/// One pass over a paragraph that looks for the cheapest breaks (tex.web §813-§890).
///
/// A line's length is the totals at its end less those stored with the break before it. The results
/// are the same as TeX's, even in ties.
struct BreakSearch: ~Copyable {
  enum Outcome {
    /// The index of the last break's record.
    case found(record: Int, demerits: Int)
    /// Every sequence of breaks has a line above the threshold.
    case infeasible
    /// The search has used up `budget`.
    case tooManyWays
  }

  /// The parameters of one pass.
  struct Pass {
    var threshold: Int
    var takesLastResorts: Bool
    var isFinal: Bool
    var background: GlueTotals
  }

  /// The active breaks, after which a line may still start, in the order of their line numbers.
  /// They form a ring; the first element marks its end.
  var nodes = ScratchBuffer<ActiveBreak>(capacity: 64)
  var freeNode = 0
  /// The records from which the sequence of breaks before each break can be traced back.
  var records = ScratchBuffer<BreakRecord>(capacity: 1_024)

  var items = UnsafeBufferPointer<BreakItem>(start: nil, count: 0)
  var widths = LineWidths(rest: .zero)
  var looseness = 0
  var charges = LineCharges()
  var pass = Pass(
    threshold: 0, takesLastResorts: false, isFinal: false, background: GlueTotals())
  /// Sums of all items before the present one.
  var totals = GlueTotals()
  /// The last line number that matters (TeX's `easy_line`): lines after it have the same width, so
  /// that only the best of them is kept.
  var easyLine: Int32 = 0
  /// True if any glue or skip so far stretches infinitely.
  var hasInfiniteStretch = false
  /// The smallest badness ratio that `pass.threshold` forbids, or nil if it forbids none.
  var forbiddenRatio: Int?
  var discards = DiscardedRun()
  var champions = InlineArray<4, Champion>(repeating: Champion())
  /// The number of lines examined so far in all passes, plus `recordedWork` for each break kept.
  var work = 0
  var budget = 0

  /// The work that a kept break is charged for the memory it takes.
  static let recordedWork = 16
  private static let keptRecords = 1 << 18
  private static let keptNodes = 1 << 12

  /// Sets the search up for a paragraph. `items` must outlive it.
  mutating func begin(
    _ items: UnsafeBufferPointer<BreakItem>, _ widths: LineWidths, _ parameters: BreakParameters
  ) {
    self.items = items
    self.widths = widths
    let parameters = parameters.clamped()
    looseness = parameters.looseness
    charges = LineCharges(parameters)
    easyLine = looseness == 0 ? Int32(widths.first.count) : Int32.max
    work = 0
    // Text needs 2 to 20 for each item, and up to 15 million if a page of it may be broken anywhere
    // at any looseness. 20 million take a tenth of a second.
    budget = 20_000_000 + 40 * items.count
  }

  /// Releases the paragraph, and memory that an ordinary one does not need.
  mutating func end() {
    items = UnsafeBufferPointer(start: nil, count: 0)
    nodes.shrink(to: Self.keptNodes)
    records.shrink(to: Self.keptRecords)
  }

  mutating func run(_ pass: Pass) -> Outcome {
    start(pass)
    var index = 0
    var mayBreakAtGlue = false
    while index < items.count, nodes[0].next != 0, work <= budget {
      let item = items[index]
      switch item.kind {
      case .box:
        totals.width &+= Int(item.width.rawValue)
        mayBreakAtGlue = true
      case .glue:
        if mayBreakAtGlue { tryBreak(at: index, price: 0, isHyphen: false, lineEnd: 0) }
        totals.addGlue(item)
        if item.order != .finite { hasInfiniteStretch = true }
        mayBreakAtGlue = false
      case .penalty:
        tryBreak(
          at: index, price: item.price, isHyphen: item.countsAsHyphen, lineEnd: Int(item.first))
        mayBreakAtGlue = false
      case .discretionary:
        if pass.takesLastResorts || !item.isLastResort {
          tryBreak(
            at: index, price: item.price, isHyphen: item.countsAsHyphen, lineEnd: Int(item.first))
        }
        totals.width &+= Int(item.width.rawValue)
        mayBreakAtGlue = true
      }
      index += 1
    }
    guard work <= budget else { return .tooManyWays }
    guard nodes[0].next != 0 else { return .infeasible }
    // The end counts as a hyphen, which charges a hyphen before it with `finalHyphenDemerits`.
    tryBreak(at: items.count, price: -Penalty.infinite, isHyphen: true, lineEnd: 0)
    return choose()
  }

  private mutating func start(_ pass: Pass) {
    self.pass = pass
    totals = GlueTotals()
    discards = DiscardedRun()
    hasInfiniteStretch = pass.background.effectiveStretch.order != .finite
    forbiddenRatio =
      pass.threshold < Badness.infinite ? Badness.ratio(beyond: pass.threshold) : nil
    records.removeAll()
    nodes.removeAll()
    freeNode = 0
    var ring = ActiveBreak()
    ring.line = Int32.max
    ring.next = 1
    _ = nodes.append(ring)
    var first = ActiveBreak()
    first.start = GlueTotals() - pass.background
    first.line = 1
    _ = nodes.append(first)
  }

  /// The sequence of breaks with the least demerits; with `looseness`, of those whose number of
  /// lines is nearest to the wanted one (tex.web §874-§875).
  private func choose() -> Outcome {
    var best: ActiveBreak?
    var index = Int(nodes[0].next)
    while index != 0 {
      let node = nodes[index]
      if node.demerits < best?.demerits ?? Demerits.awful { best = node }
      index = Int(node.next)
    }
    guard var best else { return .infeasible }
    guard looseness != 0 else {
      return .found(record: Int(best.record), demerits: best.demerits)
    }
    let bestLine = Int(best.line)
    var reached = 0
    index = Int(nodes[0].next)
    while index != 0 {
      let node = nodes[index]
      let difference = Int(node.line) - bestLine
      let comesNearer =
        difference < reached && looseness <= difference
        || difference > reached && looseness >= difference
      if comesNearer || difference == reached && node.demerits < best.demerits {
        best = node
        reached = difference
      }
      index = Int(node.next)
    }
    guard reached == looseness || pass.isFinal else { return .infeasible }
    return .found(record: Int(best.record), demerits: best.demerits)
  }
}
