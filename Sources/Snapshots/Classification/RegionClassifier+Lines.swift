import RectoPageModel

/// Lines between areas of different colors, such as those of a table with shaded rows.
extension RegionClassifier {
  /// Pixels across a line, with what smoothing adds on both sides.
  private static let widest = 8
  /// The least length beside that.
  private static let leastLength = 4
  /// In levels, beyond the colors on both sides.
  private static let tolerance = 12
  /// The least share of a line's length at which its region looks like what is beside it, and the most
  /// where a line is.
  private static let (leastBare, mostBare) = (0.9, 0.5)

  /// A line that came or went, if one of the pictures has nothing in a narrow region but the colors beside
  /// it.
  func line(_ box: PixelBox) -> Change.Kind? {
    let (short, long) = (min(box.width, box.height), max(box.width, box.height))
    guard short <= Self.widest, long >= Self.leastLength * short else { return nil }
    let (before, after) = (bareShare(.golden, box), bareShare(.current, box))
    if after >= Self.leastBare, before <= Self.mostBare { return .lineRemoved }
    if before >= Self.leastBare, after <= Self.mostBare { return .lineAdded }
    return nil
  }

  /// The share of a narrow region's length at which no pixel differs from both sides.
  private func bareShare(_ side: PicturePair.Side, _ box: PixelBox) -> Double {
    let isLevel = box.width >= box.height
    let (start, end) = isLevel ? (box.y - 1, box.bottom) : (box.x - 1, box.right)
    guard start >= 0, end < (isLevel ? pair.size.height : pair.size.width) else { return 0 }
    let along = isLevel ? box.x..<box.right : box.y..<box.bottom
    func color(_ place: Int, _ across: Int) -> Color {
      isLevel ? pair[side, place, across] : pair[side, across, place]
    }
    let bare = along.count { place in
      let (first, last) = (color(place, start), color(place, end))
      return (start + 1..<end).allSatisfy { across in
        Self.isBetween(color(place, across), first, last)
      }
    }
    return Double(bare) / Double(max(1, along.count))
  }

  private static func isBetween(_ color: Color, _ first: Color, _ last: Color) -> Bool {
    [\Color.red, \.green, \.blue].allSatisfy { channel in
      let (least, most) = (
        min(first[keyPath: channel], last[keyPath: channel]),
        max(first[keyPath: channel], last[keyPath: channel])
      )
      return Int(color[keyPath: channel]) >= Int(least) - tolerance
        && Int(color[keyPath: channel]) <= Int(most) + tolerance
    }
  }
}
