import Foundation
import TestSupport
import Testing

/// A review in a real browser, and what reaches its server from elsewhere.
@Suite struct SnapshotReviewTests {
  private let scratch: TemporaryFolder
  private let goldens: String

  init() throws {
    scratch = try temporaryFolder()
    goldens = scratch.path("goldens")
  }

  private func write(_ word: String) throws -> String {
    try scratch.write(
      Array("---\ntitle: '</script>'\n---\n\nThe \(word) lies still.".utf8), to: "story.md")
  }

  /// A review of a story in which a word changed, and where it is served.
  private func review() async throws -> (recto: RunningRecto, url: String, source: String) {
    _ = try await runRecto(
      ["snapshot", "record", try write("quay"), "--goldens", goldens], environment: ["CI": ""])
    let source = try write("key")
    let recto = try RunningRecto(["snapshot", "review", source, "--goldens", goldens])
    while true {
      let line = try await recto.nextLine()
      if line.isEmpty { throw CocoaError(.fileReadUnknown) }
      guard line.hasPrefix("Review: ") else { continue }
      return (recto, String(line.split(separator: " ")[1]), source)
    }
  }

  @Test(
    .enabled(if: browserPython != nil, Comment(rawValue: needsBrowserPython)), .usesBrowser)
  func anApprovalInTheBrowserReplacesTheGolden() async throws {
    let (recto, url, source) = try await review()
    let pictures = ProcessInfo.processInfo.environment["RECTO_TEST_PICTURES"] ?? scratch.path
    let result = try await runBrowserScript("review", url, pictures)
    #expect(result.status == 0, "\(result.errors)")
    recto.interrupt()
    #expect(try await recto.status() == 0)
    #expect(try await runRecto(["snapshot", "check", source, "--goldens", goldens]).status == 0)
  }

  @Test func anApprovalWithoutTheTokenIsRefused() async throws {
    let (recto, url, source) = try await review()
    let port = try #require(URL(string: url)?.port)
    for (body, status) in [
      (#"{"token":"guessed","page":0}"#, 403), (#"{"page":0}"#, 400), ("no JSON", 400),
    ] {
      let head = httpRequest("/approve", "POST") + "\r\nContent-Length: \(body.utf8.count)"
      let answer = try await httpAnswer(port: port, head, body: body)
      #expect(httpStatus(answer) == status, "\(answer)")
    }
    recto.interrupt()
    #expect(try await recto.status() == 1)
    #expect(try await runRecto(["snapshot", "check", source, "--goldens", goldens]).status == 1)
  }
}
