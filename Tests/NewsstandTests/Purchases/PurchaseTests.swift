import TestSupport
import Testing

@testable import RectoNewsstand

struct PurchaseTests {
  private let test: TestNewsstand
  private let shop: FilePurchases

  init() throws {
    test = try TestNewsstand()
    let path = try test.source.write(
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

  @Test func theAnswerToALookIsKeptWhereNoOtherProgramHasTheLibrary() async throws {
    let id = try offer("sold")
    let owner = try await open()
    let (downloads, store, shop) = (test.downloads, test.store, shop)
    var configuration = NewsstandConfiguration(
      makeDownloads: { _ in downloads }, makeStore: { _, _, _ throws(NewsstandError) in store })
    (configuration.access, configuration.purchases) = (.readOnly, shop)
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
