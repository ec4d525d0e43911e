import TestSupport
import Testing

@testable import RectoNewsstand

/// Issues of a paid subscription, by what the shop's file says of it.
struct PaidSubscriptionTests {
  private let test: TestNewsstand
  private let shop: FilePurchases

  init() throws {
    test = try TestNewsstand()
    let clock = test.clock
    shop = FilePurchases(test.source.path("shop.json")) { Double(clock.value) }
  }

  private func open() async throws -> Newsstand {
    let shop = shop
    return try await test.open { $0.purchases = shop }
  }

  /// An issue of a time from now, in seconds.
  private func offer(_ name: String, at time: Int) throws -> IssueID {
    try test.offer(name) { issue in
      issue.isFree = false
      issue.productID = name
      issue.date = IssueDate(text: "2023-11-14T22:13:20Z", seconds: Double(test.clock.value + time))
    }
  }

  @Test func aSubscriberGetsWhatIsPublishedWhileItLastsAndBuysTheRest() async throws {
    let now = test.clock.value
    let (old, new, late) = (
      try offer("old", at: -100), try offer("new", at: 20), try offer("late", at: 90)
    )
    try test.source.write(
      Array(#"{"subscription": {"since": \#(now - 10), "until": \#(now + 50)}}"#.utf8),
      to: "shop.json")
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    func access() async throws -> [IssueAccess] {
      var found: [IssueAccess] = []
      for id in [old, new, late] { found.append(try await newsstand.issue(id).access) }
      return found
    }
    #expect(try await access() == [.price, .subscribed, .price])
    // An issue of the period stays the subscriber's, whatever the clock says then.
    for time in [now + 1_000, now - 1_000_000, now + 30] {
      test.clock.value = time
      try await newsstand.refreshPurchases()
      #expect(try await access() == [.price, .subscribed, .price])
    }
  }

  @Test func aSubscriptionThatDoesNotSayWhenItBeganBeginsWhenItIsFirstHeardOf() async throws {
    let (old, new) = (try offer("old", at: -100), try offer("new", at: 20))
    try test.source.write(Array(#"{"subscription": {}}"#.utf8), to: "shop.json")
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    test.clock.value += 1_000
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(old).access == .price)
    #expect(try await newsstand.issue(new).access == .subscribed)
  }

  @Test func aSubscriptionIsBoughtCanceledAndEnds() async throws {
    try test.source.write(
      Array(#"{"products": {"year": {"price": "19.99 EUR", "given": true, "days": 365}}}"#.utf8),
      to: "shop.json")
    test.store.sell("year")
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    func subscription() async throws -> PaidSubscription {
      try #require(try await newsstand.paidSubscriptions().first)
    }
    #expect(try await subscription().state == .none)
    #expect(try await subscription().price == "19.99 EUR")
    try await newsstand.buySubscription("year")
    #expect(try await subscription().state == .active)
    #expect(try await subscription().period?.until == Double(test.clock.value) + 365 * 86_400)
    try await newsstand.cancelSubscription("year")
    #expect(try await subscription().state == .cancelled)
    test.clock.value += 366 * 86_400
    #expect(try await subscription().state == .expired)
    #expect(try await subscription().canBeBought)
    try await newsstand.buySubscription("year")
    #expect(try await subscription().state == .active)
    #expect(try await subscription().period?.until == Double(test.clock.value) + 365 * 86_400)
  }

  @Test func issuesOfAnotherStoresSubscriptionAreNotCovered() async throws {
    let id = try offer("new", at: 20)
    try test.source.write(
      Array(#"{"subscription": {"product": "other.year", "since": 0}}"#.utf8), to: "shop.json")
    test.store.sell("tide.year")
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(id).access == .price)
  }

  /// Has the shop say when the subscription began and ends, in seconds from now.
  private func subscribe(from since: Int, to until: Int) throws {
    let now = test.clock.value
    try test.source.write(
      Array(
        #"{"subscription": {"since": \#(now + since), "until": \#(now + until)}}"#.utf8),
      to: "shop.json")
  }

  @Test func aSubscriptionThatEndsInMidDownloadGoesOnWhenItIsRenewed() async throws {
    let peer = try await Peer()
    var policy = FetchPolicy.patient
    policy.isPrivateAllowed = true
    func offer(_ name: String, _ words: String) throws -> IssueID {
      try test.offer(name) { issue in
        (issue.isFree, issue.productID) = (false, name)
        issue.date = IssueDate(
          text: "2023-11-14T22:13:20Z", seconds: Double(test.clock.value + 20))
        issue.content = [
          IssueAsset(url: peer.url("size=400000\(words)"), sha256: Peer.digest(400_000))
        ]
      }
    }
    let (whole, halted) = (try offer("whole", ""), try offer("halted", "/hold=150000"))
    try subscribe(from: 0, to: 100)
    let newsstand = try await test.open { [shop, policy] in
      $0.purchases = shop
      $0.makeDownloads = { DownloadManager(folder: $0, policy: policy) }
      $0.installsAtOnce = false
    }
    try await newsstand.refreshPurchases()
    try await newsstand.download(whole)
    let events = newsstand.events
    let received = Future<Void>()
    Task {
      for await event in events {
        if case .issueChanged(halted, .downloading(let progress)) = event, progress.received > 0 {
          received.fulfill(())
        }
      }
    }
    let ending = Future<NewsstandError?>()
    Task {
      ending.fulfill(
        await failure { () async throws(NewsstandError) in try await newsstand.download(halted) })
    }
    try await received.value("the first bytes of a download that is held")
    // A shop that is away ends nothing.
    try test.source.write(Array("away".utf8), to: "shop.json")
    _ = await failure { () async throws(NewsstandError) in try await newsstand.refreshPurchases() }
    #expect(try await newsstand.issue(halted).state.kind == .downloading)

    try subscribe(from: 0, to: 10)
    try await newsstand.refreshPurchases()
    let error = try await ending.value("the end of a download that is not paid any more")
    #expect(error?.code == .needsPurchase)
    #expect(error?.message.hasPrefix("“Tide halted” is not paid any more: renew") == true)
    #expect(try await newsstand.issue(halted).state == .failed(try #require(error)))
    #expect(try await newsstand.issue(halted).actions == [.buy])
    // The whole issue, which was paid, stays.
    #expect(try await newsstand.issue(whole).state == .downloaded)
    let refusal = await failure { () async throws(NewsstandError) in
      try await newsstand.download(halted)
    }
    #expect(refusal?.code == .needsPurchase)
    #expect(try await peer.log().count == 2, "nothing is asked for without a right to it")

    try subscribe(from: 0, to: 100)
    try await newsstand.refreshPurchases()
    try await newsstand.download(halted)
    #expect(try await newsstand.issue(halted).state == .downloaded)
    let log = try await peer.log()
    #expect(log.count == 3 && log.last?.contains(" bytes=") == true, "it goes on: \(log)")
  }

  @Test func anUpdateThatIsNotPaidAnyMoreEndsAndTheOldContentIsRead() async throws {
    func offer(_ file: String) throws -> IssueID {
      test.store.clear()
      let path = try test.source.write(Array("# Tide\n\n\(file)\n".utf8), to: file)
      let time = Double(test.clock.value + 20)
      return try test.offer("new", file: file) { issue in
        (issue.isFree, issue.productID) = (false, "new")
        issue.date = IssueDate(text: "2023-11-14T22:13:20Z", seconds: time)
        issue.content[0].sha256 = DurableFiles.digest(path)?.sha256
      }
    }
    let id = try offer("first.md")
    try subscribe(from: 0, to: 100)
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    try await newsstand.download(id)
    _ = try offer("second.md")
    test.downloads.hold(true)
    try await newsstand.beginUpdate(id)
    try subscribe(from: 0, to: 10)
    try await newsstand.refreshPurchases()
    _ = await failure { () async throws(NewsstandError) in try await newsstand.finish(id) }
    guard case .failed(let error) = try await newsstand.issue(id).update else {
      Testing.Issue.record("the update goes on")
      return
    }
    #expect(error.code == .needsPurchase)
    #expect(try await newsstand.issue(id).state == .installed)
    #expect(try await newsstand.open(id).pageCount == 1)
  }

  @Test func aDownloadThatIsNotPaidAnyMoreDoesNotGoOnAfterARestart() async throws {
    let id = try offer("new", at: 20)
    try subscribe(from: 0, to: 100)
    test.downloads.hold(true)
    do {
      let newsstand = try await open()
      try await newsstand.refreshPurchases()
      try await newsstand.begin(id)
      await newsstand.close()
    }
    test.downloads.hold(false)
    try subscribe(from: 0, to: 10)
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    try await newsstand.resume()
    #expect(
      await failure { () async throws(NewsstandError) in try await newsstand.finish(id) }?.code
        == .needsPurchase)
    #expect(try await newsstand.issue(id).state.kind == .failed)
    #expect(test.downloads.priorities.count <= 1)
  }
}
