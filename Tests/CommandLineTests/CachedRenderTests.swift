import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct CachedRenderTests {
  /// Renders to a folder and gives the files' bytes by name.
  private func render(
    _ source: String, _ options: [String], cache: TemporaryFolder
  ) throws -> [String: [UInt8]] {
    let folder = try temporaryFolder()
    let result = try runRecto(
      ["render", source, "--cache", "-o", folder.path("{page}.png")] + options,
      environment: ["RECTO_CACHE_DIR": cache.path])
    #expect(result.status == 0, "\(result.errors)")
    return try Dictionary(
      uniqueKeysWithValues: folder.entries().map { ($0, try bytes(ofFile: folder.path($0))) })
  }

  private func entries(_ cache: TemporaryFolder) throws -> Int {
    try cache.entries().count { $0.hasPrefix("results/") && $0.hasSuffix(".entry") }
  }

  @Test func theSameRequestIsAnsweredFromTheCache() throws {
    let cache = try temporaryFolder()
    let first = try render(quay, ["--pages", "1-3"], cache: cache)
    #expect(try entries(cache) == 3)
    #expect(try render(quay, ["--pages", "1-3"], cache: cache) == first)
    #expect(try entries(cache) == 3)
  }

  /// What took seconds the first time is there within a limit that would not do for it.
  @Test func aHitIsNotRendered() throws {
    let cache = try temporaryFolder()
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF.nested(levels: 6), to: "slow.pdf")
    let first = try render(path, ["--time-limit", "120"], cache: cache)
    #expect(try render(path, ["--time-limit", "0.5"], cache: cache) == first)
  }

  @Test func anotherRequestIsAnotherEntry() throws {
    let cache = try temporaryFolder()
    let plain = try render(quay, ["--pages", "1"], cache: cache)
    let gray = try render(quay, ["--pages", "1", "--gray"], cache: cache)
    #expect(plain != gray)
    #expect(try entries(cache) == 2)
  }

  @Test func aSourceThatHasChangedIsRenderedAnew() throws {
    let cache = try temporaryFolder()
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF([.init(content: "0 0 10 10 re f")]).bytes, to: "a.pdf")
    let before = try render(path, [], cache: cache)
    try folder.write(HandMadePDF([.init(content: "0 0 50 50 re f")]).bytes, to: "a.pdf")
    #expect(try render(path, [], cache: cache) != before)
  }

  @Test func pagesThatNeededAPasswordAreNotLeftOnTheDisk() throws {
    let cache = try temporaryFolder()
    _ = try render(quay, ["--pages", "1", "--password", "unused"], cache: cache)
    #expect(try entries(cache) == 0)
  }

  @Test func withoutTheOptionNothingIsKept() throws {
    let cache = try temporaryFolder()
    let folder = try temporaryFolder()
    let result = try runRecto(
      ["render", quay, "--pages", "1", "-o", folder.path("1.png")],
      environment: ["RECTO_CACHE_DIR": cache.path])
    #expect(result.status == 0)
    #expect(try cache.entries().isEmpty)
  }
}
