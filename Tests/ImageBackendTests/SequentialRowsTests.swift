import RectoPageModel
import Testing

@testable import RectoImageBackend

/// Parts of a picture that is decoded from its top.
@Suite struct SequentialRowsTests {
  private let bytes: FileBytes

  init() throws {
    bytes = FileBytes(try Canvas.colors(width: 40, height: 700).encoded(.jpeg))
  }

  private func source() throws -> PixelSource {
    try PixelSource(VipsImage(bytes, format: .jpeg, isStrict: true))
  }

  /// The samples, as a decoder of its own gives them.
  private func samples(_ columns: Range<Int>, _ rows: Range<Int>) throws -> [UInt8] {
    let all = try source().image.makeRegion().fetch(left: 0, top: 0, width: 40, height: 700)
    return rows.flatMap { row in
      columns.flatMap { column in (0..<3).map { all.start[(row * 40 + column) * 3 + $0] } }
    }
  }

  private func samples(
    of sequence: SequentialRows, _ columns: Range<Int>, _ rows: Range<Int>
  ) throws -> [UInt8] {
    let region = try sequence.source.image.makeRegion()
    let pixels = try sequence.fetch(region, columns: columns, rows: rows)
    return Array(UnsafeBufferPointer(start: pixels.start, count: columns.count * rows.count * 3))
  }

  @Test(arguments: [1, 2, 5, 100]) func partsInAnyOrderHaveTheirPixels(strips: Int) throws {
    var sequence = SequentialRows(try source(), keptBytes: strips * 64 * 40 * 3)
    var goneOn = 0
    for (top, height) in [
      (0, 50), (30, 40), (130, 70), (100, 20), (300, 1), (299, 5), (250, 90), (640, 60), (600, 64),
      (20, 300), (400, 300), (0, 700),
    ] {
      if sequence.reaches(top) {
        goneOn += 1
      } else {
        sequence = SequentialRows(try source(), keptBytes: strips * 64 * 40 * 3)
      }
      let (columns, rows) = (top % 30..<33, top..<top + height)
      #expect(try samples(of: sequence, columns, rows) == samples(columns, rows), "\(rows)")
    }
    // With room for all rows, each is decoded once.
    #expect(strips < 100 || goneOn == 12)
    #expect(strips > 1 || goneOn < 10)
  }

  @Test func decodedRowsStayWithinTheirBytes() throws {
    let sequence = SequentialRows(try source(), keptBytes: 4 * 64 * 40 * 3)
    _ = try samples(of: sequence, 0..<40, 0..<64)
    #expect(sequence.reaches(0))
    _ = try samples(of: sequence, 0..<40, 384..<448)
    // Two strips above were read along for the next request, and nothing above those.
    #expect(sequence.reaches(256) && !sequence.reaches(255))
    _ = try samples(of: sequence, 0..<40, 448..<700)
    #expect(sequence.reaches(448) && !sequence.reaches(447))
  }

  @Test func aWalkOverAPageDecodesItOnce() throws {
    let publication = try #require(
      try open(Canvas.colors(width: 40, height: 700).encoded(.jpeg)) as? ImagePublication)
    let kept = publication.keptRows
    let key = KeptRows.Key(page: 0, shrink: 1, isStrict: true)
    var request = RenderRequest(scale: .pixelsPerPoint(1))
    let page = try publication.page(at: 0)
    request.region = Rect(x: 0, y: 0, width: 20, height: 100)
    _ = try page.canvas(request)
    let first = try #require(kept.take(key))
    kept.put(first, key)
    request.region = Rect(x: 20, y: 300, width: 20, height: 100)
    _ = try page.canvas(request)
    #expect(kept.take(key) === first)
  }
}
