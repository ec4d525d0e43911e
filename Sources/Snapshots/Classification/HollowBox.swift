import RectoPageModel

/// The empty box that renderers draw for a letter which no font has.
enum HollowBox {
  /// True if a glyph is a hollow box: ink along all four sides of its area, and none inside.
  static func isIn(_ glyph: PixelBox, _ side: PicturePair.Side, of pair: PicturePair) -> Bool {
    guard glyph.width >= 4, glyph.height >= 6 else { return false }
    let paper = pair[side, glyph.x, glyph.y]
    func isInk(_ x: Int, _ y: Int) -> Bool { pair[side, x, y].distance(to: paper) > 80 }
    var (left, top, right, bottom) = (glyph.right, glyph.bottom, glyph.x, glyph.y)
    for y in glyph.y..<glyph.bottom {
      for x in glyph.x..<glyph.right where isInk(x, y) {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
      }
    }
    guard right - left >= 4, bottom - top >= 6 else { return false }
    func share(_ xs: Range<Int>, _ ys: Range<Int>) -> Double {
      let ink = ys.reduce(0) { sum, y in sum + xs.count { isInk($0, y) } }
      return Double(ink) / Double(max(1, xs.count * ys.count))
    }
    let sides = [
      share(left..<right, top..<top + 1), share(left..<right, bottom - 1..<bottom),
      share(left..<left + 1, top..<bottom), share(right - 1..<right, top..<bottom),
    ]
    // The frame may be two pixels thick and smoothed.
    let inside = share(
      min(left + 3, right)..<max(min(left + 3, right), right - 3),
      min(top + 3, bottom)..<max(min(top + 3, bottom), bottom - 3))
    return sides.allSatisfy { $0 >= 0.8 } && inside <= 0.05
  }
}
