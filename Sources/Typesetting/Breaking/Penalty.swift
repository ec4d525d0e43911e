/// The ends of the scales on which breaks are judged (tex.web §108, §157, §833).
public enum Penalty {
  /// A penalty from which on a break is forbidden; its negative forces one.
  public static let infinite = 10_000
}

/// The deviation of a line from its natural width: about 100 times the cube of the ratio of the
/// adjustment to the stretch or shrink available.
enum Badness {
  /// Nothing is worse that still fits.
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

  /// Beyond these the product above would leave TeX's range, and TeX divides otherwise.
  static let quickWanted = 7_230_584
  static let quickAvailable = 1_663_497
  private static let greatestRatio = 1290
}

/// Sums of squares of badness and penalties: what a paragraph costs.
enum Demerits {
  /// More than any acceptable way of breaking costs.
  static let awful = 0x3FFF_FFFF
  /// For a line whose badness says nothing any more.
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
