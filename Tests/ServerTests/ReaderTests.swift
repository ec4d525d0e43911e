import Foundation
import TestSupport
import Testing

/// A Python with Playwright, which `make test` makes where it can.
private let python = ProcessInfo.processInfo.environment["RECTO_TEST_PYTHON"].flatMap { path in
  FileManager.default.isExecutableFile(atPath: path) ? path : nil
}

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: python != nil, "RECTO_TEST_PYTHON names no Python with Playwright"),
  .oneBrowserAtATime, .serialized)
struct ReaderTests {
  @Test(arguments: ["turning", "finding", "text", "zooming", "links", "listening", "printing"])
  func everyControlOfTheReaderDoesItsWork(_ area: String) async throws {
    try await run(area, on: "quay.pdf")
  }

  @Test func articlesAreCleanTextThatLeadsBackToTheirPages() async throws {
    try await run("articles", on: "quay.pdf")
  }

  @Test func aKeptIssueIsReadWithoutANetwork() async throws {
    try await run("offline", on: "quay.pdf")
  }

  @Test func everyViewFitsPhonesTabletsAndDesktopsInLightAndDark() async throws {
    try await run("look", on: "quay.pdf", pictures())
  }

  @Test func everyViewIsAccessible() async throws {
    try await run("access", on: "quay.pdf")
  }

  @Test func aPlaceInABookOutlivesItsLayout() async throws {
    try await run("flowing", on: "quay.epub")
  }

  @Test func aLongBookIsReadWhileItIsLaidOut() async throws {
    let folder = try temporaryFolder()
    try longBook(chapters: 12).write(to: folder.path("long.epub"))
    try await run("excerpts", on: "long", at: folder.path("long.epub"))
  }

  @Test func nothingIsLostWhenAllPagesAreThere() async throws {
    let folder = try temporaryFolder()
    try longBook(chapters: 12).write(to: folder.path("long.epub"))
    try await run("handover", on: "long", at: folder.path("long.epub"))
  }

  @Test func soundPlaysWhereItStandsOnThePage() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array(book.utf8), to: "bells/book.json")
    try folder.write(Array(page("<audio src=bell.wav controls></audio>").utf8), to: "bells/1.html")
    try folder.write(Array(page("<p>Silence</p>").utf8), to: "bells/2.html")
    try folder.write(tone(seconds: 2), to: "bells/bell.wav")
    try await run("media", on: "bells", at: folder.path("bells"))
  }

  @Test func soundInsideOfABookPlaysToo() async throws {
    let folder = try temporaryFolder()
    try MadeBook(pages: ["<h1>Bells</h1><audio src='bell.wav' controls=''/>", "<p>Silence</p>"])
      .write(to: folder.path("bells.epub"), ["book/bell.wav": tone(seconds: 2)])
    try await run("media", on: "bells", at: folder.path("bells.epub"))
  }

  @Test func allFilesOfTheReaderAreServedAndKept() async throws {
    let site = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appending(path: "../../Sources/Server/Reader/Site")
    let names = try FileManager.default.contentsOfDirectory(atPath: site.path)
    let worker = try String(contentsOf: site.appending(path: "sw.js"), encoding: .utf8)
    let served = try await ServedShelf(samples + "/quay.pdf")
    for name in names {
      let isAtRoot = ["index.html", "sw.js", "manifest.webmanifest"].contains(name)
      let path = name == "index.html" ? "/" : isAtRoot ? "/\(name)" : "/reader/\(name)"
      let answer = try await served.answer(path)
      #expect(answer.status == 200, "\(path)")
      #expect(
        answer["Content-Security-Policy"]?.hasPrefix("default-src 'self';") == true, "\(path)")
      let stem = name.hasSuffix(".js") ? "'\(name.dropLast(3))'" : name
      #expect(isAtRoot || worker.contains(stem) || name == "icon-maskable.svg", "\(name)")
    }
    #expect(try await served.answer("/reader/index.html").status == 404)
  }

  // MARK: Running scripts

  /// Runs a script against a server of one sample, which it names as the shelf does.
  private func run(
    _ script: String, on name: String, at path: String? = nil, _ more: String...
  ) async throws {
    let served = try await ServedShelf(path ?? samples + "/\(name)")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Reader"
    let shelf = try await served.json("/api/1/publications")
    let first = try #require((shelf["publications"] as? [[String: Any]])?.first)
    let id = try #require(first["id"] as? String)
    let result = try TestSupport.run(
      try #require(python), ["\(folder)/\(script).py", served.url + "/", id] + more,
      environment: ["PYTHONDONTWRITEBYTECODE": "1"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Where the pictures go that scripts take: to look at them, name a folder.
  private func pictures() throws -> String {
    if let named = ProcessInfo.processInfo.environment["RECTO_TEST_PICTURES"] { return named }
    return NSTemporaryDirectory()
  }

  // MARK: A book with a sound

  private let book = """
    {"hpub": 1, "title": "Bells", "author": ["Harbour"], "contents": ["1.html", "2.html"]}
    """

  private func page(_ body: String) -> String {
    "<!doctype html><html lang=en><title>Bells</title><h1>Bells</h1>\(body)</html>"
  }
}
