import RectoPageModel
import RectoPipeline
import RectoRaster
import RectoSnapshots
import SeededPages
import TestSupport
import Testing

/// Pages that another program drew: its way of drawing passes, and changes are still found.
@Suite struct RasterizerTests {
  private static let resolutions = [72, 150, 300]

  private func request(_ dpi: Int) -> RenderRequest {
    RenderRequest(scale: .pixelsPerPoint(Double(dpi) / 72), isDeterministic: true)
  }

  /// A page as a program of Poppler's draws it, with the words of the layout.
  private func drawn(
    _ layout: SeededLayout = SeededLayout(), by program: String, _ dpi: Int
  ) async throws -> PageSnapshot {
    let scratch = try temporaryFolder()
    return try await layout.snapshot(request(dpi)) { path in
      let arguments = ["-png", "-singlefile", "-r", "\(dpi)", path, scratch.path("page")]
      let result = try await run(program, arguments)
      try #require(result.status == 0, "\(result.errors)")
      let bytes = try bytes(ofFile: scratch.path("page.png"))
      return Bitmap(try PNGPicture(bytes, pixelLimit: Limits().pixels))
    }
  }

  @Test(
    .enabled(if: program("pdftoppm") != nil, "poppler-utils are not installed"),
    arguments: ["pdftoppm", "pdftocairo"], resolutions)
  func aPageThatPopplersProgramsDrawIsNotChanged(_ name: String, _ dpi: Int) async throws {
    let golden = try await SeededLayout().snapshot(request(dpi))
    let current = try await drawn(by: try #require(program(name)), dpi)
    let result = golden.compare(with: current)
    #expect(result.verdict.passes, "\(result.verdict.reason)")
    #expect(result.changes.map(\.kind) == [.antialiasing])
    #expect(!golden.compare(with: current, ComparisonOptions(.exact)).verdict.passes)
  }

  @Test(
    .enabled(if: program("pdftoppm") != nil, "poppler-utils are not installed"),
    arguments: [
      ("#f3ecdf", "#f3e4df", "recolored"),
      (
        "{\"from\": [36, 345.6], \"to\": [384, 345.6], \"width\": 0.96, \"color\": \"#c8452d\"}",
        "", "line-removed"
      ),
      (
        "\"rules\": [",
        "\"rules\": [{\"from\": [36, 520.2], \"to\": [384, 520.2], \"width\": 0.25, "
          + "\"color\": \"#808080\"}, ", "line-added"
      ),
      ("\"photo.png\", \"x\": 36", "\"photo.png\", \"x\": 37.44", "moved"),
      ("04:12", "04:13", "text-replaced"),
      ("the ebb takes", "the ebb, takes", "text-replaced"),
    ], [150, 300])
  func aChangeOfAPageThatAnotherProgramDrewIsFound(
    _ change: (passage: String, other: String, kind: String), _ dpi: Int
  ) async throws {
    let golden = try await SeededLayout().snapshot(request(dpi))
    let changed = SeededLayout().replacing(change.passage, with: change.other)
    let current = try await drawn(changed, by: try #require(program("pdftoppm")), dpi)
    let result = golden.compare(with: current)
    #expect(!result.verdict.passes)
    // At 300 dpi, a line may be called a shape, and a picture that moved one that changed.
    guard dpi == 150 || ["text-replaced", "recolored"].contains(change.kind) else { return }
    // The rest of the page may be said to be smoothed otherwise, which is true.
    #expect(result.changes.filter { $0.kind != .antialiasing }.map(\.kind.name) == [change.kind])
  }

  @Test func thePageAveragedFromALargerOneIsNotChanged() async throws {
    let golden = try await SeededLayout().snapshot(request(150))
    var current = golden
    let large = Canvas(try await SeededLayout().snapshot(request(600)).picture)
    current.picture = large.averaged(by: 4, golden.picture.size).bitmap
    let result = golden.compare(with: current)
    #expect(result.verdict.passes, "\(result.verdict.reason)")
  }

  /// The page as a program draws it that places letters on whole pixels, each word to another side.
  private func displaced(_ golden: PageSnapshot) throws -> Canvas {
    let words = try #require(golden.text).blocks.flatMap(\.lines).flatMap(\.words)
    var canvas = Canvas(golden.picture)
    let before = canvas
    for (index, word) in words.enumerated() {
      let box = try #require(
        PixelBox(golden.transform.apply(word.box), within: golden.picture.size))
      let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][index % 4]
      canvas.map(box.x..<box.right, box.y..<box.bottom) { x, y, color in
        color.mixed(with: before[x + dx, y + dy])
      }
    }
    return canvas
  }

