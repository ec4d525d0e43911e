import Foundation
import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

@Suite struct RecognitionTests {
  /// Knows files by a signature, and less surely by their name.
  private func backend(_ id: String) -> Sketch {
    Sketch(
      id: id, extensions: [id],
      confidence: { probe in
        if probe.begins(with: Array(id.uppercased().utf8)) { return .certain }
        return probe.fileExtension == id ? .byName : .none
      }, pages: [SketchedPage()])
  }

  private var recto: Recto {
    Recto(backends: [backend("one"), backend("two")], isolation: .inProcess)
  }

  private func error(_ path: String) async -> PageError? {
    do throws(PageError) {
      _ = try await recto.open(path)
      return nil
    } catch { return error }
  }

  @Test func contentGoesBeforeName() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array("TWO and more".utf8), to: "misnamed.one")
    #expect(try await recto.open(path).backend.id == "two")
  }

  @Test func theNameDecidesWhereTheContentSaysNothing() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array("something".utf8), to: "a.two")
    #expect(try await recto.open(path).backend.id == "two")
  }

  @Test func theFirstOfEquallyConfidentBackendsOpens() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write([1], to: "a")
    let first = Sketch(id: "first")
    let second = Sketch(id: "second")
    #expect(
      try await Recto(backends: [first, second], isolation: .inProcess).open(path).backend.id
        == "first")
    #expect(
      try await Recto(backends: [second, first], isolation: .inProcess).open(path).backend.id
        == "second")
  }

  @Test(arguments: [
    ("%PDF-1.7\n", "Plugins/PDF"),
    (
      "PK\u{3}\u{4}" + String(repeating: " ", count: 26) + "mimetypeapplication/epub+zip",
      "Plugins/EPUB"
    ),
  ])
  func aFormatWithoutItsPluginNamesThePlugin(content: String, plugin: String) async throws {
    let folder = try temporaryFolder()
    let error = await error(try folder.write(Array(content.utf8), to: "issue"))
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains(plugin) == true)
  }

  @Test func anUnknownFormatIsRefusedWithTheListOfKnownOnes() async throws {
    let folder = try temporaryFolder()
    let error = await error(try folder.write(Array("nothing".utf8), to: "a.doc"))
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("one") == true && error?.message.contains("two") == true)
  }

  @Test func anEmptyFileIsDamagedWhateverItsName() async throws {
    let folder = try temporaryFolder()
    #expect(await error(try folder.write([], to: "a.doc"))?.code == .damaged)
  }

  @Test func aMissingFileIsNotFound() async throws {
    let folder = try temporaryFolder()
    #expect(await error(folder.path("none.one"))?.code == .notFound)
  }

  @Test func aFolderWithoutPagesIsRefused() async throws {
    let folder = try temporaryFolder()
    let empty = await error(folder.path)
    #expect(empty?.code == .unsupported)
    try folder.write([1], to: "notes.txt")
    let other = await error(folder.path)
    #expect(other?.code == .unsupported)
    #expect(other?.message != empty?.message)
  }

  @Test func aBackendSeesAFoldersNamesWithoutTheHiddenOnes() async throws {
    let folder = try temporaryFolder()
    for name in ["b.png", "a.png", ".hidden", "sub/c.png"] { try folder.write([1], to: name) }
    let seen = Log<String>()
    let backend = Sketch(confidence: { probe in
      for name in probe.entries { seen.append(name) }
      return .certain
    })
    _ = try await Recto(backends: [backend], isolation: .inProcess).open(folder.path)
    #expect(seen.entries.sorted() == ["a.png", "b.png", "sub"])
  }
}

@Suite struct LimitsTests {
  private func open(_ backend: Sketch, _ limits: Limits = Limits()) async throws -> OpenPublication
  {
    let folder = try temporaryFolder()
    return try await Recto(backends: [backend], isolation: .inProcess, limits: limits).open(
      try folder.write([1], to: "a"))
  }

  private func error(_ body: () async throws -> Void) async -> PageError? {
    do {
      try await body()
      return nil
    } catch { return error as? PageError }
  }

  @Test func morePagesThanTheLimitAreRefusedByItsNumber() async throws {
    var limits = Limits()
    limits.pages = 3
    let four = Sketch(pages: Array(repeating: SketchedPage(), count: 4))
    let error = await error { _ = try await open(four, limits) }
    #expect(error?.code == .limit)
    #expect(error?.message.contains("4") == true && error?.message.contains("3") == true)
    let three = Sketch(pages: Array(repeating: SketchedPage(), count: 3))
    #expect(try await open(three, limits).pageCount == 3)
  }

  @Test func morePixelsThanTheLimitAreRefusedByItsNumber() async throws {
    var limits = Limits()
    limits.pixels = 2_000_000
    let issue = try await open(
      Sketch(pages: [SketchedPage(size: Size(width: 1000, height: 2000))]), limits)
    #expect(try await issue.render(page: 0, RenderRequest()).size.height == 2000)
    let error = await error {
      _ = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(1.001)))
    }
    #expect(error?.code == .limit)
    #expect(error?.message.contains("2 megapixels") == true)
  }

  @Test func aSideBeyondTheLimitIsRefusedByItsNumber() async throws {
    let issue = try await open(Sketch(pages: [SketchedPage(size: Size(width: 32_768, height: 2))]))
    let error = await error { _ = try await issue.render(page: 0, RenderRequest()) }
    #expect(error?.code == .limit)
    #expect(error?.message.contains("32767") == true)
  }

  @Test func aMillionPointsAtSixHundredDotsPerInchAreALimitAndNoOverflow() async throws {
    let issue = try await open(Sketch(pages: [SketchedPage(size: Size(width: 1e6, height: 1e6))]))
    let error = await error {
      _ = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(600.0 / 72)))
    }
    #expect(error?.code == .limit)
  }

  @Test func aRegionOfAGiantPageIsWithinTheLimits() async throws {
    let issue = try await open(Sketch(pages: [SketchedPage(size: Size(width: 1e6, height: 1e6))]))
    let bitmap = try await issue.render(
      page: 0,
      RenderRequest(
        scale: .pixelsPerPoint(2), region: Rect(x: 999_990, y: 999_990, width: 10, height: 10)))
    #expect(bitmap.size == PixelSize(width: 20, height: 20))
  }

  @Test func aPageBeyondTheEndIsNamedFromOne() async throws {
    let issue = try await open(Sketch(pages: Array(repeating: SketchedPage(), count: 40)))
    for (index, end) in [(40, "the last is 40"), (-1, "the first is 1")] {
      let error = await error { _ = try await issue.render(page: index, RenderRequest()) }
      #expect(error?.code == .noSuchPage)
      #expect(error?.message == "there is no page \(index + 1): \(end)")
    }
  }

  @Test func standardInputBeyondTheLimitIsRefused() async throws {
    let folder = try temporaryFolder()
    let input = try FileHandle(
      forReadingFrom: URL(
        fileURLWithPath: folder.write([UInt8](repeating: 1, count: 200_000), to: "in")))
    let saved = dup(STDIN_FILENO)
    dup2(input.fileDescriptor, STDIN_FILENO)
    defer {
      dup2(saved, STDIN_FILENO)
      close(saved)
    }
    var limits = Limits()
    limits.inputBytes = 100_000
    let error = await error {
      _ = try await Recto(backends: [Sketch()], isolation: .inProcess, limits: limits).open("-")
    }
    #expect(error?.code == .limit)
  }
}
