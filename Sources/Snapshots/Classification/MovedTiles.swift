import RectoPageModel

/// Parts of a page that another rasterizer drew and that stand two pixels of 150 dpi or more elsewhere:
/// none moves anything that far.
struct MovedTiles {
  /// The change that the tiles amount to; nil if no tile moved.
  let change: Change?

  /// The side of a tile in pixels: small enough that a picture fills some of them, large enough
  /// to tell where they came from.
  private static let side = 48
  /// The search distance.
  private static let reach = 4
  /// The least shift of a change, in pixels at 150 dpi; where pixels are smaller, as far.
  private static let leastShift = 1.75

  /// The least shift of a change in pixels. `magnification` is that beside 150 dpi.
  static func leastShift(_ magnification: Double) -> Int {
    min(reach, max(2, Int((leastShift * magnification).rounded())))
  }
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
    var length: Int { max(abs(x), abs(y)) }
  }

  private struct Tile {
    let box: PixelBox
    let shift: Shift
    let isCertain: Bool
  }

  init(_ pair: PicturePair, magnification: Double, bounds: PixelBox, covered: [PixelBox]) {
    let leastLength = Self.leastShift(magnification)
    var tiles: [Tile] = []
    for y in stride(from: Self.reach, to: pair.size.height - Self.reach, by: Self.side) {
      for x in stride(from: Self.reach, to: pair.size.width - Self.reach, by: Self.side) {
        let box = PixelBox(
          x: x, y: y, width: min(Self.side, pair.size.width - Self.reach - x),
          height: min(Self.side, pair.size.height - Self.reach - y))
        guard box.overlaps(bounds), min(box.width, box.height) >= Self.side / 2,
          !covered.contains(where: box.overlaps), let tile = Self.tile(pair, box),
          tile.shift.length >= leastLength
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
