import TestSupport
import Testing

@testable import RectoNewsstand

struct SubscriptionTests {
  private let test: TestNewsstand
  private static let payload = Array(#"{"aps":{"content-available":1},"issue":"x"}"#.utf8)

  init() throws { test = try TestNewsstand() }

  private func finish(_ ids: [IssueID], in newsstand: Newsstand) async throws {
    for id in ids { try await newsstand.finish(id) }
  }

  @Test func whatIsPublishedAfterwardsIsDownloadedBehindEverythingElse() async throws {
    let old = try test.offer("old")
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    #expect(try await newsstand.checkSubscriptions() == [])
    test.clock.value += 86_400
    let new = try test.offer("new", date: Double(test.clock.value - 10))
    // Old things that a publisher adds are not news.
    try test.offer("reprint", date: 1_000)
    let begun = try await newsstand.checkSubscriptions()
    #expect(begun == [new])
    try await finish(begun, in: newsstand)
    #expect(try await newsstand.issue(new).state == .installed)
    #expect(try await newsstand.issue(old).state == .notDownloaded)
    #expect(test.downloads.priorities == [.background])
  }

  @Test func issuesWithoutADateAreNewOnceTheOfferIsKnown() async throws {
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    try test.offer("first") { $0.date = nil }
    #expect(try await newsstand.checkSubscriptions() == [])
    let second = try test.offer("second") { $0.date = nil }
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [second])
    try await newsstand.finish(second)
  }

