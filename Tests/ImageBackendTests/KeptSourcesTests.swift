import RectoPageModel
import Testing

@testable import RectoImageBackend

/// The levels of a TIFF that stay open from part to part.
@Suite struct KeptSourcesTests {
  private let canvas = Canvas.colors(width: 200, height: 3_000)
  private let key = KeptSources.Key(page: 0, frame: 0)

  private func publication(_ change: (inout TIFFPage) -> Void) throws -> ImagePublication {
    var page = TIFFPage(canvas)
    change(&page)
    return try #require(try open(tiff([page])) as? ImagePublication)
  }

  /// Parts in this order, each with its pixels.
  private func look(at publication: ImagePublication, _ corners: [(x: Int, y: Int)]) throws {
    for corner in corners {
      var request = RenderRequest(scale: .pixelsPerPoint(1))
      request.region = Rect(x: Double(corner.x), y: Double(corner.y), width: 40, height: 30)
      let part = try publication.page(at: 0).canvas(request)
      #expect(part == canvas.crop(x: corner.x, y: corner.y, width: 40, height: 30), "\(corner)")
    }
  }

  @Test func tilesAreReadInAnyOrderOfOneThatStaysOpen() throws {
    let publication = try publication { $0.tileSide = 32 }
    try look(at: publication, [(100, 80)])
    let first = try #require(publication.keptSources.source(key))
    try look(at: publication, [(0, 0), (150, 2_900), (3, 60), (100, 80)])
    #expect(publication.keptSources.source(key) === first)
  }

  @Test func stripsThatCannotBeReadAgainAreReopened() throws {
    let publication = try publication { $0.rowsPerStrip = 2 }
    try look(at: publication, [(100, 2_800), (0, 0), (150, 1_500), (3, 60), (100, 2_800)])
    #expect(publication.keptSources.source(key) == nil)
  }

  @Test func aSourceIsReopenedAfterItsBytes() throws {
    let kept = KeptSources()
    let bytes = FileBytes(tiff([TIFFPage(canvas)]))
    let source = try PixelSource(VipsImage(bytes, format: .tiff))
    for _ in 0..<16 { kept.keep(source, key, bytesRead: 1 << 20) }
    #expect(kept.source(key) === source)
    kept.keep(source, key, bytesRead: 1)
    #expect(kept.source(key) == nil)
  }

  @Test func theLastTwoLevelsStayOpen() throws {
    let kept = KeptSources()
    let bytes = FileBytes(tiff([TIFFPage(canvas)]))
    let keys = (0..<3).map { KeptSources.Key(page: 0, frame: $0) }
    for key in [keys[0], keys[1], keys[0], keys[2]] {
      kept.keep(try PixelSource(VipsImage(bytes, format: .tiff)), key, bytesRead: 1)
    }
    #expect(keys.map { kept.source($0) != nil } == [true, false, true])
  }
}
