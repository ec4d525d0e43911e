import CRectoGlyphs

/// The pictures of one font's glyphs at one size and turn.
final class GlyphSheet {
  private let source: GlyphSource
  private let size: Double
  private let quarters: Int
  private var coverage: [UInt8] = []
  private var entries: [Entry] = []
  /// By glyph and quarter of a pixel: the number of its entry plus one, 0 where it is not drawn
  /// yet, and `undrawable`.
  private var places: [Int32] = []

  private static let undrawable: Int32 = -1

  private struct Entry {
    var start = 0
    /// The length of its rows in `coverage`, padded so that four pixels are blended at once.
    var rowBytes = 0
    var width: Int32 = 0
    var height: Int32 = 0
    /// From the pixel of the origin to the left and top edge; y down.
    var left: Int32 = 0
    var top: Int32 = 0
  }

  /// The pixels of an image, four bytes each, that glyphs are laid on.
  struct Target {
    var pixels: UnsafeMutablePointer<UInt32>
    var width: Int
    var height: Int
    var rowPixels: Int
  }

  init(_ source: GlyphSource, size: Double, quarters: Int) {
    self.source = source
    self.size = size
    self.quarters = quarters
  }

  /// Memory that it takes.
  var bytes: Int { coverage.count + places.count * 4 }

  private var isTurned: Bool { quarters & 1 == 1 }

  /// Lays a glyph on the target where its origin falls on `x`, `y` in pixels, y down. Along the
  /// line its place is kept to a quarter of a pixel, across it to a whole.
  ///
  /// False if the glyph has no outline that can be drawn so.
  func draw(_ glyph: UInt32, x: Double, y: Double, color: UInt32, on target: Target) -> Bool {
    // Far outside there is nothing to draw, and nothing that an integer would hold.
    guard abs(x) < 1e6, abs(y) < 1e6, glyph <= UInt16.max else { return true }
    let along = Int(((isTurned ? y : x) * 4).rounded(.down))
    let across = Int((isTurned ? x : y).rounded())
    let place = Int(glyph) * 4 + along & 3
    if place >= places.count {
      places += Array(repeating: 0, count: max(place + 1, places.count * 2) - places.count)
    }
    if places[place] == 0 { places[place] = add(glyph, step: Int32(along & 3) * 16) }
    guard places[place] != Self.undrawable else { return false }
    blend(
      entries[Int(places[place]) - 1], isTurned ? across : along >> 2,
      isTurned ? along >> 2 : across, color, target)
    return true
  }

  /// `step` is in 1/64 of a pixel.
  private func add(_ glyph: UInt32, step: Int32) -> Int32 {
    var picture = glyph_picture()
    guard
      glyph_source_draw(
        source.pointer, glyph, size, Int32(quarters), isTurned ? 0 : step, isTurned ? -step : 0,
        &picture)
    else { return Self.undrawable }
    let width = Int(picture.width)
    let entry = Entry(
      start: coverage.count, rowBytes: (width + 3) & ~3, width: picture.width,
      height: picture.height, left: picture.left, top: 0 - picture.top)
    for row in 0..<Int(picture.height) {
      let start = picture.pixels + row * Int(picture.stride)
      coverage.append(contentsOf: UnsafeBufferPointer(start: start, count: width))
      coverage.append(contentsOf: repeatElement(0, count: entry.rowBytes - width))
    }
    entries.append(entry)
    return Int32(entries.count)
  }

  private func blend(
    _ entry: Entry, _ column: Int, _ row: Int, _ color: UInt32, _ target: Target
  ) {
    let left = column + Int(entry.left)
    let top = row + Int(entry.top)
    let first = max(0, -left)
    let count = min(entry.rowBytes, target.width - left) - first
    let above = max(0, -top)
    let rows = min(Int(entry.height), target.height - top) - above
    guard count > 0, rows > 0 else { return }
    coverage.withUnsafeBufferPointer { coverage in
      guard let start = coverage.baseAddress else { return }
      glyph_blend(
        target.pixels + (top + above) * target.rowPixels + left + first, Int32(target.rowPixels),
        start + entry.start + above * entry.rowBytes + first, Int32(entry.rowBytes), Int32(count),
        Int32(rows), color)
    }
  }
}
