import RectoPageModel
import RectoPipeline
import Synchronization
import TestSupport
import Testing

/// One engine draws pages that another one cannot, and the caller is told which.
@Suite struct SubstituteTests {
  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 255)
  private static let crash = PageError(.damaged, "its worker crashed")

  /// Counts what a page is asked for.
  private final class Attempts: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
  }

  private func first(failing error: PageError? = crash, _ attempts: Attempts = Attempts()) -> Sketch
  {
    Sketch(
      id: "first",
      pages: [
        SketchedPage(color: Self.red),
        SketchedPage(
          color: Self.red,
          onRender: { _ throws(PageError) in
            attempts.add()
            if let error { throw error }
          }),
      ], engine: "one")
  }

  private let other = Sketch(
    id: "other", pages: [SketchedPage(color: blue), SketchedPage(color: blue)], engine: "two")

  private func recto(
    _ backends: [any PageBackend], cache: ResultCache? = nil, engine: String? = nil,
    substitutes: Bool = true
  ) -> Recto {
    Recto(
      backends: backends, isolation: .inProcess, cache: cache, engine: engine,
      substitutesEngines: substitutes)
  }

  private func source(in folder: TemporaryFolder) throws -> String {
    try folder.write(Array("sketch".utf8), to: "a.sketch")
  }

  private func color(ofPage index: Int, of publication: OpenPublication) async throws -> Color {
    let bitmap = try await publication.render(page: index, RenderRequest())
    return PipelineTests.color(of: bitmap, x: 5, y: 5)
  }

  @Test func theOtherEngineDrawsThePageOnWhichTheFirstFails() async throws {
    let folder = try temporaryFolder()
    let engine = recto([first(), other])
    let publication = try await engine.open(source(in: folder))
    #expect(try await color(ofPage: 0, of: publication) == Self.red)
    #expect(try await color(ofPage: 1, of: publication) == Self.blue)
    let warnings = try await publication.info.warnings
    #expect(
      warnings == [
        PageWarning(
          code: "other-engine", page: 1,
          message: "drawn by two, since another engine failed: its worker crashed")
      ])
    #expect(engine.substitutedImages == 1)
  }

  @Test func aSwitchTurnsThatOff() async throws {
    let folder = try temporaryFolder()
    let publication = try await recto([first(), other], substitutes: false)
      .open(source(in: folder))
    let error = await failure { _ = try await color(ofPage: 1, of: publication) }
    #expect(error == Self.crash)
  }

  @Test func whatIsWrongWithTheRequestIsNotTriedAgain() async throws {
    let folder = try temporaryFolder()
    for error in [
      PageError(.needsPassword, "encrypted"), PageError(.badRequest, "no"),
      PageError(.limit, "too many pixels"), PageError(.cancelled, "cancelled"),
    ] {
      let publication = try await recto([first(failing: error), other]).open(source(in: folder))
      #expect(await failure { _ = try await color(ofPage: 1, of: publication) } == error)
    }
  }

  @Test func whereBothFailTheFirstOnesReasonIsSaid() async throws {
    let folder = try temporaryFolder()
    let helpless = Sketch(
      id: "other",
      pages: [
        SketchedPage(),
        SketchedPage(onRender: { _ throws(PageError) in throw PageError(.damaged, "mine") }),
      ], engine: "two")
    let publication = try await recto([first(), helpless]).open(source(in: folder))
    #expect(await failure { _ = try await color(ofPage: 1, of: publication) } == Self.crash)
    #expect(try await publication.info.warnings.isEmpty)
  }

  @Test(arguments: [
    (PageError(.busy, "too many requests"), 2), (PageError(.cancelled, "cancelled"), 2),
    (PageError(.limit, "not done in time", remedy: .time), 2),
    (PageError(.damaged, "it has no pages"), 1), (PageError(.limit, "too many pages"), 1),
  ])
  func anEngineThatMayOpenTheSourceLaterIsAskedAgain(
    refusal: PageError, expectedAttempts: Int
  ) async throws {
    let folder = try temporaryFolder()
    let attempts = Attempts()
    var late = other
    late.onOpen = { () throws(PageError) in
      attempts.add()
      if attempts.value == 1 { throw refusal }
    }
    let publication = try await recto([first(), late]).open(source(in: folder))
    #expect(await failure { _ = try await color(ofPage: 1, of: publication) } == Self.crash)
    #expect(attempts.value == 1)
    let drawn = try? await color(ofPage: 1, of: publication)
    #expect(drawn == (expectedAttempts == 2 ? Self.blue : nil))
    #expect(attempts.value == expectedAttempts)
  }

  @Test func thePageStaysWithTheEngineThatDrewIt() async throws {
    let folder = try temporaryFolder()
    let cache = ResultCache(CacheConfiguration(directory: folder.path("cache")))
    let path = try source(in: folder)
    let attempts = Attempts()
    let engine = recto([first(failing: Self.crash, attempts), other], cache: cache)
    let publication = try await engine.open(path)
    for _ in 0..<2 { #expect(try await color(ofPage: 1, of: publication) == Self.blue) }
    #expect(attempts.value == 1)
    // The first engine would draw it now, and the picture would be another one.
    let recovered = try await recto([first(failing: nil, attempts), other], cache: cache).open(path)
    #expect(try await color(ofPage: 1, of: recovered) == Self.blue)
    #expect(attempts.value == 1)
    #expect(try await recovered.info.warnings.map(\.page) == [1])
  }

  @Test func theOtherEngineOpensWhatTheFirstRefuses() async throws {
    let folder = try temporaryFolder()
    var refusing = first()
    refusing.refusal = PageError(.damaged, "it has no pages")
    let publication = try await recto([refusing, other]).open(source(in: folder))
    #expect(publication.backend.id == "other")
    #expect(
      try await publication.info.warnings.map(\.message) == [
        "another engine than one opened it: it has no pages"
      ])
    refusing.refusal = PageError(.needsPassword, "the PDF is encrypted")
    let error = await failure { _ = try await recto([refusing, other]).open(source(in: folder)) }
    #expect(error?.code == .needsPassword)
  }

  @Test func aPasswordThatTheOtherEngineNeedsIsAskedFor() async throws {
    let folder = try temporaryFolder()
    var (one, two) = (first(), other)
    one.refusal = PageError(.unsupported, "its encryption is unknown")
    two.refusal = PageError(.needsPassword, "the PDF is encrypted")
    let error = await failure { _ = try await recto([one, two]).open(source(in: folder)) }
    #expect(error == PageError(.needsPassword, "the PDF is encrypted"))
  }

  @Test func theEngineThatIsPreferredOpens() async throws {
    let folder = try temporaryFolder()
    let path = try source(in: folder)
    let engine = recto([first(), other], engine: "two")
    #expect(try await engine.open(path).backend.id == "other")
    #expect(
      try await engine.open(path, options: OpenOptions(engine: "one")).backend.id == "first")
    let error = await failure { _ = try await recto([first()], engine: "two").open(path) }
    #expect(error == PageError(.badRequest, "there is no engine two: use one"))
  }

  @Test func anEngineThatIsNotInstalledIsNeitherFirstNorSecond() async throws {
    let folder = try temporaryFolder()
    let path = try source(in: folder)
    var absent = other
    absent.isInstalled = false
    absent.refusal = PageError(.notInstalled, "it is not found")
    #expect(try await recto([absent, first()]).open(path).backend.id == "first")
    // The caller is told.
    let publication = try await recto([first(), absent], engine: "two").open(path)
    #expect(
      try await publication.info.warnings.map(\.message) == [
        "another engine than two opened it: it is not found"
      ])
  }
}
