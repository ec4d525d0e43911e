import Foundation
import RectoConformance
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

@testable import Snippets

/// The code of the articles, run.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct ArticleTests {
  private let path = (samplesFolder() ?? "") + "/quay.pdf"

  @Test func workersOfAnotherProgramRenderWhatThisProcessRenders() async throws {
    let elsewhere = try await engine(program: rectoExecutable()).open(path)
    let here = try await engineForTrustedInput().open(path)
    let request = RenderRequest(isDeterministic: true)
    let (a, b) = (
      try await elsewhere.render(page: 0, request), try await here.render(page: 0, request)
    )
    #expect(samples(of: a) == samples(of: b))
    #expect(elsewhere.concurrency == 2 && here.concurrency == 1)
  }

  @Test func theCommentsOfTheEngineAreTrue() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let size = PixelSize(width: 840, height: 1120)
    #expect(try await renderCover(path, zygote: zygote).size == size)
    let issue = try await openIssue(path)
    var sizes: [PixelSize] = []
    try await showPage(of: issue, on: size) { sizes.append($0.size) }
    try await showPages(of: issue, RenderRequest()) { sizes.append($0.size) }
    #expect(sizes == [size] + Array(repeating: PixelSize(width: 420, height: 560), count: 8))
  }

  @Test func aPageIsThereInTimeOrNotAtAll() async throws {
    let issue = try await openIssue(path)
    #expect(try await image(ofPage: 1, in: issue)?.size == PixelSize(width: 420, height: 560))
    let error = await #expect(throws: PageError.self) { try await image(ofPage: 8, in: issue) }
    #expect(error?.code == .noSuchPage)
  }

  private func bytes(of bitmap: Bitmap) -> [UInt8] { bitmap.withPixels { Array($0) } }

  @Test(arguments: [1.0, 2.3]) func tilesPutTogetherAreThePage(scale: Double) async throws {
    let issue = try await openIssue(path)
    let request = RenderRequest(scale: .pixelsPerPoint(scale))
    let whole = try await issue.render(page: 2, request)
    let width = whole.size.width
    let expected = bytes(of: whole)
    var covered = 0
    var differing = 0
    try await showTiles(ofPage: 2, in: issue, scale: scale) { tile, bitmap in
      let size = bitmap.size
      #expect(size.width <= 512 && size.height <= 512)
      covered += size.width * size.height
      let part = bytes(of: bitmap)
      for y in 0..<size.height {
        let start = ((tile.y + y) * width + tile.x) * 4
        let row = expected[start..<start + size.width * 4]
        let ours = part[y * size.width * 4..<(y + 1) * size.width * 4]
        if row == ours { continue }
        for (a, b) in zip(row, ours) {
          if abs(Int(a) - Int(b)) > 2 { differing += 1 }
        }
      }
    }
    #expect(covered == width * whole.size.height, "no pixel is left out or there twice")
    // The tolerance of the conformance suite for regions.
    #expect(differing <= expected.count / 1000)
  }

  @Test(arguments: Rotation.allCases)
  func tilesOfATurnedPageFollowThePageAsItIsShown(rotation: Rotation) throws {
    let page = PageFacts(
      index: 0, label: "1", rotation: rotation,
      boxes: PageBoxes(Size(width: 595.276, height: 841.89)), spreadPosition: .automatic)
    let scale = 3.7
    let whole = try PixelGrid(
      page: page.size, rotation: rotation, request: RenderRequest(scale: .pixelsPerPoint(scale)))
    for tile in try tiles(of: page, scale: scale) {
      let request = RenderRequest(scale: .pixelsPerPoint(scale), region: tile.region)
      let grid = try PixelGrid(page: page.size, rotation: rotation, request: request)
      #expect(grid.size.width == min(512, whole.size.width - tile.x))
      #expect(grid.size.height == min(512, whole.size.height - tile.y))
      #expect(
        abs(grid.transform.x0 + Double(tile.x) - whole.transform.x0) < 1e-6
          && abs(grid.transform.y0 + Double(tile.y) - whole.transform.y0) < 1e-6)
    }
  }

  @Test func theSwatchBackendKeepsEveryPromise() async throws {
    let file = try temporaryFolder()
    let swatch = try file.write("SWATCH #336699\n".utf8, to: "a.swatch")
    let recto = Recto(backends: [SwatchBackend()], isolation: .inProcess)
    let publication = try await recto.open(swatch)
    let findings = try await publication.withPublication { ConformanceSuite().findings(in: $0) }
    #expect(findings == [])
    let bitmap = try await publication.render(page: 0, RenderRequest())
    #expect(samples(of: bitmap).prefix(4) == [0x33, 0x66, 0x99, 255])
    let colorless = try file.write("SWATCH of blue".utf8, to: "b.swatch")
    let error = await #expect(throws: PageError.self) { try await recto.open(colorless) }
    #expect(error?.code == .damaged)
  }
}
