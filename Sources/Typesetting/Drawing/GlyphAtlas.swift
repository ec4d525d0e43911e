import CGlyphs
import PageModel

/// Pictures of glyphs, each drawn once at a size, a turn and a quarter of a pixel.
///
/// Not `Sendable`: it belongs to the thread of the fonts that it draws.
public final class GlyphAtlas {
  private var entries: [Key: Entry] = [:]
  private var coverage: [UInt8] = []

  /// Glyphs larger than this many pixels an em are drawn as shapes: a few of them fill a page.
  static let maximumSize = 160.0
  /// What is kept, in bytes of coverage; beyond it all is drawn anew.
  private static let capacity = 16 << 20

  private struct Key: Hashable {
    var font: Int
    var glyph: UInt32
    var size: Double
    /// Quarters of a pixel, 0 to 3, and two bits more for the turn.
    var variant: UInt8
  }

  private struct Entry {
    var start = 0
    var width: Int32 = 0
    var height: Int32 = 0
    /// From the pixel of the origin to the left and top edge; y down.
    var left: Int32 = 0
    var top: Int32 = 0
  }

  public init() {}

  /// The pixels of an image, four bytes each, that glyphs are laid on.
  struct Target {
    var pixels: UnsafeMutablePointer<UInt32>
    var width: Int
    var height: Int
    var rowPixels: Int
  }

  /// Lays a glyph on the target where its origin falls on `x`, `y` in pixels, y down, `size` pixels
  /// an em large. Along the line its place is kept to a quarter of a pixel, across it to a whole.
  ///
  /// False where the glyph has no outline that can be drawn so.
  func draw(
    _ glyph: UInt32, of font: Font, size: Double, quarters: Int, x: Double, y: Double,
    color: UInt32, on target: Target
  ) -> Bool {
    // Far outside there is nothing to draw, and nothing that an integer would hold.
    guard abs(x) < 1e6, abs(y) < 1e6 else { return true }
    let isTurned = quarters & 1 == 1
    let along = ((isTurned ? y : x) * 4).rounded(.down)
    let step = Int(along) & 3
    let column = isTurned ? Int(x.rounded()) : Int(along) >> 2
    let row = isTurned ? Int(along) >> 2 : Int(y.rounded())
    let key = Key(
      font: font.id, glyph: glyph, size: size, variant: UInt8(step | (quarters & 3) << 2))
    guard let entry = entries[key] ?? add(key, font) else { return false }
    blend(entry, column, row, color, target)
    return true
  }

  private func add(_ key: Key, _ font: Font) -> Entry? {
    guard let source = font.glyphs else { return nil }
    let step = Int32(key.variant & 3) * 16
    let isTurned = key.variant & 4 != 0
    var picture = glyph_picture()
    guard
      glyph_source_draw(
        source.pointer, key.glyph, key.size, Int32(key.variant >> 2), isTurned ? 0 : step,
        isTurned ? -step : 0, &picture)
    else { return nil }
    if coverage.count > Self.capacity {
      coverage.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
    }
    let entry = Entry(
      start: coverage.count, width: picture.width, height: picture.height, left: picture.left,
      top: 0 - picture.top)
    for row in 0..<Int(picture.height) {
      let start = picture.pixels + row * Int(picture.stride)
      coverage.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(picture.width)))
    }
    entries[key] = entry
    return entry
  }

  private func blend(
    _ entry: Entry, _ column: Int, _ row: Int, _ color: UInt32, _ target: Target
  ) {
    let left = column + Int(entry.left)
    let top = row + Int(entry.top)
    let first = max(0, -left)
    let count = min(Int(entry.width), target.width - left) - first
    let rows = max(0, -top)..<max(max(0, -top), min(Int(entry.height), target.height - top))
    guard count > 0 else { return }
    coverage.withUnsafeBufferPointer { coverage in
      for line in rows {
        glyph_blend(
          target.pixels + (top + line) * target.rowPixels + left + first,
          coverage.baseAddress! + entry.start + line * Int(entry.width) + first, Int32(count),
          color)
      }
    }
  }
}
