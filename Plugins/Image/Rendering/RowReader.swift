import RectoPageModel

/// The rows of an image one after the other, from the top.
///
/// Two strips are held, so that the row before the last one asked for is still there.
struct RowReader: ~Copyable {
  private let region: VipsRegion
  /// The part of the image that is read; the rows above it are skipped.
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let bands: Int
  private let hasAlpha: Bool
  private let stripHeight: Int
  /// The rows of a decoder that gives them only in order.
  private let sequence: SequentialRows?
  private var current: Strip?
  private var previous: Strip?

  private struct Strip: ~Copyable {
    let pixels: PixelRows
    let rows: Range<Int>
  }

  /// `region` is one of the source's image. Its fourth band, where it is alpha, is multiplied into the
  /// others.
  init(
    _ source: PixelSource, _ region: consuming VipsRegion, _ sequence: SequentialRows?,
    columns: Range<Int>, rows: Range<Int>
  ) {
    self.sequence = sequence
    self.region = region
    self.columns = columns
    self.rows = rows
    bands = source.bands
    hasAlpha = source.hasAlpha
    // 256 KiB stay in the second-level cache; decoders work in blocks of 8 or 16 rows.
    stripHeight = max(16, (262_144 / max(1, columns.count * bands)) & ~15)
  }

  /// The samples of row `y`, good until the next call but one. Rows come in rising order, except
  /// that the last one and the one before may be asked for again.
  ///
  /// Throws `damaged`.
  mutating func row(_ y: Int) throws(PageError) -> UnsafePointer<UInt8> {
    if let row = find(y) { return row }
    let bottom = min(rows.upperBound, y + stripHeight)
    let pixels = try fetch(y..<bottom)
    if hasAlpha { premultiply(pixels.start, count: columns.count * (bottom - y)) }
    previous = current.take()
    let start = UnsafePointer(pixels.start)
    current = Strip(pixels: pixels, rows: y..<bottom)
    return start
  }

  private func fetch(_ rows: Range<Int>) throws(PageError) -> PixelRows {
    if let sequence { return try sequence.fetch(region, columns: columns, rows: rows) }
    return try region.fetch(
      left: columns.lowerBound, top: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private func find(_ y: Int) -> UnsafePointer<UInt8>? {
    if let start = Self.row(y, in: current, stride: columns.count * bands) { return start }
    return Self.row(y, in: previous, stride: columns.count * bands)
  }

  private static func row(
    _ y: Int, in strip: borrowing Strip?, stride: Int
  ) -> UnsafePointer<UInt8>? {
    switch strip {
    case .none: return nil
    case .some(let strip):
      guard strip.rows.contains(y) else { return nil }
      return UnsafePointer(strip.pixels.start + (y - strip.rows.lowerBound) * stride)
    }
  }

  /// Pixels of four bands, in place.
  private func premultiply(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for index in 0..<count {
      let pixel = pixels + index * 4
      let alpha = UInt32(pixel[3])
      guard alpha != 255 else { continue }
      for band in 0..<3 { pixel[band] = UInt8((UInt32(pixel[band]) * alpha + 127) / 255) }
    }
  }
}
