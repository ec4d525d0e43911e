import RectoPageModel
import Synchronization
import TestSupport
import Testing

@testable import RectoNewsstand

struct StoreTests {
  private let url = "https://example.org/a/catalog.json"
  private let fetcher = ScriptedFetcher()

  /// A catalog of our own with these issues: an id, a date, and whatever else.
  private func catalog(_ issues: (id: String, more: String)..., next: String? = nil) -> String {
    let list = issues.map { #"{"id":"\#($0.id)","url":"\#($0.id).pdf"\#($0.more)}"# }
    let more = next.map { #","next":"\#($0)""# } ?? ""
    return #"{"version":1,"title":"Harbor","issues":[\#(list.joined(separator: ","))]\#(more)}"#
  }

  private func ids(_ store: Store) -> [String] { store.issues().map(\.id.text) }

  @Test func issuesAreListedNewestFirst() async throws {
    let folder = try temporaryFolder()
    fetcher.set(
      url,
      catalog(
        ("undated", ""), ("old", #","date":"2024-05""#), ("b9", #","date":"2026","number":"9""#),
        ("b10", #","date":"2026","number":"10""#), ("new", #","date":"2026-11-22""#),
        ("c", #","date":"2026","number":"9""#)))
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    #expect(store.state == .notInitialized && store.numberOfIssues == 0)
    #expect(store.catalogAge == nil)
    try await store.refresh()
    #expect(store.state == .ready && store.title == "Harbor")
    #expect(ids(store) == ["new", "b10", "b9", "c", "old", "undated"])
    #expect(store.numberOfIssues == 6 && store.issue(at: 1)?.id.text == "b10")
    #expect(store.issue(at: 6) == nil && store.issue(at: -1) == nil)
    let id = try IssueID("old")
    #expect(store.issue(withID: id)?.content.first?.url == "https://example.org/a/old.pdf")
  }

  @Test func theLastGoodCatalogServesWhenTheNetworkDoesNotAndSaysHowOldItIs() async throws {
    let folder = try temporaryFolder()
    let clock = Clock()
    fetcher.set(url, catalog(("a", "")))
    var store = try Store(url: url, folder: folder.path, fetcher: fetcher, now: { clock.seconds })
    try await store.refresh()
    clock.seconds += 3_600
    fetcher.fail(url)
    store = try Store(url: url, folder: folder.path, fetcher: fetcher, now: { clock.seconds })
    #expect(store.state == .ready && ids(store) == ["a"] && store.catalogAge == 3_600)
    let error = await #expect(throws: NewsstandError.self) { try await store.refresh() }
    #expect(error?.code == .unreachable && store.lastError == error)
    #expect(store.state == .failed(try #require(error)))
    #expect(ids(store) == ["a"] && store.catalogAge == 3_600)
    fetcher.set(url, "<html>Log in</html>")
    await #expect(throws: NewsstandError.self) { try await store.refresh() }
    #expect(ids(store) == ["a"])
    fetcher.set(url, catalog(("b", "")))
    try await store.refresh()
    #expect(ids(store) == ["b"] && store.catalogAge == 0 && store.lastError == nil)
  }

  @Test func whatIsUnchangedIsNotSentAgain() async throws {
    let folder = try temporaryFolder()
    let clock = Clock()
    fetcher.set(url, catalog(("a", "")), tag: "1")
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher, now: { clock.seconds })
    try await store.refresh()
    clock.seconds += 60
    let again = try Store(url: url, folder: folder.path, fetcher: fetcher, now: { clock.seconds })
    #expect(again.catalogAge == 60)
    fetcher.takeRequests()
    try await again.refresh()
    #expect(fetcher.takeRequests().map(\.validators?.entityTag) == ["1"])
    #expect(ids(again) == ["a"] && again.catalogAge == 0)
  }

  @Test func pagesAndFeedsAreFollowedAndALoopIsAProblem() async throws {
    let folder = try temporaryFolder()
    func feed(_ id: String, next: String) -> String {
      """
      {"metadata":{"title":"x"},"links":[{"rel":"next","href":"\(next)"}],"publications":[
       {"metadata":{"title":"\(id)","identifier":"urn:x:\(id)"},"links":[
        {"rel":"http://opds-spec.org/acquisition","href":"a.pdf"}]}]}
      """
    }
    fetcher.set(url, feed("1", next: "2.json"))
    fetcher.set("https://example.org/a/2.json", feed("2", next: "3.json"))
    fetcher.set("https://example.org/a/3.json", feed("3", next: "2.json"))
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    try await store.refresh()
    #expect(ids(store) == ["urn:x:1", "urn:x:2", "urn:x:3"])
    #expect(
      store.problems == ["its next page “https://example.org/a/2.json” was there before"])
    #expect(fetcher.takeRequests().map(\.namedBy) == [nil, url, url])
    #expect(ids(try Store(url: url, folder: folder.path, fetcher: fetcher)) == ids(store))

    // Without its second page the catalog is not known: what was known stays.
    fetcher.fail("https://example.org/a/2.json")
    await #expect(throws: NewsstandError.self) { try await store.refresh() }
    #expect(store.numberOfIssues == 3)

    fetcher.set(
      url,
      #"{"metadata":{"title":"x"},"links":[],"navigation":[{"href":"3.json"},{"href":"4.json"}]}"#)
    fetcher.set("https://example.org/a/3.json", feed("3", next: "5.json"))
    fetcher.set("https://example.org/a/4.json", "broken")
    fetcher.set("https://example.org/a/5.json", feed("3", next: "5.json"))
    try await store.refresh()
    #expect(ids(store) == ["urn:x:3"])
    #expect(store.problems.count == 2 && store.problems[1].contains("4.json"))
  }

  @Test func aFeedThatDoesNotAnswerCostsItsOwnIssuesAtMost() async throws {
    let folder = try temporaryFolder()
    func feed(_ id: String, next: String = "") -> String {
      let links = next.isEmpty ? "" : #"{"rel":"next","href":"\#(next)"}"#
      return """
        {"metadata":{"title":"x"},"links":[\(links)],"publications":[
         {"metadata":{"title":"\(id)","identifier":"urn:x:\(id)"},"links":[
          {"rel":"http://opds-spec.org/acquisition","href":"a.pdf"}]}]}
        """
    }
    fetcher.set(
      url,
      #"{"metadata":{"title":"x"},"links":[],"navigation":[{"href":"1"},{"href":"2"},{"href":"3"}]}"#
    )
    fetcher.fail("https://example.org/a/1", .needsAuthorization)
    fetcher.set("https://example.org/a/2", feed("2", next: "2b"))
    fetcher.set("https://example.org/a/2b", feed("2b"))
    fetcher.set("https://example.org/a/3", feed("3"))
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    try await store.refresh()
    #expect(ids(store) == ["urn:x:2", "urn:x:2b", "urn:x:3"])
    #expect(store.problems.count == 1 && store.problems[0].contains("/a/1"), "\(store.problems)")

    // One that has answered before keeps its issues, page by page.
    fetcher.fail("https://example.org/a/2")
    fetcher.fail("https://example.org/a/2b")
    fetcher.set("https://example.org/a/3", feed("4"))
    try await store.refresh()
    #expect(ids(store) == ["urn:x:2", "urn:x:2b", "urn:x:4"])
    #expect(store.problems.count == 3 && store.problems[1].contains("of an earlier time"))
    // The kept answers alone give the same issues.
    let name = try #require(try folder.entries().first { $0.hasSuffix("/catalog") })
    let file = KeptCatalogFile(try FileBytes(path: folder.path(name)))
    let pages = try #require(file?.pages)
    #expect(CatalogWalk.catalog(of: pages)?.issues.map(\.id.text) == ids(store))

    // Without any answer of a feed the catalog is not known.
    fetcher.fail("https://example.org/a/1", .unreachable)
    let other = try Store(url: url, folder: folder.path("other"), fetcher: fetcher)
    fetcher.fail("https://example.org/a/3")
    let error = await #expect(throws: NewsstandError.self) { try await other.refresh() }
    #expect(error?.code == .unreachable)
    fetcher.fail("https://example.org/a/3", .cancelled)
    let end = await #expect(throws: NewsstandError.self) { try await store.refresh() }
    #expect(end?.code == .cancelled && store.numberOfIssues == 3)
  }

  @Test func everyObserverHearsOfEveryChange() async throws {
    let folder = try temporaryFolder()
    fetcher.set(url, catalog(("a", ""), ("b", "")))
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    let streams = [store.events, store.events]
    try await store.refresh()
    fetcher.set(url, catalog(("b", #","title":"B""#), ("c", "")))
    try await store.refresh()
    fetcher.fail(url)
    _ = try? await store.refresh()
    let (a, b, c) = (try IssueID("a"), try IssueID("b"), try IssueID("c"))
    let error = try #require(store.lastError)
    let expected: [StoreEvent] = [
      .stateChanged(.updating), .issueAdded(a), .issueAdded(b), .stateChanged(.ready),
      .stateChanged(.updating), .issueRemoved(a), .issueChanged(b), .issueAdded(c),
      .stateChanged(.ready), .stateChanged(.updating), .stateChanged(.failed(error)),
    ]
    for stream in streams {
      #expect(try await log(of: stream).wait(count: expected.count) == expected)
    }
  }

  @Test func whoAsksWhileARefreshGoesOnWaitsForItsAnswer() async throws {
    let folder = try temporaryFolder()
    fetcher.set(url, catalog(("a", "")))
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    let gate = Gate()
    fetcher.hold(at: gate)
    let events = log(of: store.events)
    let first = Task.immediate { try await store.refresh() }
    #expect(try await events.wait(count: 1) == [.stateChanged(.updating)])
    let second = Task.immediate { try await store.refresh() }
    #expect(store.state == .updating)
    gate.open()
    for task in [first, second] { try await task.value }
    #expect(fetcher.takeRequests().count == 1 && store.numberOfIssues == 1)
  }

  @Test func aKeptCatalogIsThereWholeOrNotAtAll() async throws {
    let folder = try temporaryFolder()
    fetcher.set(url, catalog(("a", ""), ("b", "")))
    try await Store(url: url, folder: folder.path, fetcher: fetcher).refresh()
    let name = try #require(try folder.entries().first { $0.hasSuffix("/catalog") })
    let whole = try bytes(ofFile: folder.path(name))
    func kept(_ bytes: some Sequence<UInt8>) throws -> Catalog? {
      try folder.write(bytes, to: name)
      return try Store(url: url, folder: folder.path, fetcher: fetcher).catalog
    }
    let all = try #require(try kept(whole))
    #expect(all.issues.map(\.id.text) == ["a", "b"])
    for length in stride(from: 0, to: whole.count, by: 7) {
      let found = try kept(whole[..<length])
      #expect(found == nil || found == all)
    }
    let head = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
    for place in 0..<whole.count {
      var changed = whole
      changed[place] ^= 1
      let found = try kept(changed)
      // The head has no digest: its sizes and digests describe the parts after it.
      #expect(place > head ? found == all : found == nil || found == all)
    }
    var changed = whole
    changed[head + 5] ^= 1
    changed[whole.count - 5] ^= 1
    #expect(try kept(changed) == nil)
  }

  @Test func allThatACatalogSaysOfAnIssueIsKept() async throws {
    let folder = try temporaryFolder()
    let digest = String(repeating: "0a", count: 32)
    fetcher.set(
      url,
      """
      {"version":1,"title":"Tide","summary":"Of the sea.","subscriptionProductID":"tide.all","issues":[
      {"id":"full","title":"Ebb","titles":{"de":"Ebbe","fr":"Jusant"},"publication":"Tide",
      "number":"12","date":"2026-11-22T06:00:00Z","summary":"Mud.","authors":["A","B"],
      "language":"en","subjects":["sea"],"contents":["One","Two"],"cover":"c.jpg",
      "thumbnail":"t.jpg","previews":["p1.pdf","p2.pdf"],"price":"2.99 EUR","free":false,
      "productID":"tide.12","url":"a.pdf","type":"application/pdf","size":5000000000,
      "sha256":"\(digest)","assets":["b.mp3",{"url":"c.mp3","size":7}]},
      {"id":"old","title":"Flow","date":"1899","url":"f.pdf"},
      {"id":"bad","title":"Bad","url":"ftp://example.org/"}]}
      """)
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    try await store.refresh()
    let kept = try Store(url: url, folder: folder.path, fetcher: fetcher)
    #expect(kept.catalog == store.catalog && kept.issues() == store.issues())
    #expect(kept.numberOfIssues == 2 && kept.problems.count == 1)
    let full = try #require(kept.issue(at: 0))
    #expect(full.titles.count == 2 && full.content.count == 3 && full.previews.count == 2)
    #expect(
      !full.isFree && full.content[0].sha256 == digest && full.content[0].size == 5_000_000_000)
  }

  @Test func aCatalogThatCannotBeKeptIsAnErrorAndChangesNothing() async throws {
    fetcher.set(url, catalog(("a", "")))
    let store = try Store(url: url, folder: "/dev/null/store", fetcher: fetcher)
    let error = await #expect(throws: NewsstandError.self) { try await store.refresh() }
    #expect(error?.code == .cannotWrite && store.numberOfIssues == 0)
  }

  @Test(arguments: [
    "", "catalog.json", "ftp://example.org/", "https://a:b@example.org/", "https://",
  ])
  func whatIsNoAddressOfACatalogIsRefused(url: String) {
    let error = #expect(throws: NewsstandError.self) {
      _ = try Store(url: url, folder: "/nowhere", fetcher: fetcher)
    }
    #expect(error?.code == .refused)
  }

  @Test func fiveThousandIssuesAreOneListInTheSameOrderEachTime() async throws {
    let folder = try temporaryFolder()
    let list = (0..<5_000).map { number in
      #"{"id":"i\#(number)","title":"Issue \#(number)","date":"\#(2000 + number % 27)-0\#(number % 9 + 1)","url":"i/\#(number).pdf"}"#
    }
    fetcher.set(url, #"{"version":1,"issues":[\#(list.joined(separator: ","))]}"#)
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    try await store.refresh()
    let kept = try Store(url: url, folder: folder.path, fetcher: fetcher)
    #expect(store.numberOfIssues == 5_000 && ids(store) == ids(kept))
    let dates = store.issues().compactMap(\.date)
    #expect(dates == dates.sorted(by: >) && dates.count == 5_000)
  }
}

/// The elements of a sequence from now on.
func log<Event: Sendable>(of events: AsyncStream<Event>) -> Log<Event> {
  let log = Log<Event>()
  Task { for await event in events { log.append(event) } }
  return log
}

/// A clock that a test sets.
final class Clock: Sendable {
  private let time = Mutex(1_800_000_000)

  var seconds: Int {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}
