import TestSupport
import Testing

@testable import Newsstand

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
    #expect(shelved.price == "2.99 EUR")
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
      #expect(try await newsstand.issue(id).actions == [.download])
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

  @Test func aPaidSubscriptionCoversEverythingUntilItEnds() async throws {
    let id = try offer("sold")
    let end = test.clock.value + 50
    try test.source.write(
      Array(#"{"subscription": {"until": \#(end)}}"#.utf8), to: "shop.json")
    let newsstand = try await open()
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(id).actions == [.download])
    test.clock.value = end
    #expect(try await shop.subscription() == .expired(at: Double(end)))
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(id).actions == [.buy])
  }

  @Test(arguments: ["", "[]", #"{"owned": 7}"#])
  func aFileThatIsNoShopIsSaid(text: String) async throws {
    try test.source.write(Array(text.utf8), to: "shop.json")
    let error = await failure { () async throws(NewsstandError) in
      _ = try await shop.price(of: "sold")
    }
    #expect(error?.code == .badContent)
  }
}
