import Foundation
import Glibc
import RectoBackends
import RectoHTMLBackend
import RectoJSON
import RectoPackageBackend
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

/// Pages read through workers, each of which has a browser.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct WorkerTests {
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }

  private func open(
    _ folder: TemporaryFolder, seconds: Double = Patience.seconds, below zygote: Zygote? = nil,
    keepsReadyWorkers: Bool = false
  ) async throws -> OpenPublication {
    var pool = WorkerPool(zygote: try zygote ?? Self.zygote.get(), count: 1)
    pool.limits.seconds = seconds
    pool.limits.keepsReadyWorkers = keepsReadyWorkers
    let recto = Recto(backends: [HTMLBackend()], isolation: .workers(pool))
    return try await recto.open(folder.path)
  }

  private func folder(_ pages: String...) throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    for (index, body) in pages.enumerated() {
      try folder.write(Fixture.document(body).utf8, to: "page\(index + 1).html")
    }
    return folder
  }

  @Test func aWorkerDrawsWhatThisProcessDraws() async throws {
    let folder = try folder("<h1>Quay</h1><p>Low water <a href=page2.html>at nine</a>", "<p>Two")
    let outside = try await open(folder)
    let inside = try await Recto(backends: [HTMLBackend()], isolation: .inProcess)
      .open(folder.path)
    #expect(try await outside.info == inside.info)
    #expect(try await outside.outline() == inside.outline())
    let request = RenderRequest(scale: .pixelsPerPoint(1.3))
    let (a, b) = (
      try await outside.render(page: 0, request), try await inside.render(page: 0, request)
    )
    #expect(a.withPixels { Array($0) } == b.withPixels { Array($0) })
    #expect(
      try await JSONWriter.bytes(of: outside.textDocument(ofPage: 0, includesGlyphs: true))
        == JSONWriter.bytes(of: inside.textDocument(ofPage: 0, includesGlyphs: true)))
    #expect(try await outside.links(ofPage: 0) == inside.links(ofPage: 0))
  }

  @Test func aPageWhoseBrowserIsKilledIsDrawnByAnother() async throws {
    // The browsers of other tests are not killed.
    let zygote = try Zygote.spawn(try rectoExecutable())
    let folder = try folder("<p>One", "<p>Two")
    let issue = try await open(folder, below: zygote)
    _ = try await issue.render(page: 0, RenderRequest())
    let browsers = try browsers(below: zygote)
    #expect(!browsers.isEmpty)
    for browser in browsers { kill(browser, SIGKILL) }
    _ = try await issue.render(page: 1, RenderRequest())
  }

  /// A server's readers do not wait for the start of a browser.
  @Test func theNextSourceIsReadByTheReadyWorker() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let ready = try await readyBrowser(below: zygote)
    let folder = try folder("<p>Two")
    var next: OpenPublication? = try await open(folder, below: zygote)
    #expect(try await next?.text(ofPage: 0).plain == "Two")
    #expect(try browsers(below: zygote) == [ready])
    next = nil
    try await until { !isBrowser(ready) }
  }

  @Test func aReadyWorkerWhoseBrowserIsKilledLosesNoRequest() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    kill(try await readyBrowser(below: zygote), SIGKILL)
    let folder = try folder("<p>Two")
    let next = try await open(folder, below: zygote)
    #expect(try await next.text(ofPage: 0).plain == "Two")
  }

  @Test func aReadyWorkerEndsWithItsZygote() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let ready = try await readyBrowser(below: zygote)
    zygote.shutDown()
    try await until { !isBrowser(ready) }
  }

  /// Opens and closes a source, and returns the browser that is ready for the next one.
  private func readyBrowser(below zygote: Zygote) async throws -> pid_t {
    let folder = try folder("<p>One")
    var issue: OpenPublication? = try await open(folder, below: zygote, keepsReadyWorkers: true)
    _ = try await issue?.render(page: 0, RenderRequest())
    try await until("a browser is ready") { try browsers(below: zygote).count == 2 }
    issue = nil
    try await until("one browser is left") { try browsers(below: zygote).count == 1 }
    return try #require(try browsers(below: zygote).first)
  }

  @Test func theBrowserEndsWithItsWorker() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let folder = try folder("<p>One")
    var issue: OpenPublication? = try await open(folder, below: zygote)
    _ = try await issue?.render(page: 0, RenderRequest())
    let browsers = try browsers(below: zygote)
    #expect(!browsers.isEmpty)
    issue = nil
    try await until { !browsers.contains(where: isBrowser) }
  }

  @Test func aPageHasHalfOfTheWorkersTimeToLoad() async throws {
    let folder = try folder("<script>for (;;);</script>")
    let issue = try await open(folder, seconds: 8)
    var failure: PageError?
    // A browser that gets no processor says so, and may be asked again.
    for _ in 0..<10 where failure == nil || failure?.code == .busy {
      // The worker itself has longer, so that the browser's time is what ends.
      failure = await #expect(throws: PageError.self) {
        try await issue.render(
          page: 0, RenderRequest(), RequestOptions(.visible, seconds: Patience.seconds))
      }
    }
    // Half of the time to load; on a busy machine the four fifths to start may be over before.
    let messages = ["4", "6.4"].map {
      "the limit was reached: the browser is not done with it after \($0) s"
    }
    #expect(failure?.code == .limit && failure?.remedy == .time)
    #expect(messages.contains(failure?.message ?? ""), "\(failure?.message ?? "")")
  }

  @Test func aPageThatTakesAllMemoryIsEnded() async throws {
    let folder = try folder(
      "<script>const a = []; for (;;) a.push(new Uint8Array(1 << 24).fill(1))</script>", "<p>Two")
    let issue = try await open(folder)
    let failure = await #expect(throws: PageError.self) {
      try await issue.render(page: 0, RenderRequest())
    }
    #expect(failure?.code == .limit)
    _ = try await issue.render(page: 1, RenderRequest())
  }

  // MARK: Packages

  private func open(
    _ folder: TemporaryFolder, _ name: String = "", with zygote: Zygote
  ) async throws -> OpenPublication {
    var pool = WorkerPool(zygote: zygote, count: 1)
    pool.limits.seconds = Patience.seconds
    // Workers have the built-in backends; here the source is only recognized.
    let recto = Recto(backends: [PackageBackend(parts: [])], isolation: .workers(pool))
    return try await recto.open(name.isEmpty ? folder.path : folder.path(name))
  }

  @Test func partsOfHTMLShareABrowserThatIsStartedInTheSandbox() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let folder = try folder("<p>One", "<p>Two")
    try folder.write(Fixture.document("<p>Three").utf8, to: "more/page1.html")
    try folder.write("# Letter\n".utf8, to: "letter.md")
    try folder.write(
      #"{"parts": ["letter.md", "page1.html", "page2.html", "more"]}"#.utf8, to: "recto.json")
    let issue = try await open(folder, with: zygote)
    #expect(issue.pageCount == 4)
    for (page, word) in ["Letter", "One", "Two", "Three"].enumerated() {
      #expect(try await issue.text(ofPage: page).plain.hasPrefix(word))
      _ = try await issue.render(page: page, RenderRequest())
    }
    #expect(try browsers(below: zygote).count == 1)
  }

  /// The kernel compares priorities within a session only, where it groups processes by session.
  @Test func aBrowserIsInTheSessionOfItsHost() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let folder = try folder("<p>One")
    try folder.write(#"{"parts": ["page1.html"]}"#.utf8, to: "recto.json")
    let issue = try await open(folder, with: zygote)
    #expect(try await issue.text(ofPage: 0).plain == "One")
    let browser = try #require(try browsers(below: zygote).first)
    #expect(getsid(browser) == getsid(0))
    #expect(getpgid(browser) != getpgid(0), "a terminal's signals are not for it")
  }

  @Test func aPackageWithoutHTMLStartsNoBrowserAndLeavesNoProcess() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let folder = try temporaryFolder()
    try folder.write("# Letter\n".utf8, to: "letter.md")
    try folder.write(#"{"parts": ["letter.md"]}"#.utf8, to: "recto.json")
    var issue: OpenPublication? = try await open(folder, with: zygote)
    _ = try await issue?.render(page: 0, RenderRequest())
    #expect(try browsers(below: zygote).isEmpty)
    let family = try processes(below: zygote.processIdentifier)
    #expect(
      family.count == (hasBooks ? 3 : 2),
      "the worker, and what waits to be the browsers of pages and of books")
    issue = nil
    try await until { try family.isDisjoint(with: processes(below: zygote.processIdentifier)) }
  }

  @Test func anArchiveOfPagesIsReadInTheSandbox() async throws {
    let zygote = try Zygote.spawn(try rectoExecutable())
    let folder = try folder("<p>One", "<p>Two")
    let python = try #require(program("python3"))
    let made = try await run(
      python, ["-m", "zipfile", "-c", "issue.hpub", "page1.html", "page2.html"], in: folder.path)
    try #require(made.status == 0)
    let issue = try await open(folder, "issue.hpub", with: zygote)
    #expect(issue.pageCount == 2)
    #expect(try await issue.text(ofPage: 1).plain == "Two")
    #expect(try browsers(below: zygote).count == 1)
  }
}

/// The first processes of the browsers that a zygote's workers have.
private func browsers(below zygote: Zygote) throws -> Set<pid_t> {
  try browsers(below: zygote.processIdentifier)
}
