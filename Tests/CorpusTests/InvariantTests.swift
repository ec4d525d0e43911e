import Foundation
import TestSupport
import Testing

/// The invariants of every source: the text is complete, words have ink, no request affects
/// another, languages and targets are the source's, and two ways give the same result.
///
/// `Tests/Invariants/check` judges; `known.txt` beside it lists the violations that are known.
/// `RECTO_TEST_SEED` chooses other stories.
@Suite(
  .soak, .usesBrowser,
  .enabled(if: browserPython != nil, Comment(rawValue: needsBrowserPython)),
  .enabled(if: program("cmark-gfm") != nil, "cmark-gfm is not installed"))
struct InvariantTests {
  private static let seed = ProcessInfo.processInfo.environment["RECTO_TEST_SEED"] ?? "25"

  @Test(arguments: 0..<20)
  func holdForMadeStories(_ part: Int) async throws {
    try await check(
      "--made", "12", seed: "\(Self.seed)\(part == 0 ? "" : "\(part)")")
  }

  /// Eight of each language, and eight of every structure at once.
  @Test(
    .needsBooks, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)),
    arguments: 0..<8)
  func holdForMadeBooks(_ part: Int) async throws {
    try await check("--books", "12", seed: "\(Self.seed)\(part)")
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func noRequestChangesAnotherOfTheSampleIssue() async throws {
    try await check("--only", "isolation", "\(samplesFolder() ?? "")/quay.pdf")
  }

  @Test(
    .enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)), arguments: ["pdf", "pdf-pages"])
  func holdForPDFs(_ folder: String) async throws {
    try await check(corpus: folder, count: 8)
  }

  @Test(
    .needsBooks, .enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)),
    .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
  func holdForBooks() async throws {
    try await check(corpus: "epub", count: 3)
  }

  /// All files of a folder, `count` at a time.
  private func check(corpus folder: String, count: Int) async throws {
    let path = (corporaFolder() ?? "") + "/" + folder
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
    for start in stride(from: 0, to: files.count, by: count) {
      try await check(Array(files[start..<min(start + count, files.count)]), seed: Self.seed)
    }
  }

  private func check(_ arguments: String..., seed: String = seed) async throws {
    try await check(arguments, seed: seed)
  }

  private func check(_ arguments: [String], seed: String = seed) async throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Invariants/check").standardized.path
    let result = try await run(
      try #require(browserPython),
      [script, "--recto", try rectoExecutable(), "--seed", seed] + arguments, events: 10)
    print(result.text.split(separator: "\n").last ?? "", "(invariants, seed \(seed))")
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }
}
