/// The criteria by which two pages count as the same. A value: comparisons can be combined, and two
/// that are equal judge alike.
public indirect enum Comparison: Sendable, Hashable {
  /// Every pixel the same.
  case exact
  case fuzz(Fuzz)
  case perceptual(Perception)
  case density(Density)
  case similarity(Similarity)
  /// Only such differences as another rasterizer makes of the same page: everywhere rather than in
  /// one place, within a pixel of where things stood, and without another color.
  case rasterization
  case text(TextTolerance)
  /// Passes where all of them do.
  case all([Comparison])
  /// Passes where one of them does.
  case any([Comparison])

  /// The comparison of goldens: the same words in the same places, and a picture that differs at
  /// most by its rasterizer.
  public static let golden = Comparison.all([.rasterization, .text(TextTolerance())])
}

/// The color difference that is seen, in YIQ as Kotsarenko and Ramos weigh it.
public struct Perception: Sendable, Hashable {
  /// From 0, every difference, to 1, black against white.
  public var threshold: Double
  /// True if differences of antialiasing count.
  public var countsAntialiasing: Bool
  /// The most pixels that may be seen to differ.
  public var pixels: Int

  public init(threshold: Double = 0.1, countsAntialiasing: Bool = false, pixels: Int = 0) {
    self.threshold = threshold
    self.countsAntialiasing = countsAntialiasing
    self.pixels = pixels
  }
}

/// The tolerated density of differences: a few pixels scattered over a page pass, while as many in
/// one place, where they are visible, do not.
public struct Density: Sendable, Hashable {
  /// The side of a window in pixels; windows overlap by half.
  public var window: Int
  /// The largest share of a window's pixels that may be seen to differ.
  public var share: Double
  /// The threshold of `Perception`.
  public var threshold: Double

  public init(window: Int = 16, share: Double = 0.05, threshold: Double = 0.1) {
    self.window = window
    self.share = share
    self.threshold = threshold
  }
}

/// The structural similarity of luma (SSIM), 1 for pictures that are alike.
public struct Similarity: Sendable, Hashable {
  /// The least mean over all windows of 8 pixels a side.
  public var mean: Double
  /// The least of a single window.
  public var lowest: Double

  public init(mean: Double = 0.995, lowest: Double = -1) {
    self.mean = mean
    self.lowest = lowest
  }
}

/// The tolerated movement of words.
public struct TextTolerance: Sendable, Hashable {
  /// In points, to each side, of a word and of each letter of it.
  public var shift: Double
  /// True if fonts and sizes of type count.
  public var countsFonts: Bool

  public init(shift: Double = 0.05, countsFonts: Bool = true) {
    self.shift = shift
    self.countsFonts = countsFonts
  }
}
