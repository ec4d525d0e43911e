import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct CachedRenderTests {
  /// Renders to a folder and gives the files' bytes by name.
  private func render(
    _ source: String, _ options: [String], cache: TemporaryFolder
  ) async throws -> [String: [UInt8]] {
    let folder = try temporaryFolder()
    let result = try await runRecto(
      ["render", source, "--cache", "-o", folder.path("{page}.png")] + options,
      environment: ["RECTO_CACHE_DIR": cache.path])
    #expect(result.status == 0, "\(result.errors)")
    return try Dictionary(
      uniqueKeysWithValues: folder.entries().map { ($0, try bytes(ofFile: folder.path($0))) })
  }

  private func entries(_ cache: TemporaryFolder) throws -> Int {
    try cache.entries().count { $0.hasPrefix("results/") && $0.hasSuffix(".entry") }
  }

  @Test func theSameRequestIsAnsweredFromTheCache() async throws {
    let cache = try temporaryFolder()
    let first = try await render(quay, ["--pages", "1-3"], cache: cache)
    #expect(try entries(cache) == 3)
    #expect(try await render(quay, ["--pages", "1-3"], cache: cache) == first)
    #expect(try entries(cache) == 3)
  }

  /// A page that needs hundreds of MiB is there within a limit in which it cannot be drawn.
  @Test func aHitIsNotRendered() async throws {
    let cache = try temporaryFolder()
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF.greedy(states: 600_000).bytes, to: "large.pdf")
    let small = ["--memory-limit", "64"]
    #expect(try await runRecto(["render", path, "-o", folder.path("a.png")] + small).status == 75)
    let first = try await render(path, ["--memory-limit", "2048"], cache: cache)
    #expect(try await render(path, small, cache: cache) == first)
  }

  @Test func anotherPictureBesideAStoryIsAnotherEntry() async throws {
    let (cache, folder) = (try temporaryFolder(), try temporaryFolder())
    let story = try folder.write(Array("![A buoy](buoy.png)".utf8), to: "story.md")
    var pictures: [[String: [UInt8]]] = []
    for page in 1...2 {
      try folder.write(bytes(ofFile: "\(quayPages)/page\(page).png"), to: "buoy.png")
      pictures.append(try await render(story, ["--dpi", "40"], cache: cache))
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test func anotherRequestIsAnotherEntry() async throws {
    let cache = try temporaryFolder()
    let plain = try await render(quay, ["--pages", "1"], cache: cache)
    let gray = try await render(quay, ["--pages", "1", "--gray"], cache: cache)
    #expect(plain != gray)
    #expect(try entries(cache) == 2)
  }

  @Test func aChangedSourceIsRenderedAgain() async throws {
    let cache = try temporaryFolder()
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF([.init(content: "0 0 10 10 re f")]).bytes, to: "a.pdf")
    let before = try await render(path, [], cache: cache)
    try folder.write(HandMadePDF([.init(content: "0 0 50 50 re f")]).bytes, to: "a.pdf")
    #expect(try await render(path, [], cache: cache) != before)
  }

  @Test func pagesThatNeededAPasswordAreNotLeftOnTheDisk() async throws {
    let cache = try temporaryFolder()
    _ = try await render(quay, ["--pages", "1", "--password", "unused"], cache: cache)
    #expect(try entries(cache) == 0)
  }

  @Test func withoutTheOptionNothingIsKept() async throws {
    let cache = try temporaryFolder()
    let folder = try temporaryFolder()
    let result = try await runRecto(
      ["render", quay, "--pages", "1", "-o", folder.path("1.png")],
      environment: ["RECTO_CACHE_DIR": cache.path])
    #expect(result.status == 0)
    #expect(try cache.entries().isEmpty)
  }
}
