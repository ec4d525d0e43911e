import Foundation
import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

@testable import Snippets

/// The code of the tutorial, run with the sample issue and real workers.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct TutorialTests {
  private let path = (samplesFolder() ?? "") + "/quay.pdf"

  @Test func theIssueIsOpenedAndDescribed() async throws {
    let issue = try await openIssue(path)
    let line = try await describe(issue)
    #expect(line.contains("Quay") && line.hasSuffix("8 pages"), "\(line)")
  }

  @Test func theReadMeRendersEveryPageAndReadsTheFirst() async throws {
    var sizes: [PixelSize] = []
    let text = try await readMe(path) { sizes.append($0.size) }
    #expect(sizes == Array(repeating: PixelSize(width: 840, height: 1120), count: 8))
    #expect(!text.plain.isEmpty)
  }

  @Test func pagesAreShownInTheirOrder() async throws {
    let issue = try await openIssue(path)
    var pages: [Int] = []
    try await showAll(issue) { image in
      pages.append(image.page)
      #expect(image.scale == 2)
    }
    #expect(pages == Array(0..<8))
  }

  @Test func samplesAreRedGreenBlueAndOpaque() {
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 1))
    bitmap.fill(Color(red: 1, green: 2, blue: 3))
    #expect(samples(of: bitmap) == [1, 2, 3, 255, 1, 2, 3, 255])
  }

  @Test func theWindowShowsThePageThatItWasTurnedToLast() async throws {
    let size = PixelSize(width: 300, height: 300)
    let held = try await HeldIssue()
    let window = Window(held.issue, size: size)
    let passed = Task { try await window.turn(to: 1) }
    try await held.waits(for: 1)
    let last = Task { try await window.turn(to: 7) }
    #expect(try await passed.value == nil)
    held.gate.open()
    #expect(try await last.value?.size == PixelSize(width: 225, height: 300))
    let other = Window(try await openIssue(path), size: size)
    #expect(try await other.turn(to: 7)?.size == PixelSize(width: 225, height: 300))
  }

  @Test func thumbnailsFit() async throws {
    var sizes: Set<PixelSize> = []
    try await showThumbnails(try await openIssue(path)) { sizes.insert($0.bitmap.size) }
    #expect(sizes == [PixelSize(width: 120, height: 160)])
  }

  @Test func onlyTheLastPositionOfTheSliderHasAResult() async throws {
    let held = try await HeldIssue()
    let issue = held.issue
    let earlier = Task { () async throws(PageError) in try await zoom(issue, page: 3, to: 6) }
    try await held.waits(for: 1)
    let last = Task { () async throws(PageError) in try await zoom(issue, page: 3, to: 2) }
    let error = await #expect(throws: PageError.self) { try await earlier.value }
    #expect(error?.code == .cancelled)
    held.gate.open()
    #expect(try await last.value.size == PixelSize(width: 120, height: 160))
    let sample = try await zoom(try await openIssue(path), page: 3, to: 1)
    #expect(sample.size == PixelSize(width: 420, height: 560))
  }

  @Test func aHitIsMarkedWhereItsInkIs() async throws {
    let issue = try await openIssue(path)
    let hits = try await find("lighthouse", in: issue)
    let hit = try #require(hits.first)
    #expect(hits.map(\.page) == hits.map(\.page).sorted())
    let request = RenderRequest(scale: .pixelsPerPoint(1.3))
    let bitmap = try await issue.render(page: hit.page, request)
    let before = samples(of: bitmap)
    let areas = try await marks(of: hit, in: issue, request)
    #expect(areas.count == hit.quads.count)
    for area in areas { highlight(area, on: bitmap) }
    let changed = zip(before, samples(of: bitmap)).enumerated().filter { $1.0 != $1.1 }
    let blue = changed.allSatisfy { $0.offset % 4 == 2 }
    #expect(!changed.isEmpty && blue, "only blue is taken away")
    let width = bitmap.size.width
    let places = changed.map {
      Point(x: Double($0.offset / 4 % width), y: Double($0.offset / 4 / width))
    }
    let bounds = areas.dropFirst().reduce(areas[0].bounds) { $0.union($1.bounds) }.insetBy(-1)
    #expect(places.allSatisfy(bounds.contains))
    // In the middle of the word there is ink, and around it there is paper.
    let darkest = places.map { before[(Int($0.y) * width + Int($0.x)) * 4] }.min() ?? 255
    #expect(darkest < 128)
  }

  @Test func aMarkOutsideTheImageDoesNothing() {
    let bitmap = Bitmap(size: PixelSize(width: 4, height: 4))
    bitmap.fill(.white)
    highlight(Quad(Rect(x: 10, y: 10, width: 5, height: 5)), on: bitmap)
    highlight(Quad(Rect(x: -3, y: -3, width: 4, height: 4)), on: bitmap)
    #expect(samples(of: bitmap).count { $0 == 85 } == 1)
  }

  @Test func aLinkIsFoundAtThePixelsOfItsWords() async throws {
    let issue = try await openIssue(path)
    let request = RenderRequest(scale: .pixelsPerPoint(1.5))
    var found = 0
    for page in 0..<issue.pageCount {
      for link in try await issue.links(ofPage: page) {
        let center = try #require(link.quads.first).bounds.center
        let target = try await target(
          atX: Int(center.x * 1.5), y: Int(center.y * 1.5), ofPage: page, in: issue, request)
        #expect(target == link.target)
        found += 1
      }
    }
    #expect(found > 0)
    #expect(try await target(atX: 0, y: 0, ofPage: 0, in: issue, request) == nil)
  }

  @Test func everyErrorHasItsReaction() {
    #expect(Reaction(to: PageError(.cancelled, "")) == .nothing)
    #expect(Reaction(to: PageError(.needsPassword, "")) == .askForPassword)
    #expect(Reaction(to: PageError(.busy, "")) == .tryAgainLater)
    #expect(Reaction(to: PageError(.damaged, "a")) == .tell("a"))
  }

  @Test func aPublicationThatNeedsNoPasswordIsOpenedWithoutAsking() async throws {
    let recto = engineForTrustedInput()
    var asked = 0
    let issue = try await unlock(path, with: recto) {
      asked += 1
      return nil
    }
    #expect(issue.pageCount == 8 && asked == 0)
  }

  @Test func thePasswordIsAskedForUntilItIsRight() async throws {
    let file = try temporaryFolder()
    let path = try file.write("SWATCH #336699".utf8, to: "a.swatch")
    let recto = Recto(backends: [LockedBackend()], isolation: .inProcess)
    var words = ["tide", "ebb", "flood"]
    let issue = try await unlock(path, with: recto) { words.removeFirst() }
    #expect(issue.pageCount == 1 && words == ["flood"])
    let error = await #expect(throws: PageError.self) {
      try await unlock(path, with: recto) { nil }
    }
    #expect(error?.code == .needsPassword)
  }

  @Test func theStrictEngineKeepsItsLimits() async throws {
    let recto = try await strictEngine()
    let issue = try await recto.open(path)
    var shown: [Int] = []
    let request = RenderRequest(scale: .pixelsPerPoint(10))
    let failures = await showWhatThereIs(issue, request) { page, _ in shown.append(page) }
    #expect(shown == [] && failures.map(\.page) == Array(0..<8))
    #expect(failures.allSatisfy { $0.error.code == .limit })
    let none = await showWhatThereIs(issue, RenderRequest()) { page, _ in shown.append(page) }
    #expect(shown == Array(0..<8) && none.isEmpty)
  }

  @Test func theCoverComesFromTheCacheTheSecondTime() async throws {
    let folder = try temporaryFolder()
    let recto = try await cachedEngine(folder.path("cache"))
    let first = try await cover(of: recto.open(path))
    let second = try await cover(of: recto.open(path))
    #expect(first == second && first.starts(with: Array("RIFF".utf8)))
    let statistics = try #require(recto.cache?.statistics)
    #expect(statistics.stored == 1 && statistics.memoryHits == 1)
  }
}

/// Opens a swatch with the password `ebb`.
private struct LockedBackend: PageBackend {
  private let swatches = SwatchBackend()

  var info: BackendInfo { swatches.info }

  func recognizes(_ probe: SourceProbe) -> Confidence { swatches.recognizes(probe) }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    guard options.password == "ebb" else { throw PageError(.needsPassword, "it is locked") }
    return try swatches.open(source, options: options)
  }
}
