import RectoPageModel

/// The destination of a result's rows: the bitmap, through a color conversion if there is one.
struct RowSink: ~Copyable {
  private let painter: BitmapPainter
  private let layout: BitmapPainter.Layout
  private let width: Int
  private var converted: ConvertedRows?

  init(_ painter: BitmapPainter, source: PixelSource, width: Int) {
    self.painter = painter
    self.width = width
    layout = source.bands == 1 ? .gray : source.bands == 3 ? .rgb : .rgba
    converted = source.conversion.map { ConvertedRows($0, width: width, painter: painter) }
  }

  mutating func append(_ row: Int, _ samples: UnsafeBufferPointer<UInt8>) {
    if converted != nil {
      converted?.append(row, samples)
    } else if let start = samples.baseAddress {
      painter.paint(start, count: width, row: row, layout: layout)
    }
  }

  /// Writes what still waits for its conversion and gives what that warned of.
  mutating func finish() -> [String] {
    guard var rows = converted.take() else { return [] }
    rows.finish()
    return rows.warnings
  }
}