  @Test func lettersThatStandHalfAPixelElsewhereAreNotChanged() async throws {
    let golden = try await SeededLayout().snapshot(request(150))
    var current = golden
    current.picture = try displaced(golden).bitmap
    let result = golden.compare(with: current)
    #expect(result.verdict.passes, "\(result.verdict.reason)")
  }

  @Test(arguments: [(150, 1, true), (300, 1, false), (300, 2, true)])
  func aSpeckCountsByItsSizeOnPaper(_ dpi: Int, _ side: Int, _ counts: Bool) async throws {
    let golden = try await SeededLayout().snapshot(request(dpi))
    var current = golden
    var canvas = try displaced(golden)
    let corner = dpi / 10
    canvas.fill(corner..<corner + side, corner..<corner + side, .black)
    current.picture = canvas.bitmap
    #expect(golden.compare(with: current).verdict.passes != counts)
  }

  /// Black bands whose straight edges rise by one pixel in four, moved across by a distance, and
  /// between them squares that stay.
  private func slantedBands(at distance: Double) -> PageSnapshot {
    let canvas = Canvas(width: 600, height: 400) { x, y in
      if (250..<350).contains(x) { return (x / 7 + y / 7) % 2 == 0 ? .black : .white }
      let across = (Double(x) + 4 * Double(y)) / Double(17).squareRoot() - distance
      let place = across - 60 * (across / 60).rounded(.down)
      // The share of the pixel that the band covers, near enough.
      let ink = min(1, max(0, place - 15)) * min(1, max(0, 45 - place))
      return Color.white.each { $0 * (1 - ink) }
    }
    return PageSnapshot(picture: canvas.bitmap)
  }

  @Test(arguments: [0.25, 0.485, 0.75, 1])
  func slantedEdgesUpToAPixelElsewhereAreNotChanged(_ distance: Double) {
    let result = slantedBands(at: 0).compare(
      with: slantedBands(at: distance), ComparisonOptions(.rasterization))
    #expect(result.verdict.passes, "\(result.changes.map(\.kind.sentence))")
    #expect(result.changes.map(\.kind) == [.antialiasing])
  }

  @Test(arguments: [-2.5, 2, 3])
  func slantedEdgesTwoPixelsElsewhereAreChanged(_ distance: Double) {
    let result = slantedBands(at: 0).compare(
      with: slantedBands(at: distance), ComparisonOptions(.rasterization))
    #expect(!result.verdict.passes)
  }

  @Test func aPageThatMovedByAPixelIsChanged() async throws {
    let golden = try await SeededLayout().snapshot(request(150))
    var current = golden
    var canvas = Canvas(golden.picture)
    canvas.shift(0..<canvas.width, 0..<canvas.height, by: 1, 1)
    current.picture = canvas.bitmap
    let result = golden.compare(with: current)
    #expect(!result.verdict.passes)
    #expect(result.changes.map(\.kind) == [.moved(x: 1, y: 1)])
  }
}

extension Color {
  fileprivate func mixed(with other: Color) -> Color {
    func mean(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) + Int(b)) / 2) }
    return Color(
      red: mean(red, other.red), green: mean(green, other.green), blue: mean(blue, other.blue))
  }
}
