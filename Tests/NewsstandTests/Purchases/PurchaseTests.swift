import TestSupport
import Testing

@testable import RectoNewsstand

struct PurchaseTests {
  private let test: TestNewsstand
  private let shop: FilePurchases
  private let path: String

  init() throws {
    test = try TestNewsstand()
    path = try test.source.write(
      Array(
        """
        {"products": {"given": {"price": "0 EUR", "given": true}, "sold": {"price": "2.99 EUR"}}}
        """.utf8), to: "shop.json")
    let clock = test.clock
    shop = FilePurchases(path) { Double(clock.value) }
  }

  private func open() async throws -> Newsstand {
    let shop = shop
    return try await test.open { $0.purchases = shop }
  }

  private func offer(_ name: String) throws -> IssueID {
    try test.offer(name) {
      $0.isFree = false
      $0.productID = name
      $0.price = "3 EUR"
    }
  }

  @Test func whatIsNotBoughtIsNotDownloaded() async throws {
    let id = try offer("sold")
    let newsstand = try await open()
    let error = await failure { () async throws(NewsstandError) in
      try await newsstand.download(id)
    }
    #expect(error?.code == .needsPurchase)
    #expect(error?.message == "“Tide sold” is not free (3 EUR): buy it first")
    var shelved = try await newsstand.issue(id)
    #expect(shelved.state == .notDownloaded && shelved.actions == [.buy])
    try await newsstand.refreshPurchases()
    shelved = try await newsstand.issue(id)
    #expect(shelved.price == "2.99 EUR" && shelved.access == .price)
    // The file's shop takes no payment, and pretends none.
    let refusal = await failure { () async throws(NewsstandError) in try await newsstand.buy(id) }
    #expect(refusal?.code == .needsPurchase)
    #expect(try await newsstand.issue(id).actions == [.buy])
  }

  @Test func whatIsBoughtStaysBoughtAfterARestart() async throws {
    let id = try offer("given")
    do {
      let newsstand = try await open()
      try await newsstand.buy(id)
      let shelved = try await newsstand.issue(id)
      #expect(shelved.actions == [.download] && shelved.access == .bought)
      // An owned issue has no price.
      #expect(shelved.price == nil)
      await newsstand.close()
    }
    let newsstand = try await open()
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).state == .installed)
  }

  @Test func whatTheShopTakesBackIsNoLongerOwned() async throws {
    let id = try offer("given")
    let newsstand = try await open()
    try await newsstand.buy(id)
    try test.source.write(Array(#"{"products": {"given": {"given": true}}}"#.utf8), to: "shop.json")
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(id).actions == [.buy])
  }

  @Test func whatWasBoughtElsewhereIsRestored() async throws {
    let id = try offer("sold")
    try test.source.write(
      Array(#"{"products": {"sold": {}}, "owned": ["sold"]}"#.utf8), to: "shop.json")
    let newsstand = try await open()
    try await newsstand.restorePurchases()
    #expect(try await newsstand.issue(id).actions == [.download])
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

  @Test func theLastGoodAnswerServesWithItsAgeWhenTheShopIsAway() async throws {
    let id = try offer("sold")
    try test.source.write(
      Array(#"{"products": {"sold": {"price": "2.99 EUR"}}, "owned": ["given"]}"#.utf8),
      to: "shop.json")
    do {
      let newsstand = try await open()
      #expect(await newsstand.shop?.source == ShopState.Source.none)
      try await newsstand.refreshPurchases()
      #expect(await newsstand.shop?.source == .shop)
      await newsstand.close()
    }
    test.clock.value += 600
    try test.source.write(Array("away".utf8), to: "shop.json")
    let given = try offer("given")
    let newsstand = try await open()
    #expect(
      await failure { () async throws(NewsstandError) in
        try await newsstand.refreshPurchases()
      }?.code == .badContent)
    #expect(await newsstand.shop?.source == .kept)
    #expect(await newsstand.shopAge == 600)
    #expect(try await newsstand.issue(id).price == "2.99 EUR")
    #expect(try await newsstand.issue(given).access == .bought)
    // A clock that was set back knows no age, and takes nothing.
    test.clock.value -= 10_000
    #expect(await newsstand.shopAge == nil)
    #expect(try await newsstand.issue(given).access == .bought)
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

  @Test func theAnswerToALookIsKeptWhereNoOtherProgramHasTheLibrary() async throws {
    let id = try offer("sold")
    let owner = try await open()
    let (downloads, store, shop) = (test.downloads, test.store, shop)
    var configuration = NewsstandConfiguration(
      makeDownloads: { _ in downloads }, makeStore: { _, _, _ throws(NewsstandError) in store })
    (configuration.access, configuration.purchases) = (.looking, shop)
    let (folder, recto) = (test.folder.path("library"), try TestNewsstand.recto())
    func look() async throws -> Newsstand {
      try await Newsstand(folder: folder, recto: recto, configuration)
    }
    // Beside another program it is used, and not kept.
    var looking = try await look()
    try await looking.refreshPurchases()
    #expect(try await looking.issue(id).price == "2.99 EUR")
    #expect(await (try look()).shop?.source == ShopState.Source.none)
    await owner.close()
    looking = try await look()
    try await looking.refreshPurchases()
    let later = try await look()
    #expect(await later.shop?.source == .kept)
    #expect(try await later.issue(id).price == "2.99 EUR")
    // The library is free again for those that change it.
    await (try await open()).close()
  }

  @Test func aShopThatDoesNotAnswerInTimeIsGivenUp() async throws {
    _ = try offer("sold")
    let newsstand = try await test.open {
      $0.purchases = SilentShop()
      $0.shopPatience = .milliseconds(10)
    }
    #expect(
      await failure { () async throws(NewsstandError) in
        try await newsstand.refreshPurchases()
      }?.code == .stalled)
  }

  @Test func pricesAreInTheReadersLanguage() {
    for (language, price, text) in [
      ("en", "2.99 EUR", "€2.99"), ("de", "2.99 EUR", "2,99\u{A0}€"), ("ja", "300 JPY", "￥300"),
      ("de", "ask us", "ask us"), ("en", "1234.5 USD", "$1,234.50"),
    ] { #expect(PriceFormat(language: language).text(price) == text) }
  }

  @Test(arguments: ["", "[]", #"{"owned": 7}"#])
  func aFileThatIsNoShopIsSaid(text: String) async throws {
    try test.source.write(Array(text.utf8), to: "shop.json")
    let error = await failure { () async throws(NewsstandError) in
      _ = try await shop.answer(about: ["sold"])
    }
    #expect(error?.code == .badContent)
  }
}

/// A shop that never answers.
private struct SilentShop: PurchaseProvider {
  let name = "silent"

  func answer(about productIDs: [String]) async throws(NewsstandError) -> ShopAnswer {
    try? await Task.sleep(for: .seconds(86_400))
    throw NewsstandError(.cancelled, "it was cancelled")
  }

  func buy(_ productID: String) throws(NewsstandError) -> PurchaseReceipt { throw refusal }
  func cancel(_ productID: String) throws(NewsstandError) -> PurchaseReceipt { throw refusal }
  func restore(code: String?) -> [PurchaseReceipt] { [] }
  func isValid(_ receipt: PurchaseReceipt) -> Bool { false }

  private var refusal: NewsstandError { NewsstandError(.needsPurchase, "nothing is sold") }
}
