import RectoPageModel

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
  /// With fewer pixels than this of another color nothing is written there that can be seen.
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
