import Glibc
import RectoPageModel

/// Contrast between colors; alpha is ignored.
extension Color {
  /// True if it looks white.
  var isPaper: Bool { distance(to: .white) <= 4 }

  /// Relative luminance (WCAG 2.2, definitions).
  var luminance: Double {
    0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// Contrast ratio, from 1 to 21 (WCAG 2.2, definitions).
  func contrast(to other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}

private let linear: [Double] = (0...255).map { value in
  let share = Double(value) / 255
  return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
}

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

/// The contrast of a word with its background, by its pixels.
///
/// Only a word on paper of one color is measured. Edges of letters are mixed with the paper, so
/// that no pixel has more contrast than the ink: if strokes are thinner than a pixel, the contrast
/// is underestimated and must be measured again at a larger scale.
struct WordContrast: Sendable {
  var ratio: Double
  var ink: Color
  var paper: Color

  /// The minimum share of paper among the pixels of a word and its surroundings.
  private static let paperShare = 0.35
  /// The minimum share of pixels in another color at which something visible is written.
  private static let inkShare = 0.01
  /// The tolerance of a uniform color: noise of a JPEG, but not a gradient.
  private static let tolerance = 6

  /// Nil if the paper has no color of its own, or no ink is to be seen.
  init?(of box: Rect, in picture: PagePicture) {
    let margin = min(2, box.height * 0.15)
    let (columns, rows) = picture.pixels(in: box.insetBy(-margin))
    let count = columns.count * rows.count
    guard count > 0 else { return nil }
    var histogram: [Color: Int] = [:]
    for row in rows {
      for column in columns { histogram[picture.color(column, row), default: 0] += 1 }
    }
    guard
      let paper = histogram.max(by: { ($0.value, $1.key.order) < ($1.value, $0.key.order) })?.key
    else { return nil }
    var paperCount = 0
    var others: [(color: Color, count: Int, ratio: Double)] = []
    for (color, count) in histogram {
      if color.distance(to: paper) <= Self.tolerance {
        paperCount += count
      } else {
        others.append((color, count, color.contrast(to: paper)))
      }
    }
    let otherCount = count - paperCount
    guard Double(paperCount) >= Self.paperShare * Double(count),
      Double(otherCount) >= Self.inkShare * Double(count)
    else { return nil }
    others.sort { ($0.ratio, $0.color.order) > ($1.ratio, $1.color.order) }
    // A few pixels may belong to something else, such as a rule.
    var passed = 0
    for other in others {
      passed += other.count
      if passed * 20 >= otherCount {
        (ratio, ink, self.paper) = (other.ratio, other.color, paper)
        return
      }
    }
    return nil
  }
}

extension Color {
  /// Any order, for the same result each time.
  fileprivate var order: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
