import Foundation
import TestSupport
import Testing

@testable import RectoNewsstand

/// The shop of docs/newsstand/shop.md.
struct GiftShopTests {
  @Test func theDocumentShowsTheCodeThatIsTested() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func text(_ url: URL) throws -> String {
      String(decoding: try bytes(ofFile: url.path), as: UTF8.self)
    }
    let code = try text(file.appendingPathComponent("GiftShop.swift"))
    let document = try text(root.appendingPathComponent("docs/newsstand/shop.md"))
    #expect(document.contains("```swift\n\(code)```"))
  }

  @Test func itSells() async throws {
    let test = try TestNewsstand()
    let (one, new) = (
      try test.offer("one") { ($0.isFree, $0.productID) = (false, "tide.1") },
      try test.offer("new", date: currentTime() + 1_000) {
        ($0.isFree, $0.productID) = (false, "tide.2")
      }
    )
    test.store.sell("tide.year")
    let newsstand = try await test.open { $0.purchases = GiftShop() }
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(one).price == "0.00 EUR")
    try await newsstand.buy(one)
    #expect(try await newsstand.issue(one).access == .bought)
    #expect(try await newsstand.issue(new).access == .price)
    try await newsstand.buySubscription("tide.year")
    #expect(try await newsstand.issue(new).access == .subscribed)
    try await newsstand.cancelSubscription("tide.year")
    try await newsstand.refreshPurchases()
    #expect(try await newsstand.issue(new).access == .price)
  }
}
