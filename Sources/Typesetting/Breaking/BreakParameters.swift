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

  /// The highest badness of a line in the first pass, which uses no breaks that are last resorts; a
  /// negative value skips that pass.
  public var pretolerance = 100
  /// The highest badness of a line in the second pass; from 10,000 on, any break is accepted.
  public var tolerance = 200
  /// The stretch that each line gains in a third pass; zero means that there is no third pass.
  public var emergencyStretch = ScaledPoints.zero
  /// The number added to the badness of each line. A higher value makes fewer lines.
  public var linePenalty = 10
  /// The demerits of two neighboring lines, one of which is tight and the other loose.
  public var adjacentDemerits = 10_000
  /// The demerits of two consecutive lines that end with a hyphen.
  public var doubleHyphenDemerits = 10_000
  /// The demerits of a hyphen at the end of the last line but one.
  public var finalHyphenDemerits = 5_000
  /// The number of lines to add to the optimal number; negative for fewer lines.
  public var looseness = 0
  /// The skips at the start and the end of every line: with stretch they make a ragged edge, and
  /// with the same stretch on both sides centered lines.
  public var leftSkip = Skip()
  public var rightSkip = Skip()

  public init() {}

  /// The parameters with every number clamped to TeX's range, so that sums of them do not overflow.
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

  /// Both skips, which every line has besides its items.
  var background: GlueTotals {
    var totals = GlueTotals()
    totals.add(leftSkip)
    totals.add(rightSkip)
    return totals
  }
}

/// The penalties and demerits of a line in addition to its badness.
struct LineCharges: BitwiseCopyable {
  var line = 0
  var doubleHyphen = 0
  var finalHyphen = 0
  var adjacent = 0

  init() {}

  /// `parameters` are clamped.
  init(_ parameters: BreakParameters) {
    line = parameters.linePenalty
    doubleHyphen = parameters.doubleHyphenDemerits
    finalHyphen = parameters.finalHyphenDemerits
    adjacent = parameters.adjacentDemerits
  }

  /// The demerits that one line adds to those of the break it starts after (tex.web §859).
  func demerits(
    _ badness: Int, _ price: Int, fitness: Int, isHyphen: Bool, isEnd: Bool,
    after node: UnsafePointer<ActiveBreak>
  ) -> Int {
    let base = line &+ badness
    var demerits =
      base >= 10_000 || base <= -10_000 ? Demerits.hopelessLine : base &* base
    if price > 0 {
      demerits &+= price &* price
    } else if price > -Penalty.infinite {
      demerits &-= price &* price
    }
    if isHyphen, node.pointee.isHyphen { demerits &+= isEnd ? finalHyphen : doubleHyphen }
    let step = fitness &- Int(node.pointee.fitness)
    if step > 1 || step < -1 { demerits &+= adjacent }
    return demerits
  }
}

/// The ends of the scales on which breaks are judged (tex.web §108, §157, §833).
public enum Penalty {
  /// The penalty at which a break is forbidden; its negative forces one.
  public static let infinite = 10_000
}

/// The deviation of a line from its natural width: about 100 times the cube of the ratio of the
/// adjustment to the stretch or shrink available.
enum Badness {
  /// The highest badness of a line that fits.
  static let infinite = 10_000
  /// The badness reported for a line that is too long for its width.
  static let overfull = 1_000_000

  /// Exactly TeX's value (tex.web §108): `wanted` is not negative.
  @inline(__always)
  static func of(wanted: Int, available: Int) -> Int {
    if wanted == 0 { return 0 }
    if available <= 0 { return infinite }
    let ratio: Int
    if wanted <= quickWanted {
      ratio = wanted &* 297 / available
    } else if available >= quickAvailable {
      ratio = wanted / (available / 297)
    } else {
      ratio = wanted
    }
    return ofRatio(ratio)
  }

  /// For 297 times the ratio.
  @inline(__always)
  private static func ofRatio(_ ratio: Int) -> Int {
    ratio > greatestRatio ? infinite : (ratio &* ratio &* ratio &+ 0x20000) >> 18
  }

  /// The smallest ratio, in 297ths, that is worse than `threshold`, which is less than infinite.
  static func ratio(beyond threshold: Int) -> Int {
    var low = 0
    var high = greatestRatio + 1
    while low < high {
      let middle = (low + high) / 2
      if ofRatio(middle) > threshold { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Beyond these values the product in `of` would exceed TeX's range, and TeX divides in another
  /// order.
  static let quickWanted = 7_230_584
  static let quickAvailable = 1_663_497
  private static let greatestRatio = 1290
}

/// Sums of squares of badness and penalties: the cost of a paragraph.
enum Demerits {
  /// More than any acceptable way of breaking costs.
  static let awful = 0x3FFF_FFFF
  /// The demerits of a line whose badness is beyond the scale.
  static let hopelessLine = 100_000_000
}

/// The tightness of a line; neighbors that differ by more than one step cost `adjacentDemerits`.
enum Fitness {
  static let veryLoose = 0
  static let loose = 1
  static let decent = 2
  static let tight = 3
  static let count = 4
}
