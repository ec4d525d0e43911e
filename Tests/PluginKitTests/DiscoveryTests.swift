import Foundation
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

@Suite struct DiscoveryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
  }

  /// Writes a manifest and, unless it is to be missing, what stands for its library: nothing that
  /// could be loaded.
  private func install(
    _ id: String, in place: String, as file: String? = nil, abi: Int = 1, members: String = "",
    hasLibrary: Bool = true
  ) throws {
    let manifest = """
      {"id":"\(id)","name":"\(id)","version":"1","abi":\(abi),"library":"lib\(id).so",
       "extensions":["\(id)"]\(members)}
      """
    try folder.write(manifest.utf8, to: "\(place)/\(file ?? id).recto-plugin.json")
    if hasLibrary { try folder.write("no library".utf8, to: "\(place)/lib\(id).so") }
  }

  private func find(_ places: String..., builtIn: [String] = []) -> DiscoveredPlugins {
    PluginDiscovery(folders: places.map(folder.path)).find(builtIn: builtIn)
  }

  // MARK: Folders

  private func folders(_ variables: [String: String]) -> [String] {
    PluginDiscovery(environment: { variables[$0] }).folders
  }

  @Test func foldersAreThoseOfTheVariableThenTheUsersThenTheSystems() {
    #expect(
      folders(["RECTO_PLUGIN_PATH": "/a:/b", "HOME": "/home/m"]) == [
        "/a", "/b", "/home/m/.local/share/recto/plugins", "/usr/lib/recto/plugins",
      ])
    #expect(
      folders(["XDG_DATA_HOME": "/data", "HOME": "/home/m"]) == [
        "/data/recto/plugins", "/usr/lib/recto/plugins",
      ])
    #expect(folders([:]) == ["/usr/lib/recto/plugins"])
  }

  @Test func pathsThatAreNotAbsoluteDoNotCount() {
    #expect(
      folders(["RECTO_PLUGIN_PATH": ":plugins:./x:/a:", "XDG_DATA_HOME": "d", "HOME": "/h"]) == [
        "/a", "/h/.local/share/recto/plugins", "/usr/lib/recto/plugins",
      ])
  }

  // MARK: Manifests

  @Test func pluginsAreFoundByTheirManifestsInTheOrderOfTheFolders() throws {
    try install("zinc", in: "one")
    try install("ash", in: "one")
    try install("birch", in: "two")
    try folder.write([], to: "one/other.json")
    try folder.write([], to: "one/.hidden.recto-plugin.json")
    let found = find("one", "nowhere", "two", "one")
    #expect(found.plugins.map(\.id) == ["ash", "zinc", "birch"])
    #expect(found.findings == [])
    #expect(found.plugins[0].libraryPath == folder.path("one/libash.so"))
    #expect(found.plugins[0].manifestPath == folder.path("one/ash.recto-plugin.json"))
  }

  @Test func theFirstOfTwoPluginsWithOneIdCountsAndTheOtherIsReported() throws {
    try install("ash", in: "one")
    try install("ash", in: "two")
    try install("pdf", in: "two")
    let found = find("one", "two", builtIn: ["pdf"])
    #expect(found.plugins.map(\.manifestPath) == [folder.path("one/ash.recto-plugin.json")])
    #expect(found.findings.map(\.isShadowed) == [true, true])
    #expect(
      found.findings.map(\.sentence) == [
        "the id ash is taken by a backend found earlier: \(folder.path("one/ash.recto-plugin.json"))",
        "the id pdf is taken by a backend found earlier: built in",
      ])
    #expect(found.findings[0].path == folder.path("two/ash.recto-plugin.json"))
  }

  @Test func aBadManifestIsReportedAndStopsNoOther() throws {
    try folder.write("{".utf8, to: "one/a.recto-plugin.json")
    try folder.write([UInt8](repeating: 0x20, count: 70_000), to: "one/b.recto-plugin.json")
    try FileManager.default.createDirectory(
      atPath: folder.path("one/c.recto-plugin.json"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("one/d.recto-plugin.json"), withDestinationPath: "nowhere")
    try install("elm", in: "one", abi: 2)
    try install("fir", in: "one", hasLibrary: false)
    try install("gum", in: "one", members: #","magic":"red""#)
    try install("oak", in: "one")
    let found = find("one")
    #expect(found.plugins.map(\.id) == ["oak"])
    #expect(
      found.findings.map(\.sentence) == [
        "the manifest is invalid: this is not JSON: a bracket, comma or colon is missing or too many, "
          + "or it is cut off",
        "the manifest is larger than 64 KiB",
        "cannot be read: it is not a regular file",
        "no such file",
        "the plugin elm speaks version 2 of the plugin interface and this Recto version 1: "
          + "install a newer Recto",
        "its library libfir.so is not beside it: install it",
        "the manifest is invalid: magic: expected an array",
      ])
    #expect(found.findings.allSatisfy { !$0.isShadowed })
    #expect(found.findings[0].description.hasPrefix(folder.path("one/a.recto-plugin.json: ")))
  }

  /// A broken plugin leaves its id to the next one.
  @Test func aPluginThatCannotBeUsedShadowsNoOther() throws {
    try install("ash", in: "one", hasLibrary: false)
    try install("ash", in: "two")
    let found = find("one", "two")
    #expect(found.plugins.map(\.manifestPath) == [folder.path("two/ash.recto-plugin.json")])
    #expect(found.findings.count == 1)
  }

  // MARK: Backends

  private func backend(_ members: String = "") throws -> PluginBackend {
    try install("ash", in: "one", members: members)
    return try PluginBackend(manifestPath: folder.path("one/ash.recto-plugin.json"))
  }

  private func confidence(
    of members: String, in name: String, _ content: [UInt8]
  ) throws -> Confidence {
    try backend(members).recognizes(
      SourceProbe(Source(path: name, content: .file(FileBytes(content)))))
  }

  @Test func aBackendIsKnownFromItsManifestAlone() throws {
    let backend = try backend(
      #","mediaTypes":["a/b"],"capabilities":["text","search"],"reads":["/usr/share/ash"]"#)
    #expect(
      backend.info
        == BackendInfo(
          id: "ash", version: "1", mediaTypes: ["a/b"], fileExtensions: ["ash"],
          capabilities: [.text, .search]))
    #expect(backend.readablePaths == [folder.path("one/libash.so"), "/usr/share/ash"])
  }

  @Test func aManifestStatesFactsAboutSources() throws {
    let plain = try backend()
    #expect(plain.sourceTraits == SourceTraits())
    let backend = try backend(
      #","companions":["xml"],"pagesArePictures":true,"slowToOpen":true,"#
        + #""roles":{"picture":["ash"],"part":["elm","oak"],"cover":["yew"]}"#)
    #expect(
      backend.sourceTraits
        == SourceTraits(
          roles: [.picture: ["ash"], .part: ["elm", "oak"]], readsFilesBeside: true,
          pagesArePictures: true, isSlowToOpen: true))
    #expect(backend.manifest.unknownMembers == ["roles.cover"])
  }

  @Test func withoutMagicBytesTheNameDecides() throws {
    #expect(try confidence(of: "", in: "A.ASH", [1]) == .byName)
    #expect(try confidence(of: "", in: "a.elm", [1]) == .none)
  }

  @Test func magicBytesDecideBeforeTheName() throws {
    let magic = #","magic":[{"offset":1,"hex":"414243??44"},{"hex":"fffe"}]"#
    #expect(try confidence(of: magic, in: "x", Array("xABCxD".utf8)) == .certain)
    #expect(try confidence(of: magic, in: "x", [0xFF, 0xFE, 0]) == .byContent)
    #expect(try confidence(of: magic, in: "a.ash", Array("xABCx".utf8)) == .none)
    #expect(try confidence(of: magic, in: "a.ash", []) == .none)
  }

  @Test func companionsHaveTheSourcesNameAndTheirOwnExtension() throws {
    let backend = try backend(#","companions":["xml","txt"]"#)
    #expect(
      backend.companions(ofSourceAt: "/d.d/b.ash") == [
        "/d.d/b.xml", "/d.d/b.ash.xml", "/d.d/b.txt", "/d.d/b.ash.txt",
      ])
    #expect(backend.companions(ofSourceAt: "/d.d/b").first == "/d.d/b.xml")
  }

  @Test func anInvalidLibraryIsReportedWhenASourceIsOpened() throws {
    let backend = try backend()
    let error = #expect(throws: PageError.self) {
      _ = try backend.open(
        Source(path: "a", content: .file(FileBytes([1]))), options: OpenOptions())
    }
    #expect(error?.code == .notInstalled)
    #expect(error?.message.hasPrefix("the plugin ash cannot be loaded: ") == true)
    #expect(backend.complaints() == [error?.message])
  }

  @Test func aPluginOfAnotherVersionIsNotABackend() throws {
    try install("ash", in: "one", abi: 7)
    let error = #expect(throws: PageError.self) {
      _ = try PluginBackend(manifestPath: folder.path("one/ash.recto-plugin.json"))
    }
    #expect(error?.code == .notInstalled)
  }
}
