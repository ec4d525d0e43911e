/// How lines are judged. The names are TeX's, and so are the defaults (plain TeX).
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

  /// How bad a line may be in the first pass, which does without last resorts; less than 0 leaves
  /// that pass out.
  public var pretolerance = 100
  /// How bad a line may be in the second pass; from 10,000 on every break will do.
  public var tolerance = 200
  /// More than zero asks for a third pass, in which every line has so much more stretch.
  public var emergencyStretch = ScaledPoints.zero
  /// Added to the badness of each line: the more, the fewer lines.
  public var linePenalty = 10
  /// For two neighboring lines, one of which is tight and the other loose.
  public var adjacentDemerits = 10_000
  /// For two lines in succession that end with a hyphen.
  public var doubleHyphenDemerits = 10_000
  /// For a hyphen at the end of the last line but one.
  public var finalHyphenDemerits = 5_000
  /// How many lines more, or less, than the best number are wanted.
  public var looseness = 0
  /// At the start and at the end of every line: with stretch they make a ragged edge, and with
  /// the same stretch on both sides centered lines.
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
