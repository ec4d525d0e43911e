import RectoPageModel

/// Parts of a page that another rasterizer drew and that stand two pixels or more elsewhere: none
/// moves anything that far.
struct MovedTiles {
  /// The change that the tiles amount to; nil if no tile moved.
  let change: Change?

  /// In pixels: small enough that a picture fills some of them, large enough to tell where they
  /// came from.
  private static let side = 48
  /// The search distance.
  private static let reach = 4
  /// The mean square of luma differences that moves of less than two pixels have to leave: less is
  /// smoothing.
  private static let least = 12.0
  /// The share of it that the move may leave.
  private static let most = 0.4
  /// The residue from which a tile is trusted without another one that moved equally far.
  private static let certain = 30.0

  private struct Shift: Hashable {
    let x: Int
    let y: Int
  }

  private struct Tile {
    let box: PixelBox
    let shift: Shift
    let isCertain: Bool
  }

  init(_ pair: PicturePair, bounds: PixelBox, covered: [PixelBox]) {
    var tiles: [Tile] = []
    for y in stride(from: Self.reach, to: pair.size.height - Self.reach, by: Self.side) {
      for x in stride(from: Self.reach, to: pair.size.width - Self.reach, by: Self.side) {
        let box = PixelBox(
          x: x, y: y, width: min(Self.side, pair.size.width - Self.reach - x),
          height: min(Self.side, pair.size.height - Self.reach - y))
        guard box.overlaps(bounds), min(box.width, box.height) >= Self.side / 2,
          !covered.contains(where: box.overlaps), let tile = Self.tile(pair, box)
        else { continue }
        tiles.append(tile)
      }
    }
    let shifts = Dictionary(grouping: tiles, by: \.shift)
    let moved = tiles.filter { $0.isCertain || shifts[$0.shift, default: []].count > 1 }
    guard let first = moved.first else {
      change = nil
      return
    }
    // Ties take the first, so that the answer does not change from run to run.
    let counts = Dictionary(grouping: moved, by: \.shift).mapValues(\.count)
    let shift = moved.dropFirst().reduce(first) { best, tile in
      counts[tile.shift, default: 0] > counts[best.shift, default: 0] ? tile : best
    }.shift
    change = Change(
      .moved(x: Double(shift.x), y: Double(shift.y)),
      box: moved.reduce(first.box) { $0.union($1.box) })
  }

  private static func tile(_ pair: PicturePair, _ box: PixelBox) -> Tile? {
    guard pair.rest(box) > least else { return nil }
    let shift = pair.displacement(box, reach: reach, most: most)
    guard shift.rest > least, shift.x != 0 || shift.y != 0 else { return nil }
    return Tile(
      box: box, shift: Shift(x: Int(shift.x), y: Int(shift.y)), isCertain: shift.rest >= certain)
  }
}