  @Test func storesAreLookedAtOnceADayUnlessItIsForced() async throws {
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    _ = try await newsstand.checkSubscriptions()
    let new = try test.offer("new", date: Double(test.clock.value + 10))
    test.clock.value += 86_399
    let asked = test.store.refreshes
    #expect(try await newsstand.checkSubscriptions() == [])
    #expect(test.store.refreshes == asked)
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [new])
    try await newsstand.finish(new)
    // A clock that was set back stops nothing.
    test.clock.value -= 200_000
    _ = try await newsstand.checkSubscriptions()
    #expect(test.store.refreshes == asked + 2)
  }

  @Test func aPushIsALookAtMostOnceADay() async throws {
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    #expect(try await newsstand.handlePush(Array(#"{"aps":{}}"#.utf8)) == .ignored)
    let one = try test.offer("one", date: Double(test.clock.value + 1))
    #expect(try await newsstand.handlePush(Self.payload) == .checked([one]))
    try await newsstand.finish(one)
    let next = Double(test.clock.value + 86_400)
    let other = try test.offer("other", date: next)
    #expect(try await newsstand.handlePush(Self.payload) == .tooEarly(next: next))
    #expect(try await newsstand.handlePush(Self.payload, isForced: true) == .checked([other]))
    try await newsstand.finish(other)
  }

  @Test(arguments: ["", "nothing", "[1]", #"{"aps":7}"#, #"{"aps":{"content-available":1}"#])
  func whatIsNoPayloadIsSaid(text: String) async throws {
    let newsstand = try await test.open()
    let error = await failure { () async throws(NewsstandError) in
      _ = try await newsstand.handlePush(Array(text.utf8))
    }
    #expect(error?.code == .badRequest)
  }

  @Test func aPayloadThatIsTooLongIsRefused() {
    let error = #expect(throws: NewsstandError.self) {
      try PushPayload([UInt8](repeating: 0x20, count: 6000))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func aStoreThatWasAwayIsLookedAtAgainADayLater() async throws {
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    test.store.fail(NewsstandError(.unreachable, "example.org cannot be reached"))
    let new = try test.offer("new", date: Double(test.clock.value + 10))
    #expect(try await newsstand.checkSubscriptions() == [])
    test.store.fail(nil)
    #expect(try await newsstand.checkSubscriptions() == [])
    test.clock.value += 86_400
    #expect(try await newsstand.checkSubscriptions() == [new])
    try await newsstand.finish(new)
  }

  @Test func backIssuesOfAStoreThatWasAwayAtTheSubscriptionAreNotDownloaded() async throws {
    try test.offer("first") { $0.date = nil }
    let newsstand = try await test.open()
    test.store.fail(NewsstandError(.unreachable, "example.org cannot be reached"))
    try await newsstand.subscribe(to: TestNewsstand.url)
    #expect(try await newsstand.checkSubscriptions() == [])
    // They were published before, and the last good list does not have them.
    try test.offer("second") { $0.date = nil }
    try test.offer("year") { $0.date = IssueDate("2023") }
    test.store.fail(nil)
    test.clock.value += 86_400
    let new = try test.offer("new", date: Double(test.clock.value - 10))
    #expect(try await newsstand.checkSubscriptions() == [new])
    let next = try test.offer("next") { $0.date = nil }
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [next])
    try await finish([new, next], in: newsstand)
  }

  private static let feeds = (one: "https://example.org/1", two: "https://example.org/2")
  private static let navigation =
    #"{"metadata":{"title":"x"},"links":[],"navigation":[{"href":"1"},{"href":"2"}]}"#

  /// Opens a newsstand whose store is a catalog with two feeds.
  private func open(_ fetcher: ScriptedFetcher) async throws -> Newsstand {
    fetcher.set(TestNewsstand.url, Self.navigation)
    return try await test.open { configuration in
      configuration.makeStore = { url, folder, key throws(NewsstandError) in
        try Store(url: url, key: key, folder: folder, fetcher: fetcher)
      }
    }
  }

  /// A feed of issues without a date, with a second page if `next` names one.
  private func feed(_ names: String..., next: String? = nil) throws -> String {
    var entries: [String] = []
    for name in names {
      try test.source.write(Array("# Tide\n\nThe sea.\n".utf8), to: "\(name).md")
      entries.append(
        """
        {"metadata":{"title":"\(name)","identifier":"urn:x:\(name)"},"links":[
         {"rel":"http://opds-spec.org/acquisition/open-access","href":"\(name).md",
          "type":"text/markdown"}]}
        """)
    }
    let links = next.map { #"{"rel":"next","href":"\#($0)"}"# } ?? ""
    let list = entries.joined(separator: ",")
    return #"{"metadata":{"title":"x"},"links":[\#(links)],"publications":[\#(list)]}"#
  }

  @Test(arguments: [false, true], [false, true])
  func backIssuesOfAFeedThatFailedAtTheSubscriptionAreNotDownloaded(
    isCutOff: Bool, wasReadBefore: Bool
  ) async throws {
    let fetcher = ScriptedFetcher()
    func failSecondFeed() {
      if isCutOff {
        fetcher.set(Self.feeds.two, #"{"metadata":{"title":"#)
      } else {
        fetcher.fail(Self.feeds.two, .badAnswer)
      }
    }
    fetcher.set(Self.feeds.one, try feed("a1"))
    if wasReadBefore { fetcher.set(Self.feeds.two, try feed("b1")) } else { failSecondFeed() }
    var newsstand = try await open(fetcher)
    failSecondFeed()
    try await newsstand.subscribe(to: TestNewsstand.url)
    #expect(try await newsstand.checkSubscriptions() == [])
    await newsstand.close()
    // The other feed has news all the same.
    newsstand = try await open(fetcher)
    fetcher.set(Self.feeds.one, try feed("a2", "a1"))
    let second = try IssueID("urn:x:a2")
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [second])
    // The feed answers, with an issue and a page that were not known.
    fetcher.set(Self.feeds.two, try feed("b2", "b1", next: "3"))
    fetcher.set("https://example.org/3", try feed("b0"))
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    fetcher.set(Self.feeds.two, try feed("b3", "b2", "b1", next: "3"))
    let third = try IssueID("urn:x:b3")
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [third])
    try await finish([second, third], in: newsstand)
  }

  @Test func backIssuesOfAFeedThatFailedAtTheFirstAnswerAreNotDownloaded() async throws {
    let fetcher = ScriptedFetcher()
    fetcher.set(Self.feeds.one, try feed("a1"))
    fetcher.fail(Self.feeds.two)
    let newsstand = try await open(fetcher)
    fetcher.fail(Self.feeds.one)
    try await newsstand.subscribe(to: TestNewsstand.url)
    let feeds: Set<String> = [Self.feeds.one, Self.feeds.two]
    #expect(try await newsstand.subscriptions().map(\.unread) == [feeds])
    fetcher.fail(TestNewsstand.url)
    try await newsstand.subscribe(to: TestNewsstand.url)
    #expect(try await newsstand.subscriptions().map(\.unread) == [[Subscription.wholeCatalog]])
    fetcher.set(TestNewsstand.url, Self.navigation)
    fetcher.set(Self.feeds.one, try feed("a2", "a1"))
    #expect(try await newsstand.checkSubscriptions() == [])
    #expect(try await newsstand.subscriptions().map(\.unread) == [[Self.feeds.two]])
    fetcher.set(Self.feeds.two, try feed("b1"))
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    #expect(try await newsstand.subscriptions().map(\.unread) == [[]])
  }

  /// Has a subscription's issue fail, and gives its id.
  private func failed(_ code: NewsstandError.Code, in newsstand: Newsstand) async throws -> IssueID
  {
    try await newsstand.subscribe(to: TestNewsstand.url)
    test.clock.value += 86_400
    let id = try test.offer("new", date: Double(test.clock.value - 10))
    test.downloads.fail(NewsstandError(code, "example.org cannot be reached"))
    #expect(try await newsstand.checkSubscriptions() == [id])
    let error = await failure { () async throws(NewsstandError) in try await newsstand.finish(id) }
    #expect(error?.code == code)
    test.downloads.fail(nil)
    return id
  }

  @Test(arguments: [NewsstandError.Code.unreachable, .stalled, .notFound, .noSpace])
  func aDownloadThatFailedIsTriedAgainAtTheNextCheck(code: NewsstandError.Code) async throws {
    let newsstand = try await test.open()
    let id = try await failed(code, in: newsstand)
    #expect(try await newsstand.failedNews().map(\.id) == [id])
    #expect(try await newsstand.checkSubscriptions() == [])
    test.clock.value += 86_400
    #expect(try await newsstand.checkSubscriptions() == [id])
    try await finish([id], in: newsstand)
    #expect(try await newsstand.issue(id).state == .installed)
    #expect(test.downloads.priorities == [.background, .background])
    #expect(try await newsstand.failedNews().isEmpty)
  }

  @Test func aDownloadThatFailsForGoodIsLeftAlone() async throws {
    let newsstand = try await test.open()
    _ = try await failed(.badContent, in: newsstand)
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    #expect(try await newsstand.failedNews().isEmpty)
  }

  @Test func aCancelledDownloadIsLeftAlone() async throws {
    let newsstand = try await test.open()
    let id = try await failed(.unreachable, in: newsstand)
    try await newsstand.cancel(id)
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    #expect(try await newsstand.issue(id).state == .notDownloaded)
  }

  @Test func anIssueFromBeforeTheSubscriptionIsNotTriedAgain() async throws {
    let old = try test.offer("old")
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    test.downloads.fail(NewsstandError(.unreachable, "example.org cannot be reached"))
    await #expect(throws: NewsstandError.self) { try await newsstand.download(old) }
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    #expect(try await newsstand.failedNews().isEmpty)
  }

  @Test(arguments: ["2024-02", "2024-02-29", "2023", "2024-02-29T23:59:59Z"])
  func aDateThatEndsBeforeTheSubscriptionIsNotNew(text: String) throws {
    let date = try #require(IssueDate(text))
    let end = try #require(IssueDate(text == "2023" ? "2024" : "2024-03")).seconds
    let period = SubscriptionPeriod(since: end)
    #expect(!date.reaches(end) && !period.covers(date))
    #expect(date.reaches(end - 1) && SubscriptionPeriod(since: end - 1).covers(date))
  }

  @Test func whatHasToBeBoughtWaitsUntilItIs() async throws {
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url)
    let id = try test.offer("new", date: Double(test.clock.value + 10)) { $0.isFree = false }
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    #expect(try await newsstand.issue(id).state == .notDownloaded)
    await newsstand.allowEverything()
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [id])
    try await newsstand.finish(id)
  }

  @Test func whatIsNoLongerSubscribedIsNotLookedAt() async throws {
    let newsstand = try await test.open()
    try await newsstand.subscribe(to: TestNewsstand.url, interval: 0)
    try await newsstand.unsubscribe(from: TestNewsstand.url)
    try test.offer("new", date: Double(test.clock.value + 10))
    #expect(try await newsstand.checkSubscriptions(isForced: true) == [])
    #expect(try await newsstand.subscriptions() == [])
  }
}

extension Newsstand {
  /// Allows what a paid subscription does.
  fileprivate func allowEverything() {
    entitlements.receipts = [
      PurchaseReceipt(
        productID: PurchaseReceipt.everything, proof: "", period: SubscriptionPeriod(since: 0))
    ]
  }
}
