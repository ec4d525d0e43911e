/// The parameters by which lines are judged. The names are TeX's, and so are the defaults (plain
/// TeX).
///
/// The price of a hyphen is at its place (`BreakItem.discretionary`), not here.
public struct BreakParameters: Sendable, Hashable {
  /// White space at one end of every line.
  public struct Skip: Sendable, Hashable {
    public var width: ScaledPoints
    public var stretch: ScaledPoints
    public var order: BreakItem.StretchOrder
    public var shrink: ScaledPoints

    public init(
      _ width: ScaledPoints = .zero, stretch: ScaledPoints = .zero,
      order: BreakItem.StretchOrder = .finite, shrink: ScaledPoints = .zero
    ) {
      self.width = width
      self.stretch = stretch
      self.order = order
      self.shrink = shrink
    }
  }

  /// The highest badness of a line in the first pass, which takes no last resorts; a negative value
  /// skips that pass.
  public var pretolerance = 100
  /// The highest badness of a line in the second pass; from 10,000 on, any break is accepted.
  public var tolerance = 200
  /// The stretch that each line gains in a third pass; zero means that there is no third pass.
  public var emergencyStretch = ScaledPoints.zero
  /// Added to the badness of each line: the more, the fewer lines.
  public var linePenalty = 10
  /// The demerits of two neighboring lines, one of which is tight and the other loose.
  public var adjacentDemerits = 10_000
  /// The demerits of two consecutive lines that end with a hyphen.
  public var doubleHyphenDemerits = 10_000
  /// The demerits of a hyphen at the end of the last line but one.
  public var finalHyphenDemerits = 5_000
  /// The number of lines to add to the best number, or to take from it.
  public var looseness = 0
  /// The skips at the start and the end of every line: with stretch they make a ragged edge, and
  /// with the same stretch on both sides centered lines.
  public var leftSkip = Skip()
  public var rightSkip = Skip()

  public init() {}

  /// With every number in TeX's range, so that sums of them stay in ours.
  func clamped() -> BreakParameters {
    func clamp(_ value: Int) -> Int { max(Int(Int32.min), min(value, Int(Int32.max))) }
    var clamped = self
    clamped.pretolerance = clamp(pretolerance)
    clamped.tolerance = clamp(tolerance)
    clamped.linePenalty = clamp(linePenalty)
    clamped.adjacentDemerits = clamp(adjacentDemerits)
    clamped.doubleHyphenDemerits = clamp(doubleHyphenDemerits)
    clamped.finalHyphenDemerits = clamp(finalHyphenDemerits)
    clamped.looseness = clamp(looseness)
    return clamped
  }

  /// Both skips: what every line has besides its items.
  var background: GlueTotals {
    var totals = GlueTotals()
    totals.add(leftSkip)
    totals.add(rightSkip)
    return totals
  }
}
