import Foundation
import TestSupport
import Testing

/// Books whose pages are laid out while they are read. Each has a server of its own.
@Suite(
  .needsBooks,
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, Comment(rawValue: needsPython)),
  .usesBrowser)
struct LongBookTests {
  @Test func aPlaceInABookOutlivesItsLayout() async throws {
    try await run("flowing", at: samples + "/quay.epub")
  }

  @Test(arguments: ["excerpts", "handover", "moves"])
  func aLongBookIsReadWhileItIsLaidOutAndNothingIsLost(script: String) async throws {
    let folder = try temporaryFolder()
    try await longBook(chapters: 12).write(to: folder.path("long.epub"))
    try await run(script, at: folder.path("long.epub"))
  }

  private func run(_ script: String, at path: String) async throws {
    let served = try await ServedShelf(path)
    let id = try #require(try await served.publications().first?["id"] as? String)
    let result = try await runScript("Reader/\(script)", [served.url + "/", id])
    #expect(result.status == 0, "\(result.errors)")
  }
}
