import RectoPageModel

/// Turns the rows of an image into the rows of a result, each sample weighted by `Taps`.
///
/// Integer arithmetic on weights that depend on nothing but the pixel's place on the page: a
/// region has the same bytes as a crop of the whole.
struct Resampler: ~Copyable {
  /// Sums of bytes stay within 16 bits, which vector units work on eight at a time.
  private static let verticalOne: UInt16 = 256
  private static let horizontalOne: UInt16 = 1 << 14

  private let rows: Taps
  private let columns: Taps
  private let bands: Int
  private let copiesColumns: Bool
  /// One row of the image, in 1/256, and one row of the result.
  private let sums: UnsafeMutableBufferPointer<UInt16>
  private let output: UnsafeMutableBufferPointer<UInt8>

  /// The samples that are read.
  let sourceColumns: Range<Int>
  var sourceRows: Range<Int> { rows.range }

  init(x: AxisMapping, y: AxisMapping, width: Int, height: Int, bands: Int) {
    rows = Taps(y, length: height, one: Self.verticalOne)
    let columns = Taps(x, length: width, one: Self.horizontalOne)
    sourceColumns = columns.range
    self.columns = columns.rebased()
    copiesColumns = columns.isIdentity
    self.bands = bands
    sums = .allocate(capacity: max(1, columns.range.count * bands))
    output = .allocate(capacity: max(1, columns.runs.count * bands))
  }

  deinit {
    sums.deallocate()
    output.deallocate()
  }

  /// Gives each row of the result, with its number, to `emit`; the order is that of the image's
  /// rows, which is not the result's where it is turned.
  func run(
    _ reader: inout RowReader,
    emit: (Int, UnsafeBufferPointer<UInt8>) throws(PageError) -> Void
  ) throws(PageError) {
    guard let first = rows.runs.first, let last = rows.runs.last else { return }
    let count = rows.runs.count
    let isRising = first.start <= last.start
    for step in 0..<count {
      let index = isRising ? step : count - 1 - step
      let run = rows.runs[index]
      if run.count == 1 {
        let row = try reader.row(run.start)
        if copiesColumns {
          try emit(index, UnsafeBufferPointer(start: row, count: sums.count))
          continue
        }
        for sample in 0..<sums.count { sums[sample] = UInt16(row[sample]) << 8 }
      } else {
        for tap in 0..<run.count {
          let row = try reader.row(run.start + tap)
          add(row, weight: rows.weights[run.weights + tap], isFirst: tap == 0)
        }
      }
      gather()
      try emit(index, UnsafeBufferPointer(output))
    }
  }

  private func add(_ row: UnsafePointer<UInt8>, weight: UInt16, isFirst: Bool) {
    guard let sums = sums.baseAddress else { return }
    let count = self.sums.count
    if isFirst {
      for sample in 0..<count { sums[sample] = UInt16(row[sample]) &* weight }
    } else {
      for sample in 0..<count { sums[sample] &+= UInt16(row[sample]) &* weight }
    }
  }

  /// The row of the result from `sums`.
  private func gather() {
    guard let sums = sums.baseAddress, let output = output.baseAddress else { return }
    if copiesColumns {
      for sample in 0..<self.output.count {
        output[sample] = UInt8(truncatingIfNeeded: (UInt32(sums[sample]) + 128) >> 8)
      }
      return
    }
    columns.gather(sums, bands: bands, into: output)
  }
}
