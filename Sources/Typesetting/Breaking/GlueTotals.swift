/// Sums of widths, stretch and shrink.
///
/// The totals of a line are the sums up to its end less the sums up to its start. 64 bits, so that
/// they cannot overflow: a paragraph may have 2^31 items of 2^31 units.
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

  /// The highest order of stretch that there is, and how much of it.
  var effectiveStretch: (amount: Int, order: BreakItem.StretchOrder) {
    if filll != 0 { return (filll, .filll) }
    if fill != 0 { return (fill, .fill) }
    if fil != 0 { return (fil, .fil) }
    return (stretch, .finite)
  }
}
