import Foundation
import RectoPageModel
import TestSupport
import Testing

@testable import RectoNewsstand

/// Stores with a publisher's key in a library.
struct PublisherKeyTests {
  private let shelf: TestNewsstand
  private let fetcher = ScriptedFetcher()
  private let key = SigningKey()
  private let url = "https://signed.example/catalog.json"

  init() throws { shelf = try TestNewsstand() }

  private func open(isRepairing: Bool = false, installs: Bool = true) async throws -> Newsstand {
    try await shelf.open(isRepairing: isRepairing) { [fetcher] configuration in
      configuration.installsAtOnce = installs
      let listed = configuration.makeStore
      configuration.makeStore = { url, folder, key throws(NewsstandError) in
        try url == TestNewsstand.url
          ? listed(url, folder, key)
          : Store(url: url, key: key, folder: folder, fetcher: fetcher)
      }
    }
  }

  /// Offers a story by the signed catalog.
  private func offer(_ id: String, digest: String?) throws {
    let more = digest.map { #","sha256":"\#($0)""# } ?? ""
    let content = Array(
      #"{"version":1,"issues":[{"id":"\#(id)","title":"Signed","url":"\#("s").md"\#(more)}]\#("}")"#
        .utf8)
    fetcher.set(url, content)
    fetcher.set(
      "\(url).minisig",
      key.signature(of: content, named: "catalog.json", at: Timestamp(seconds: 1)))
  }

  private func story() throws -> String {
    let text = Array("# Tide\n\nThe lighthouse.\n".utf8)
    try shelf.source.write(text, to: "s.md")
    return digest(of: [text])
  }

  /// Leaves no record that can be read, nor the log with the last ones.
  private func damageRecords() throws {
    for name in ["library.sqlite-wal", "library.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: shelf.folder.path("library/\(name)"))
    }
    try shelf.folder.write([UInt8](repeating: 0x41, count: 8_192), to: "library/library.sqlite")
  }

  @Test func aKeyIsKeptAndNotChanged() async throws {
    try offer("one", digest: try story())
    var newsstand = try await open()
    try await newsstand.addStore(url, key: key.publicKey)
    await newsstand.close()
    newsstand = try await open()
    #expect(try await newsstand.facts(ofStore: url).key == key.publicKey)
    for store in [url, TestNewsstand.url] {
      let error = await failure { () async throws(NewsstandError) in
        try await newsstand.addStore(store, key: SigningKey().publicKey)
      }
      #expect(error?.code == .refused && error?.message.contains("remove it") == true)
    }
    fetcher.fail("\(url).minisig", .notFound)
    #expect(await newsstand.refresh(url)?.code == .untrusted)
    // Once it was removed, another key is another store.
    try await newsstand.removeStore(url)
    let error = await failure { () async throws(NewsstandError) in
      try await newsstand.addStore(url, key: SigningKey().publicKey)
    }
    #expect(error?.code == .untrusted)
    #expect(try await !newsstand.stores().contains(url))
    await newsstand.close()
  }

  @Test func contentIsInstalledIfTheSignedCatalogHasItsDigest() async throws {
    let digest = try story()
    try offer("one", digest: nil)
    let newsstand = try await open()
    try await newsstand.addStore(url, key: key.publicKey)
    let id = try IssueID("one")
    let error = await failure { () async throws(NewsstandError) in
      try await newsstand.download(id)
    }
    #expect(error?.code == .untrusted)
    #expect(try shelf.entries("issues").isEmpty)
    try offer("one", digest: digest)
    #expect(await newsstand.refresh(url) == nil)
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).record?.state == .installed)
    await newsstand.close()
  }

  @Test func anotherStoreNeitherHidesNorReplacesASignedIssue() async throws {
    let digest = try story()
    try offer("urn:tide:1", digest: digest)
    try shelf.offer("urn:tide:1", text: "# Forged\n\nNothing.\n")
    let newsstand = try await open()
    try await newsstand.addStore(url, key: key.publicKey)
    let id = try IssueID("urn:tide:1")
    #expect(try await newsstand.issues().map(\.issue.title) == ["Signed"])
    try await newsstand.download(id)
    // The signed catalog offers it no longer; the other one has something new.
    let empty = Array(#"{"version":1,"issues":[]}"#.utf8)
    fetcher.set(url, empty)
    fetcher.set(
      "\(url).minisig",
      key.signature(of: empty, named: "catalog.json", at: Timestamp(seconds: 2)))
    #expect(await newsstand.refresh(url) == nil)
    let error = await failure { () async throws(NewsstandError) in
      try await newsstand.update(id)
    }
    #expect(error?.code == .untrusted, "\(error?.message ?? "")")
    // Neither once it was archived.
    try await newsstand.archive(id)
    let again = await failure { () async throws(NewsstandError) in
      try await newsstand.download(id)
    }
    #expect(again?.code == .untrusted, "\(again?.message ?? "")")
    await newsstand.close()
  }

  @Test func aSignedStoreReplacesAnIssueThatAnotherStoreLeftOnItsWay() async throws {
    let digest = try story()
    let id = try shelf.offer("urn:tide:1", text: "# Forged\n\nNothing.\n")
    var newsstand = try await open(installs: false)
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).record?.state == .downloaded)
    try offer("urn:tide:1", digest: digest)
    try await newsstand.addStore(url, key: key.publicKey)
    await newsstand.close()
    newsstand = try await open()
    try await newsstand.resume()
    try await newsstand.finish(id)
    let record = try #require(try await newsstand.issue(id).record)
    #expect(record.state == .installed && record.store == url && record.issue.title == "Signed")
    await newsstand.close()
  }

  @Test func aStoreIsNotRebuiltWithoutItsDamagedKey() async throws {
    try offer("one", digest: try story())
    var newsstand = try await open()
    try await newsstand.addStore(url, key: key.publicKey)
    try await newsstand.download(try IssueID("one"))
    await newsstand.close()
    let issue = try #require(try shelf.entries("issues").first)
    let path = shelf.folder.path("library/issues/\(issue)/\(InstalledIssue.fileName)")
    let contents = try String(contentsOfFile: path, encoding: .utf8)
    let damaged = contents.replacing(key.publicKey.text, with: "RWdamaged")
    #expect(damaged != contents)
    try damaged.write(toFile: path, atomically: true, encoding: .utf8)
    try damageRecords()
    newsstand = try await open(isRepairing: true)
    #expect(try await !newsstand.stores().contains(url))
    await newsstand.close()
  }

  @Test func rebuiltRecordsHaveTheKey() async throws {
    try offer("one", digest: try story())
    var newsstand = try await open()
    try await newsstand.addStore(url, key: key.publicKey)
    try await newsstand.download(try IssueID("one"))
    await newsstand.close()
    try damageRecords()
    // Nor is there a catalog to tell it.
    try FileManager.default.removeItem(atPath: shelf.folder.path("library/catalogs"))
    newsstand = try await open(isRepairing: true)
    #expect(try await newsstand.facts(ofStore: url).key == key.publicKey)
    await newsstand.close()
  }
}
