import RectoPageModel
import RectoPipeline
import RectoSnapshotTesting
import RectoSnapshots
import RectoTextBackend
import TestSupport
import Testing

/// `expectPages` in a test: when it is content, and which issues it records otherwise.
@Suite struct ExpectPagesTests {
  private let scratch: TemporaryFolder
  private let engine = Recto(backends: [TextBackend()], isolation: .inProcess)

  init() throws {
    scratch = try temporaryFolder()
  }

  private func story(_ word: String) throws -> String {
    try scratch.write(Array("The \(word) lies still.".utf8), to: "story.md")
  }

  /// Records goldens, whatever the environment allows.
  private func record(_ source: String) async throws {
    var run = SnapshotRun(
      folder: GoldenFolder(scratch.path("goldens"), source: source), devices: [.page], pages: [0])
    run.mode = .all
    _ = try await run.run(of: try await engine.open(source))
  }

  private func expect(_ source: String) async throws {
    try await expectPages(of: source, match: scratch.path("goldens"), with: engine)
  }

  @Test func pagesThatAreAsTheirGoldensAreNoIssue() async throws {
    let source = try story("quay")
    try await record(source)
    try await expect(source)
  }

  @Test func aChangedPageIsAnIssueThatSaysWhatChanged() async throws {
    try await record(try story("quay"))
    let source = try story("key")
    try await withKnownIssue {
      try await expect(source)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("story.md") && $0.rawValue.contains("\"quay\" became \"key\"")
      }
    }
  }

  @Test func aPageThatIsGoneIsAnIssue() async throws {
    let long = String(repeating: "The boats knock against the wood.\n\n", count: 60)
    let source = try scratch.write(Array(long.utf8), to: "story.md")
    let count = try await engine.open(source).pageCount
    try #require(count > 1)
    var run = SnapshotRun(
      folder: GoldenFolder(scratch.path("goldens"), source: source), devices: [.page],
      pages: Array(0..<count))
    run.mode = .all
    _ = try await run.run(of: try await engine.open(source))
    _ = try story("quay")
    try await record(source)
    try await withKnownIssue {
      try await expect(source)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("page 2: the page no longer exists") }
    }
  }

  @Test func aPageWithoutAGoldenIsAnIssue() async throws {
    let source = try story("quay")
    try await withKnownIssue {
      try await expect(source)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("golden") }
    }
  }

  @Test func aSourceThatCannotBeOpenedIsThrown() async throws {
    await #expect(throws: PageError.self) { try await expect(scratch.path("none.md")) }
  }

  @Test func pathsAreThoseBesideTheTest() async throws {
    let source = try story("quay")
    try await record(source)
    try await expectPages(
      of: "story.md", match: "goldens", with: engine, filePath: scratch.path("Test.swift"))
  }
}
