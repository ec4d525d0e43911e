import RectoPageModel
import TestSupport
import Testing

@testable import RectoNewsstand

/// A store that was added with its publisher's key, against a server that an attacker controls.
struct SignedStoreTests {
  private let url = "https://example.org/a/catalog.json"
  private let fetcher = ScriptedFetcher()
  private let key = SigningKey()
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  private func catalog(_ id: String, more: String = "") -> [UInt8] {
    Array(#"{"version":1,"issues":[{"id":"\#(id)","url":"a.pdf"\#(more)}]\#("}")"#.utf8)
  }

  private func sign(
    _ content: [UInt8], _ key: SigningKey? = nil, at time: Int = 1_000, url: String? = nil,
    name: String? = nil
  ) {
    let url = url ?? self.url
    let name = name ?? String(url.split(separator: "/").last ?? "")
    fetcher.set(
      "\(url).minisig",
      (key ?? self.key).signature(of: content, named: name, at: Timestamp(seconds: time)))
  }

  private func store() throws -> Store {
    try Store(url: url, key: key.publicKey, folder: folder.path, fetcher: fetcher)
  }

  private func ids(_ store: Store) -> [String] { store.issues().map(\.id.text) }

  /// The reason why a refresh is refused; what was listed before has to stay.
  private func refusal(_ store: Store) async -> String? {
    let before = ids(store)
    do throws(NewsstandError) { try await store.refresh() } catch {
      #expect(error.code == .untrusted, "\(error.message)")
      #expect(ids(store) == before)
      return error.message
    }
    return nil
  }

  @Test func aSignedCatalogIsListedAndKept() async throws {
    fetcher.set(url, catalog("one"), tag: "1")
    sign(catalog("one"))
    try await store().refresh()
    let again = try store()
    #expect(ids(again) == ["one"] && again.signed == 1_000 && again.facts().key == key.publicKey)
    // The signature of an unchanged catalog is not fetched again.
    fetcher.takeRequests()
    try await again.refresh()
    #expect(fetcher.takeRequests().map(\.url) == [url])
    #expect(ids(again) == ["one"] && again.signed == 1_000)
  }

  @Test func aCatalogWithoutItsPublishersSignatureIsRefused() async throws {
    let (good, bad) = (catalog("good"), catalog("bad"))
    fetcher.set(url, good)
    sign(good)
    let store = try store()
    try await store.refresh()

    fetcher.set(url, bad)
    #expect(await refusal(store)?.contains("does not match its signature") == true)
    sign(bad, SigningKey())
    #expect(await refusal(store)?.contains("is signed with the key") == true)
    sign(bad, name: "opds2.json")
    #expect(await refusal(store)?.contains("another file") == true)
    fetcher.set("\(url).minisig", Array("<html>Log in</html>".utf8))
    #expect(await refusal(store)?.contains("is not a signature") == true)
    fetcher.set("\(url).minisig", [UInt8](repeating: 0x41, count: 2 << 20))
    #expect(await refusal(store)?.contains("is not signed") == true)
    fetcher.fail("\(url).minisig", .notFound)
    #expect(await refusal(store)?.contains("is not signed") == true)
    #expect(ids(store) == ["good"])
  }

  @Test func anOldCatalogIsRefused() async throws {
    fetcher.set(url, catalog("new"))
    sign(catalog("new"), at: 2_000)
    try await store().refresh()
    fetcher.set(url, catalog("old"))
    sign(catalog("old"), at: 1_999)
    // Also by the next program.
    #expect(await refusal(try store())?.contains("is an old catalog") == true)
    sign(catalog("old"), at: 2_000)
    #expect(await refusal(try store()) == nil)
  }

  @Test func whatFollowsACatalogIsSignedAsWell() async throws {
    func feed(_ id: String, _ next: String) -> [UInt8] {
      Array(
        #"{"version":1,"issues":[{"id":"\#(id)","url":"a.pdf"}]\#(next)\#("}")"#.utf8)
    }
    let second = "https://example.org/a/2.json"
    fetcher.set(url, feed("1", #","next":"2.json""#))
    sign(feed("1", #","next":"2.json""#))
    fetcher.set(second, feed("2", ""))
    let store = try store()
    #expect(await refusal(store)?.contains("2.json") == true)
    sign(feed("2", ""), url: second)
    try await store.refresh()
    #expect(ids(store) == ["1", "2"])
  }

  @Test func nothingKeptFromATimeWithoutTheKeyIsShown() async throws {
    fetcher.set(url, catalog("unsigned"), tag: "1")
    try await Store(url: url, folder: folder.path, fetcher: fetcher).refresh()
    let store = try store()
    #expect(store.state == .notInitialized && store.numberOfIssues == 0)
    // Nor is it taken for what the server calls unchanged.
    #expect(await refusal(store)?.contains("is not signed") == true)
    sign(catalog("unsigned"))
    try await store.refresh()
    let other = try Store(
      url: url, key: SigningKey().publicKey, folder: folder.path, fetcher: fetcher)
    #expect(ids(try self.store()) == ["unsigned"] && other.numberOfIssues == 0)
  }

  @Test func aPictureIsShownIfTheCatalogHasItsDigest() async throws {
    let (picture, forged): ([UInt8], [UInt8]) = ([0xFF, 0xD8, 0xFF, 1], [0xFF, 0xD8, 0xFF, 2])
    let (cover, id) = ("https://example.org/a/a.jpg", try IssueID("one"))
    func offer(_ more: String) async throws -> Store {
      let content = catalog("one", more: #","cover":{"url":"a.jpg"\#(more)}"#)
      fetcher.set(url, content)
      sign(content)
      let store = try store()
      try await store.refresh()
      return store
    }
    fetcher.set(cover, forged)
    let unsigned = try Store(url: url, folder: folder.path, fetcher: fetcher)
    fetcher.set(url, catalog("one", more: #","cover":{"url":"a.jpg"}"#))
    try await unsigned.refresh()
    #expect(try await unsigned.cover(of: id).bytes == forged)

    var error = await #expect(throws: NewsstandError.self) {
      _ = try await offer("").cover(of: id)
    }
    #expect(error?.code == .untrusted)
    let digest = #","sha256":"\#(digest(of: [picture]))""#
    error = await #expect(throws: NewsstandError.self) {
      _ = try await offer(digest).cover(of: id)
    }
    #expect(error?.code == .corrupt)
    fetcher.set(cover, picture)
    #expect(try await offer(digest).cover(of: id).bytes == picture)
  }
}
