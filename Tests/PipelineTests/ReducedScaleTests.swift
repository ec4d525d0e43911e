import RectoJSON
import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// Images of pages that are too large for the scale that is usual.
@Suite struct ReducedScaleTests {
  private func open(
    _ sizes: Size..., rotation: Rotation = .none
  ) async throws -> OpenPublication {
    var limits = Limits()
    limits.pixels = 2_000_000
    limits.side = 10_000
    let pages = sizes.map { SketchedPage(size: $0, rotation: rotation) }
    let folder = try temporaryFolder()
    return try await Recto(
      backends: [Sketch(pages: pages)], isolation: .inProcess, limits: limits
    ).open(try folder.write([1], to: "a"))
  }

  @Test func anImageWithinTheLimitsHasTheScale() async throws {
    let issue = try await open(Size(width: 100, height: 200))
    let bitmap = try await issue.render(page: 0, RenderRequest(scale: .upTo(2)))
    #expect(bitmap.size == PixelSize(width: 200, height: 400))
    #expect(try await issue.info.warnings == [])
  }

  @Test(arguments: [Rotation.none, .quarter])
  func anImageBeyondTheLimitsIsAsLargeAsTheyAllow(rotation: Rotation) async throws {
    let issue = try await open(
      Size(width: 1000, height: 2000), Size(width: 10, height: 40_000),
      Size(width: 6000, height: 1000), rotation: rotation)
    for page in 0..<3 {
      let size = try await issue.render(page: page, RenderRequest(scale: .upTo(2))).size
      let (area, side) = (size.width * size.height, max(size.width, size.height))
      #expect(area <= 2_000_000 && side <= 10_000, "\(size)")
      #expect(area > 1_990_000 || side > 9_950, "\(size)")
    }
    let warnings = try await issue.info.warnings
    #expect(warnings.map(\.code) == Array(repeating: "reduced-scale", count: 3))
    #expect(warnings.map(\.page) == [0, 1, 2])
    #expect(warnings[0].message.contains("144 dpi") && warnings[0].message.contains("72"))
  }

  @Test(arguments: [
    Size(width: 1e12, height: 1e12), Size(width: 2e6, height: 3), Size(width: 4000, height: 3000),
  ])
  func aPageFarBeyondTheLimitsIsRefused(size: Size) async throws {
    let issue = try await open(size)
    await #expect(throws: PageError.self) {
      _ = try await issue.render(page: 0, RenderRequest(scale: .upTo(2)))
    }
  }

  @Test func aPartOfALargePageHasTheScale() async throws {
    let issue = try await open(Size(width: 10_000, height: 10_000))
    let part = Rect(x: 10, y: 10, width: 50, height: 60)
    let bitmap = try await issue.render(page: 0, RenderRequest(scale: .upTo(2), region: part))
    #expect(bitmap.size == PixelSize(width: 100, height: 120))
    #expect(try await issue.info.warnings == [])
  }

  @Test func aSpreadIsReducedAsAWhole() async throws {
    let issue = try await open(Size(width: 1000, height: 1000), Size(width: 1000, height: 1500))
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    let spread = Spread(left: 0, right: 1)
    let scale = try await issue.render(
      spread: spread, RenderRequest(scale: .upTo(2)), into: bitmap)
    let area = bitmap.size.width * bitmap.size.height
    #expect(area <= 2_000_000 && area > 1_990_000 && scale < 1)
    #expect(try await issue.info.warnings.map(\.page) == [0, 1])
  }

  @Test func aRequestUpToAScaleKeepsItsFormAndItsName() throws {
    let request = RenderRequest(scale: .upTo(1.5))
    #expect(try RenderRequest(jsonBytes: JSONWriter.bytes(of: request)) == request)
    #expect(request.canonicalForm != RenderRequest(scale: .pixelsPerPoint(1.5)).canonicalForm)
  }
}
