import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, Comment(rawValue: needsPython)),
  .usesBrowser, .serving(samples + "/quay.pdf"))
struct ReaderTests {
  @Test(arguments: ["turning", "finding", "text", "zooming", "links", "listening", "printing"])
  func everyControlOfTheReaderDoesItsWork(_ area: String) async throws {
    try await run(area)
  }

  @Test func articlesAreCleanTextThatLeadsBackToTheirPages() async throws {
    try await run("articles")
  }

  @Test func aKeptIssueIsReadWithoutANetwork() async throws {
    try await run("offline")
  }

  @Test func aDamagedPageIsInItsPlaceAndTheOthersAreKept() async throws {
    let folder = try temporaryFolder()
    for number in 1...5 {
      let pixels = [UInt8](repeating: UInt8(40 * number), count: 60 * 80)
      let picture = number == 2 ? [0x50, 0x35] : Array("P5 60 80 255\n".utf8) + pixels
      try folder.write(picture, to: "scans/\(number).pgm")
    }
    try await run("damaged", at: folder.path("scans"))
  }

  @Test func aSiteThatForbidsFramesIsOfferedInATab() async throws {
    let sites = try LinkedSites()
    try await run(
      "frames", on: try await ServedShelf(sites.publication, "--allow-private"), pictures())
  }

  @Test func everyViewFitsPhonesTabletsAndDesktopsInLightAndDark() async throws {
    try await run("look", at: nil, pictures())
  }

  @Test func everyViewIsAccessible() async throws {
    try await run("access")
  }

  @Test func soundPlaysWhereItStandsOnThePage() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array(book.utf8), to: "bells/book.json")
    try folder.write(Array(page("<audio src=bell.wav controls></audio>").utf8), to: "bells/1.html")
    try folder.write(Array(page("<p>Silence</p>").utf8), to: "bells/2.html")
    try folder.write(tone(seconds: 2), to: "bells/bell.wav")
    try await run("media", at: folder.path("bells"))
  }

  @Test func aLongPageIsScrolledAndAnUprightBookHasNoFacingPages() async throws {
    let folder = try temporaryFolder()
    let book = """
      {"hpub": 1, "title": "Walk", "orientation": "portrait",
       "contents": ["page001.html", "page002.html", "page003.html"]}
      """
    try folder.write(Array(book.utf8), to: "walk/book.json")
    try folder.write(
      Array(page("<div style='height: 6000px'><p>The quay</p></div>").utf8),
      to: "walk/page001.html")
    for number in 2...3 {
      try folder.write(Array(page("<p>\(number)</p>").utf8), to: "walk/page00\(number).html")
    }
    try folder.write(Array("%PDF-1.4".utf8), to: "walk/supplement.pdf")
    // A publication beside the pages is named.
    for words in [["info"], ["preflight"]] {
      let result = try await runRecto(words + [folder.path("walk")])
      #expect(
        (result.text + result.errors).contains("supplement.pdf is not shown"), "\(result.text)")
    }
    try await run("longpage", at: folder.path("walk"))
  }

  @Test(.needsBooks) func soundInsideOfABookPlaysToo() async throws {
    let folder = try temporaryFolder()
    try await MadeBook(pages: [
      "<h1>Bells</h1><audio src='bell.wav' controls=''/>", "<p>Silence</p>", "<p>More of it</p>",
    ])
    .write(to: folder.path("bells.epub"), ["book/bell.wav": tone(seconds: 2)])
    try await run("media", at: folder.path("bells.epub"))
  }

  @Test(.needsBooks) func aNarrationIsHeardClipByClip() async throws {
    let folder = try temporaryFolder()
    let overlay = """
      <smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>
      \([("0", "a", 0.5, 0.9), ("0", "b", 0.9, 1.3), ("1", "c", 1.3, 1.7), ("2", "d", 1.0, 1.2)]
        .map { page, name, begin, end in
          """
          <par><text src="p\(page).xhtml#\(name)"/><audio src="\(page == "2" ? "gone" : "bell").wav"
            clipBegin="\(begin)s" clipEnd="\(end)s"/></par>
          """
        }.joined())
      </body></smil>
      """
    try await MadeBook(
      pages: [
        "<p id='a'>First words</p><p id='b'>Second words</p>", "<p id='c'>Third words</p>",
        "<p id='d'>Fourth words</p>",
      ], overlay: "words.smil"
    ).write(
      to: folder.path("told.epub"),
      ["book/bell.wav": tone(seconds: 2), "book/words.smil": Array(overlay.utf8)])
    try await run("narration", at: folder.path("told.epub"))
  }

  @Test func allFilesOfTheReaderAreServedAndKept() async throws {
    let site = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appending(path: "../../Sources/Server/Reader/Site")
    let names = try FileManager.default.contentsOfDirectory(atPath: site.path)
    let worker = try String(contentsOf: site.appending(path: "sw.js"), encoding: .utf8)
    let served = try await ServedShelf.shared
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

  /// Runs a script against a server of one source, named as on the shelf; without a path it is the
  /// sample.
  private func run(
    _ script: String, at path: String? = nil, _ more: String...
  ) async throws {
    let served: ServedShelf
    if let path {
      served = try await ServedShelf(path)
    } else {
      served = try await ServedShelf.shared
    }
    try await run(script, on: served, more)
  }

  private func run(_ script: String, on served: ServedShelf, _ more: String...) async throws {
    try await run(script, on: served, more)
  }

  private func run(_ script: String, on served: ServedShelf, _ more: [String]) async throws {
    let id = try #require(try await served.publications().first?["id"] as? String)
    let result = try await runScript("Reader/\(script)", [served.url + "/", id] + more)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The folder for the scripts' pictures; name one to look at them.
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
