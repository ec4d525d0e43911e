import Foundation
import RectoPipeline
import TestSupport
import Testing

@Suite struct CacheCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
  }

  private var path: String { folder.path("cache") }

  private func recto(
    _ arguments: String..., environment: [String: String]? = nil
  ) async throws -> CommandResult {
    try await runRecto(["cache"] + arguments, environment: environment ?? ["RECTO_CACHE_DIR": path])
  }

  /// Three entries of 5,000 bytes.
  private func fill() {
    let cache = ResultCache(CacheConfiguration(directory: path))
    for name in 0..<3 {
      cache.store([UInt8](repeating: 1, count: 5000), for: CacheKey(parts: ["\(name)"]))
    }
  }

  @Test func infoOfNoCacheIsAnEmptyOneAndMakesNone() async throws {
    let json = try parse(try await recto("info", "--json").output)
    #expect(json["folder"] as? String == path)
    #expect(json["entries"] as? Int == 0)
    #expect(json["bytes"] as? Int == 0)
    #expect(json["budget"] as? Int == 512 << 20)
    #expect(json["oldestUse"] == nil)
    #expect(try await recto("info").status == 0)
    #expect(try folder.entries() == [])
  }

  @Test func infoTellsEntriesBytesAndTimes() async throws {
    fill()
    let json = try parse(try await recto("info", "--json").output)
    #expect(json["entries"] as? Int == 3)
    #expect(json["bytes"] as? Int == 3 * 8192)
    #expect((json["memos"] as? JSON)?["entries"] as? Int == 0)
    #expect(json["problem"] == nil)
    for name in ["oldestUse", "newestUse"] {
      let time = try #require(json[name] as? String)
      #expect(ISO8601DateFormatter().date(from: time) != nil, "\(time)")
    }
    let text = try await recto("info").text
    #expect(text.contains("folder      \(path)\n"))
    #expect(text.contains("entries     3\n"))
    #expect(text.contains("size        24 KiB of 512 MiB\n"))
    #expect(text.contains("newest use  "))
  }

  @Test func clearEmptiesTheCacheAndSaysWhatItFreed() async throws {
    fill()
    let result = try await recto("clear")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "removed 3 entries, freed 24 KiB\n")
    let again = try parse(try await recto("clear", "--json").output)
    #expect(again["entries"] as? Int == 0)
    #expect(again["bytes"] as? Int == 0)
    #expect(ResultCache(CacheConfiguration(directory: path)).info().results.entries == 0)
  }

  @Test func theFolderIsThatOfTheEnvironment() async throws {
    func folder(_ environment: [String: String]) async throws -> String? {
      try parse(try await recto("info", "--json", environment: environment).output)["folder"]
        as? String
    }
    let home = ["RECTO_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": "/home/reader"]
    #expect(try await folder(home) == "/home/reader/.cache/recto")
    #expect(
      try await folder(home.merging(["XDG_CACHE_HOME": "/caches"]) { $1 }) == "/caches/recto")
    #expect(
      try await folder(home.merging(["XDG_CACHE_HOME": "caches"]) { $1 })
        == "/home/reader/.cache/recto")
    #expect(try await folder(home.merging(["RECTO_CACHE_DIR": "/own"]) { $1 }) == "/own")
    let nothing = ["RECTO_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": ""]
    #expect(try await folder(nothing) == nil)
    #expect(try await recto("info", environment: nothing).text.hasPrefix("folder      none"))
    #expect(try await recto("clear", environment: nothing).status == 0)
  }

  @Test func aFolderThatIsALinkIsNotUsedAndNotCleared() async throws {
    fill()
    let real = folder.path("real")
    try FileManager.default.moveItem(atPath: path, toPath: real)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
    let json = try parse(try await recto("info", "--json").output)
    #expect((json["problem"] as? String)?.contains("symbolic link") == true)
    #expect(try await recto("info").text.contains("not used    \(path) cannot be used"))
    expectRefusal(try await recto("clear"), 73, path, "symbolic link")
    #expect(ResultCache(CacheConfiguration(directory: real)).info().results.entries == 3)
  }

  @Test func aWrongOperandIs64() async throws {
    expectRefusal(try await recto(), 64, "info or clear")
    expectRefusal(try await recto("empty"), 64, "empty", "info or clear")
    expectRefusal(try await recto("info", "clear"), 64, "unexpected operand clear")
    expectRefusal(try await recto("info", "--dpi"), 64)
  }

  @Test func theHelpSaysWhereTheCacheIs() async throws {
    let help = try await plainAnswer("cache", "--help")
    #expect(help.contains("recto cache [OPTION…] info|clear"))
    #expect(help.contains("RECTO_CACHE_DIR"))
    #expect(help.contains("recto cache clear"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsKnowTheCommand(shell: String)
    async throws
  {
    #expect(try await plainAnswer("completions", shell).contains("cache"))
  }
}
