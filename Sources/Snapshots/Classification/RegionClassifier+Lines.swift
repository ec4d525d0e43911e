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

  /// Levels by which ink differs from paper, and the least share of a line's length at which it came or went.
  private static let (leastInk, leastLine) = (24, 0.6)

  /// A line that came or went, if one of the pictures has nothing in a narrow region but the colors beside
  /// it; one that moved, if it came at one place across the region and went at another.
  func line(_ box: PixelBox) -> Change.Kind? {
    let (short, long) = (min(box.width, box.height), max(box.width, box.height))
    guard short <= Self.widest, long >= Self.leastLength * short else { return nil }
    let (before, after) = (bareShare(.golden, box), bareShare(.current, box))
    if after >= Self.leastBare, before <= Self.mostBare { return .lineRemoved }
    if before >= Self.leastBare, after <= Self.mostBare { return .lineAdded }
    return movedLine(box)
  }

  private func movedLine(_ box: PixelBox) -> Change.Kind? {
    let isLevel = box.width >= box.height
    let (along, across) =
      isLevel ? (box.x..<box.right, box.y..<box.bottom) : (box.y..<box.bottom, box.x..<box.right)
    func light(_ side: PicturePair.Side, _ place: Int, _ across: Int) -> Int {
      let color = isLevel ? pair[side, place, across] : pair[side, across, place]
      return (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    }
    /// The middle of the places across at which most of the length became darker, or lighter.
    func middle(darker: Bool) -> Double? {
      let places = across.filter { across in
        let count = along.count { place in
          let change = light(.current, place, across) - light(.golden, place, across)
          return darker ? change <= -Self.leastInk : change >= Self.leastInk
        }
        return Double(count) >= Self.leastLine * Double(along.count)
      }
      return places.isEmpty ? nil : Double(places.reduce(0, +)) / Double(places.count)
    }
    guard let came = middle(darker: true), let went = middle(darker: false) else { return nil }
    return isLevel ? .moved(x: 0, y: came - went) : .moved(x: came - went, y: 0)
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
