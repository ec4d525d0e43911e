import Foundation
import TestSupport
import Testing

/// A publisher who signs and a reader who has the key, by commands alone, with minisign as the judge.
@Suite(
  .enabled(if: program("python3") != nil, "python3 serves the catalog"),
  .enabled(if: program("minisign") != nil, "minisign makes the keys"))
struct SignedStoreCommandTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() async throws {
    folder = try temporaryFolder()
    environment = [
      "RECTO_LIBRARY": folder.path("library"), "RECTO_CACHE_DIR": folder.path("cache"),
    ]
    try await minisign("-G", "-W", "-p", folder.path("tide.pub"), "-s", folder.path("tide.key"))
    try await minisign("-G", "-W", "-p", folder.path("new.pub"), "-s", folder.path("new.key"))
    try write("The harbor.")
  }

  private func write(_ text: String) throws {
    try folder.write(Array("# Tide\n\n\(text)\n".utf8), to: "issues/tide.md")
  }

  private func minisign(_ arguments: String...) async throws {
    let result = try await run(try #require(program("minisign")), arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
  }

  @discardableResult
  private func recto(_ arguments: String..., status: Int32 = 0) async throws -> CommandResult {
    let result = try await runRecto(arguments, environment: environment)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    return result
  }

  private func publish(_ key: String? = "tide.key") async throws {
    _ = try await runRecto(
      ["publish", folder.path("issues"), "--catalog", folder.path("site")]
        + (key.map { ["--sign", folder.path($0)] } ?? []), environment: environment)
  }

  @Test(arguments: ["catalog.json", "opds2.json", "opds.xml"])
  func aReaderInstallsWhatThePublisherSigned(catalog: String) async throws {
    try await publish()
    try await minisign(
      "-V", "-H", "-m", folder.path("site/\(catalog)"), "-p", folder.path("tide.pub"))
    let signature = try bytes(ofFile: folder.path("site/\(catalog).minisig"))
    try await publish()
    #expect(try bytes(ofFile: folder.path("site/\(catalog).minisig")) == signature)

    let server = try await StaticServer(folder.path("site"))
    let store = server.url + catalog
    let added = try await recto("store", "add", store, "--key", folder.path("tide.pub"))
    #expect(added.text.contains("signed 20"))
    try await recto("library", "download", "latest")
    #expect(try await recto("library", "list").text.contains("installed"))

    // The server is another's now: one file is forged, and then signed with his own key.
    try write("A forgery.")
    try await publish(nil)
    let forged = try await recto("store", "refresh", status: 65)
    #expect(forged.errorLines.count == 1 && forged.errors.contains("does not match its signature"))
    try await publish("new.key")
    #expect(
      try await recto("store", "refresh", status: 65).errors.contains("is signed with the key"))
    #expect(try await recto("store", "show").text.contains("tide"))

    // A key is another only after the store was removed.
    let change = try await recto("store", "add", store, "--key", folder.path("new.pub"), status: 65)
    #expect(change.errors.contains("remove it"))
    try await recto("store", "remove", store)
    try await recto("store", "add", store, "--key", folder.path("new.pub"))
  }

  @Test func aStoreWithoutTheSignatureIsNotAdded() async throws {
    try await publish(nil)
    let server = try await StaticServer(folder.path("site"))
    let store = server.url + "catalog.json"
    let missing = try await recto(
      "store", "add", store, "--key", folder.path("tide.pub"), status: 65)
    #expect(missing.errorLines.count == 1 && missing.errors.contains("is not signed"))
    #expect(try await recto("store", "list").text.hasPrefix("no stores"))
    try await recto("store", "add", store, "--key", "RWnothing", status: 64)
    // One that minisign itself signed will do.
    try await minisign(
      "-S", "-W", "-s", folder.path("tide.key"), "-m", folder.path("site/catalog.json"))
    try await recto("store", "add", store, "--key", folder.path("tide.pub"))
  }

  @Test func aKeyThatIsNotOneIsRefused() async throws {
    for (name, part) in [("none", "none"), ("tide.pub", "not a secret key of minisign")] {
      let result = try await recto(
        "publish", folder.path("issues"), "--catalog", folder.path("site"), "--sign",
        folder.path(name), status: 64)
      #expect(result.errorLines.count == 1 && result.errors.contains(part), "\(result.errors)")
    }
  }
}
