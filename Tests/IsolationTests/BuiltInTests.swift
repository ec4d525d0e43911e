import Glibc
import RectoBackends
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

/// The built-in backends in workers of a zygote that was started for a program like this one.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct BuiltInTests {
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }

  private func recto(_ isolation: Isolation? = nil) throws -> Recto {
    Recto(
      backends: builtInBackends(),
      isolation: try isolation ?? .workers(patientPool(Self.zygote.get(), count: 2)))
  }

  private func path(_ name: String) -> String { (samplesFolder() ?? "") + "/\(name)" }

  /// Both ways through all pages: pixels to the byte, and text.
  @Test(arguments: ["quay.pdf", "quay-pages", "quay-package.zip"])
  func aWorkerGivesWhatThisProcessGives(name: String) async throws {
    let inside = try await recto(.inProcess).open(path(name))
    let outside = try await recto().open(path(name))
    #expect(outside.pageCount == inside.pageCount)
    #expect(outside.backend == inside.backend)
    #expect(try await outside.info == inside.info)
    #expect(try await outside.outline() == inside.outline())
    for page in 0..<inside.pageCount {
      let request = RenderRequest(scale: .pixelsPerPoint(1.3))
      let (a, b) = (
        try await inside.render(page: page, request), try await outside.render(page: page, request)
      )
      #expect(a.size == b.size && a.format == b.format)
      #expect(a.withPixels { Array($0) } == b.withPixels { Array($0) }, "page \(page + 1)")
      #expect(try await outside.facts(ofPage: page) == inside.facts(ofPage: page))
      #expect(try await outside.links(ofPage: page) == inside.links(ofPage: page))
      #expect(
        try await JSONWriter.bytes(of: outside.textDocument(ofPage: page, includesGlyphs: true))
          == JSONWriter.bytes(of: inside.textDocument(ofPage: page, includesGlyphs: true)))
    }
  }

  @Test func aRegionAtAHighScaleIsATileAndNotAPage() async throws {
    let issue = try await recto().open(path("quay.pdf"))
    // The page would be 20,000 pixels wide: 530 million pixels, ten times the limit.
    let scale = 20_000 / (try await issue.facts(ofPage: 3).size.width)
    let side = 512 / scale
    let tile = RenderRequest(
      scale: .pixelsPerPoint(scale),
      region: Rect(x: 100 * side / 8, y: 60 * side / 8, width: side, height: side))
    let bitmap = try await issue.render(page: 3, tile)
    #expect((512...513).contains(bitmap.size.width) && (512...513).contains(bitmap.size.height))
    let whole = await #expect(throws: PageError.self) {
      _ = try await issue.render(page: 3, RenderRequest(scale: .pixelsPerPoint(scale)))
    }
    #expect(whole?.code == .limit)
  }

  @Test func standardInputIsHandedToWorkersToo() async throws {
    let result = try await runRecto(
      ["render", "-", "--pages", "1", "--dpi", "20", "-o", "-"],
      input: bytes(ofFile: path("quay.pdf")))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try decodePNG(result.output).width == 117)
  }

  @Test func aPublicationThatIsLetGoOfEndsItsWorkers() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    do {
      let engine = Recto(
        backends: builtInBackends(), isolation: .workers(patientPool(zygote, count: 2)))
      let issue = try await engine.open(path("quay.pdf"))
      for try await image in issue.render(pages: 0..<4) { _ = image.bitmap.size }
      #expect(try !processes(below: zygote.processIdentifier).isEmpty)
    }
    try await until { try processes(below: zygote.processIdentifier).isEmpty }
  }

  /// The source of a worker that ended with it is not to blame.
  @Test func aKilledZygoteIsRestartedAndLosesNoRequest() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let pool = patientPool(zygote)
    let engine = Recto(backends: builtInBackends(), isolation: .workers(pool))
    let issue = try await engine.open(path("quay.pdf"))
    _ = try await issue.render(page: 0, RenderRequest())
    kill(zygote.processIdentifier, SIGKILL)
    #expect(try await issue.render(page: 1, RenderRequest()).size.width == 420)
    #expect(engine.endedWorkers == 0)
  }

  /// A second restart would end the workers of the first, and leave its process behind.
  @Test func manyWhoFindAZygoteKilledLoseNoRequest() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let engine = Recto(
      backends: builtInBackends(), isolation: .workers(patientPool(zygote, count: 1)))
    var issues: [OpenPublication] = []
    for _ in 0..<6 { issues.append(try await engine.open(path("quay.pdf"))) }
    for round in 0..<3 {
      kill(zygote.processIdentifier, SIGKILL)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for issue in issues {
          group.addTask { try await issue.render(page: round, RenderRequest()).size.width }
        }
        for try await width in group { #expect(width == 420) }
      }
    }
    #expect(engine.endedWorkers == 0)
    // One that is shut down stays so.
    zygote.shutDown()
    #expect(zygote.processIdentifier == -1)
    await #expect(throws: PageError.self) { try await engine.open(path("quay.pdf")) }
    #expect(zygote.processIdentifier == -1)
  }

  /// A restart would end the workers of everyone.
  @Test func aZygoteThatIsSlowIsNotRestarted() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable(), startMilliseconds: 50)
    let engine = Recto(backends: builtInBackends(), isolation: .workers(patientPool(zygote)))
    let process = zygote.processIdentifier
    var opened: OpenPublication?
    try await until("a worker starts in time") {
      opened = try? await engine.open(path("quay.pdf"))
      return opened != nil
    }
    let issue = try #require(opened)
    kill(process, SIGSTOP)
    let failure = await #expect(throws: PageError.self) {
      _ = try await engine.open(path("quay-layout"))
    }
    #expect(failure?.code == .busy)
    _ = try await issue.render(page: 0, RenderRequest())
    kill(process, SIGCONT)
    #expect(zygote.processIdentifier == process)
  }
}
