/// The criteria by which two pages count as the same. Comparisons can be combined.
public indirect enum Comparison: Sendable, Hashable {
  /// Requires every pixel to be the same.
  case exact
  case fuzz(Fuzz)
  case perceptual(Perception)
  case density(Density)
  case similarity(Similarity)
  /// Allows only the differences that another rasterizer makes of the same page: all over the page
  /// rather than in one place, by a pixel at most, and without new colors.
  case rasterization
  case text(TextTolerance)
  /// Passes if all of them do.
  case all([Comparison])
  /// Passes if one of them does.
  case any([Comparison])

  /// The comparison of goldens: the same words in the same places, and a picture that differs at
  /// most by its rasterizer.
  public static let golden = Comparison.all([.rasterization, .text(TextTolerance())])
}

/// The tolerated color difference, as the eye sees it: in YIQ, with the weights of Kotsarenko and
/// Ramos.
public struct Perception: Sendable, Hashable {
  /// The smallest difference that counts, from 0, any at all, to 1, black against white.
  public var threshold: Double
  /// True if differences in antialiasing count.
  public var countsAntialiasing: Bool
  /// The maximum number of pixels that may differ by the threshold.
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
  /// The maximum share of a window's pixels that may differ by the threshold.
  public var share: Double
  /// The threshold of `Perception`.
  public var threshold: Double

  public init(window: Int = 16, share: Double = 0.05, threshold: Double = 0.1) {
    self.window = window
    self.share = share
    self.threshold = threshold
  }
}

/// The required structural similarity of luma (SSIM), which is 1 for equal pictures.
public struct Similarity: Sendable, Hashable {
  /// The minimum of the mean over all windows of 8 x 8 pixels.
  public var mean: Double
  /// The minimum in each window.
  public var lowest: Double

  public init(mean: Double = 0.995, lowest: Double = -1) {
    self.mean = mean
    self.lowest = lowest
  }
}

/// The tolerated movement of words.
public struct TextTolerance: Sendable, Hashable {
  /// The maximum distance in points by which a word, or a letter of it, may move in any direction.
  public var shift: Double
  /// True if fonts and sizes of type count.
  public var countsFonts: Bool

  public init(shift: Double = 0.05, countsFonts: Bool = true) {
    self.shift = shift
    self.countsFonts = countsFonts
  }
}
