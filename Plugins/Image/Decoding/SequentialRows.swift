import RectoPageModel

/// The rows of a picture that is decoded from its top on and no other way, as a JPEG or a PNG.
///
/// The last rows that were decoded are kept, so that reading a large picture in tiles, in whatever
/// order, does not decode it from the top for each.
final class SequentialRows {
  let source: PixelSource
  /// In order and contiguous.
  private var strips: [Strip] = []
  /// All rows above are decoded.
  private var decoded = 0
  private let mostStrips: Int

  private final class Strip {
    let pixels: PixelRows
    let rows: Range<Int>

    init(_ pixels: consuming PixelRows, rows: Range<Int>) {
      self.pixels = pixels
      self.rows = rows
    }
  }

  /// Decoders work in blocks of 8 or 16 rows.
  private static let stripRows = 64

  /// `keptBytes` limits the memory for kept rows: some rows of tiles of a newspaper page, out of
  /// the 512 MiB of a worker.
  init(_ source: PixelSource, keptBytes: Int = 64 << 20) {
    self.source = source
    let stripBytes = Int(source.image.facts.width) * source.bands * Self.stripRows
    mostStrips = max(1, keptBytes / max(1, stripBytes))
  }

  /// True if rows from `top` on are still available.
  func reaches(_ top: Int) -> Bool { top >= strips.first?.rows.lowerBound ?? decoded }

  /// A copy of a part, for which `reaches` is true. `region` is one of the source's image, made where
  /// it is read. After an error no more rows can be read.
  ///
  /// Throws `damaged`, and `limit` without memory.
  func fetch(
    _ region: borrowing VipsRegion, columns: Range<Int>, rows: Range<Int>
  ) throws(PageError) -> PixelRows {
    let bands = source.bands
    let result = try PixelRows(byteCount: columns.count * rows.count * bands)
    // Rows above will be wanted soon, for the tiles around this one.
    try skip(to: rows.lowerBound - mostStrips / 2 * Self.stripRows, region)
    var y = rows.lowerBound
    while y < rows.upperBound {
      let strip = try strip(at: y, region)
      let width = Int(source.image.facts.width)
      let end = min(rows.upperBound, strip.rows.upperBound)
      while y < end {
        let from = ((y - strip.rows.lowerBound) * width + columns.lowerBound) * bands
        (result.start + (y - rows.lowerBound) * columns.count * bands).update(
          from: strip.pixels.start + from, count: columns.count * bands)
        y += 1
      }
    }
    return result
  }

  /// The strip with a row that is kept, or not decoded yet.
  private func strip(at y: Int, _ region: borrowing VipsRegion) throws(PageError) -> Strip {
    if let first = strips.first, y < decoded {
      return strips[(y - first.rows.lowerBound) / Self.stripRows]
    }
    while true {
      let rows = decoded..<min(decoded + Self.stripRows, Int(source.image.facts.height))
      let pixels = try region.fetch(
        left: 0, top: rows.lowerBound, width: Int(source.image.facts.width), height: rows.count)
      if strips.count == mostStrips { strips.removeFirst() }
      let strip = Strip(pixels, rows: rows)
      strips.append(strip)
      decoded = rows.upperBound
      if rows.contains(y) { return strip }
    }
  }

  /// Has whole strips above `y` decoded, one column of each: libvips would make memory for all of them
  /// at once.
  private func skip(to y: Int, _ region: borrowing VipsRegion) throws(PageError) {
    while decoded + Self.stripRows <= y {
      strips = []
      _ = try region.fetch(left: 0, top: decoded, width: 1, height: Self.stripRows)
      decoded += Self.stripRows
    }
  }
}
