import RectoNewsstand
import TestSupport
import Testing

struct CoverTests {
  private let url = "https://example.org/a/catalog.json"
  private let fetcher = ScriptedFetcher()
  private let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]

  private static func loaded(_ event: StoreEvent) -> IssueID? {
    if case .coverLoaded(let id) = event { id } else { nil }
  }

  private func cover(_ number: Int) -> String { "https://example.org/a/\(number).jpg" }

  /// A store whose issues have covers `0.jpg`, `1.jpg` and so on.
  private func store(
    _ folder: TemporaryFolder, count: Int, more: String = "", clock: Clock = Clock()
  ) async throws -> Store {
    let issues = (0..<count).map {
      #"{"id":"i\#($0)","url":"\#($0).pdf","cover":{"url":"\#($0).jpg"\#(more)}}"#
    }
    fetcher.set(url, #"{"version":1,"issues":[\#(issues.joined(separator: ","))]}"#)
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher, now: { clock.seconds })
    try await store.refresh()
    fetcher.takeRequests()
    return store
  }

  @Test func aCoverIsFetchedOnceAndKept() async throws {
    let folder = try temporaryFolder()
    let clock = Clock()
    let id = try IssueID("i0")
    var store = try await store(folder, count: 1, clock: clock)
    fetcher.set(cover(0), picture, tag: "1")
    let image = try await store.cover(of: id)
    #expect(image.bytes == picture && image.mediaType == "image/jpeg")
    #expect(fetcher.takeRequests().map(\.namedBy) == [url])
    store = try Store(url: url, folder: folder.path, fetcher: fetcher, now: { clock.seconds })
    #expect(try await store.cover(of: id) == image)
    #expect(fetcher.takeRequests().isEmpty)

    // A day later it is asked for again, and an old one is better than none.
    clock.seconds += 100_000
    #expect(try await store.cover(of: id) == image)
    #expect(fetcher.takeRequests().map(\.validators?.entityTag) == ["1"])
    clock.seconds += 100_000
    fetcher.fail(cover(0))
    #expect(try await store.cover(of: id) == image)
  }

  @Test func coversLoadAFewAtATimeAndNeverHoldUpTheList() async throws {
    let folder = try temporaryFolder()
    let store = try await store(folder, count: 30)
    for number in 0..<30 { fetcher.set(cover(number), picture + [UInt8(number)]) }
    let gate = Gate()
    fetcher.hold(at: gate)
    let events = log(of: store.events)
    let covers = Task {
      try await withThrowingTaskGroup(of: CoverImage.self) { group in
        for issue in store.issues() { group.addTask { try await store.cover(of: issue.id) } }
        try await group.waitForAll()
      }
    }
    #expect(store.numberOfIssues == 30)
    // The catalog and four covers.
    try await fetcher.arrivals.wait(count: 5)
    gate.open()
    try await covers.value
    try await events.wait { events in
      Set(events.map(Self.loaded)).subtracting([nil]).count == 30
    }
    #expect(fetcher.mostRunning == 4)
    #expect(try folder.entries().filter { $0.contains("/covers/") }.count == 30)
  }

  @Test func manyWhoWantOneCoverShareOneTransfer() async throws {
    let folder = try temporaryFolder()
    let store = try await store(folder, count: 1)
    fetcher.set(cover(0), picture)
    let gate = Gate()
    fetcher.hold(at: gate)
    let id = try IssueID("i0")
    async let first = store.cover(of: id)
    // The catalog and the cover.
    try await fetcher.arrivals.wait(count: 2)
    async let second = store.cover(of: id)
    gate.open()
    #expect(try await first == second)
    #expect(fetcher.takeRequests().count == 1)
  }

  @Test func whatIsNoPictureOrNotThePromisedOneIsAnErrorUntilTheNextRefresh() async throws {
    let folder = try temporaryFolder()
    let store = try await store(folder, count: 2, more: #","size":6"#)
    fetcher.set(cover(0), "<html>")
    fetcher.set(cover(1), Array(picture.dropLast()))
    let ids = try ["i0", "i1"].map { try IssueID($0) }
    for (id, code) in zip(ids, [NewsstandError.Code.badContent, .corrupt]) {
      let error = await #expect(throws: NewsstandError.self) { _ = try await store.cover(of: id) }
      #expect(error?.code == code)
      fetcher.takeRequests()
      await #expect(throws: NewsstandError.self) { _ = try await store.cover(of: id) }
      #expect(fetcher.takeRequests().isEmpty)
    }
    fetcher.set(cover(0), picture)
    try await store.refresh()
    #expect(try await store.cover(of: ids[0]).bytes == picture)
    let issue = try #require(store.issue(withID: ids[1]))
    #expect(await store.cover(of: issue) == nil)
  }

  @Test func aCoverThatCouldNotBeReachedIsAskedForAgainHalfAMinuteLater() async throws {
    let folder = try temporaryFolder()
    let clock = Clock()
    let store = try await store(folder, count: 1, clock: clock)
    let id = try IssueID("i0")
    fetcher.fail(cover(0))
    for (seconds, requests) in [(0, 1), (29, 0), (1, 1)] {
      clock.seconds += seconds
      await #expect(throws: NewsstandError.self) { _ = try await store.cover(of: id) }
      #expect(fetcher.takeRequests().count == requests)
    }
    clock.seconds += 30
    fetcher.set(cover(0), picture)
    #expect(try await store.cover(of: id).bytes == picture)
  }

  @Test func coversThatNoIssueNamesAreRemoved() async throws {
    let folder = try temporaryFolder()
    var store = try await store(folder, count: 3)
    for number in 0..<3 {
      fetcher.set(cover(number), picture)
      _ = try await store.cover(of: try IssueID("i\(number)"))
    }
    #expect(try folder.entries().filter { $0.contains("/covers/") }.count == 3)
    store = try await self.store(folder, count: 1)
    #expect(try folder.entries().filter { $0.contains("/covers/") }.count == 1)
  }

  @Test func anIssueWithoutACoverSaysSo() async throws {
    let folder = try temporaryFolder()
    fetcher.set(url, #"{"version":1,"issues":[{"id":"a","url":"a.pdf"}]}"#)
    let store = try Store(url: url, folder: folder.path, fetcher: fetcher)
    try await store.refresh()
    for id in ["a", "b"] {
      let error = await #expect(throws: NewsstandError.self) {
        _ = try await store.cover(of: try IssueID(id))
      }
      #expect(error?.code == .notFound)
    }
  }
}
