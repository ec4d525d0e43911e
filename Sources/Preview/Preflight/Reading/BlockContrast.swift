import RectoPageModel

/// The words of a block of text with the least contrast to the background.
struct BlockContrast: Sendable {
  /// Around those words.
  var box: Rect
  /// Contrast ratio of the worst of them, from 1 to 21 (WCAG 2.2).
  var ratio: Double
  /// The contrast that it should have.
  var wanted: Double
  var ink: Color
  var paper: Color
  var words: Int

  /// Both as one, as bad as the worse.
  func joined(with other: BlockContrast) -> BlockContrast {
    var worse = ratio / wanted <= other.ratio / other.wanted ? self : other
    worse.box = box.union(other.box)
    worse.words = words + other.words
    return worse
  }
}
