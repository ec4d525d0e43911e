import TestSupport
import Testing

@testable import RectoNewsstand

/// Contents that have to be bought, and who gets them.
struct PaidContentTests {
  private let shelf: PublishingFixture
  private let paid: TemporaryFolder
  private let key = ShopKey()

  init() throws {
    shelf = try PublishingFixture()
    paid = try temporaryFolder()
    try shelf.story("Tides", "12.md")
    try shelf.sources.write(
      Array(#"{"date":"2026-02-01","price":"2.99 EUR","productID":"tide.12"}"#.utf8),
      to: "12.md.issue.json")
    try shelf.story("Free", "11.md", date: "2026-01-01")
  }

  private func publish() async throws -> PublishedStore {
    var options = PublishOptions()
    options.paidContent = .guarded(paid.path)
    options.subscriptionProductID = "tide.year"
    let report = try await shelf.publish(options)
    #expect(report.problems.isEmpty)
    return try PublishedStore(
      folder: shelf.output.path, paid: paid.path, key: key.publicKey)
  }

  private func receipt(
    _ product: String, period: SubscriptionPeriod? = nil, account: String = "me",
    key: ShopKey? = nil
  ) -> String {
    SignedReceipt(
      account: SignedReceipt.account(ofToken: account), productID: product, period: period
    ).signed(by: key ?? self.key)
  }

  @Test func aPriceWantsADecision() async throws {
    let report = try await shelf.publish()
    #expect(report.problems.count == 1 && report.problems[0].contains("anyone with its URL"))
    #expect(report.issues.map(\.title) == ["Free"])
    var options = PublishOptions()
    options.paidContent = .guarded(shelf.output.path("paid"))
    let error = await failure { [options] () async throws(NewsstandError) in
      _ = try await shelf.publish(options)
    }
    #expect(error?.code == .refused)
  }

  @Test func paidContentIsNotAmongTheOthersAndFreeContentIs() async throws {
    let store = try await publish()
    #expect(try paid.entries().count == 1)
    #expect(try shelf.output.entries().filter { $0.hasPrefix("content/") }.count == 1)
    let catalog = try shelf.read("catalog.json")
    let url = try #require(catalog.issues.first { !$0.isFree }?.content.first?.url)
    #expect(url.hasPrefix("https://example.org/s/paid/"))
    for feed in PublishingFixture.feeds { #expect(try !store.file(at: [feed]).isPaid) }
    // Publishing again changes nothing.
    let before = try shelf.files()
    _ = try await publish()
    #expect(try shelf.files() == before)
  }

  @Test func onlyAReceiptForItGivesIt() async throws {
    let store = try await publish()
    let name = try #require(try paid.entries().first)
    func code(_ receipt: String?, account: String? = "me") -> NewsstandError.Code? {
      do throws(NewsstandError) {
        let file = try store.file(at: ["paid", name], account: account, receipt: receipt)
        #expect(file.isPaid && file.path.hasSuffix("/\(name)"))
        return nil
      } catch { return error.code }
    }
    func period(_ since: Double, _ until: Double?) -> SubscriptionPeriod {
      SubscriptionPeriod(since: since, until: until)
    }
    let day = 86_400.0
    let published = 1_769_904_000.0
    #expect(code(nil) == .needsAuthorization && code(receipt("tide.12"), account: nil) != nil)
    #expect(code(receipt("tide.12")) == nil)
    #expect(code(receipt("tide.11")) == .needsPurchase)
    #expect(code(receipt("tide.12"), account: "somebody else") == .needsPurchase)
    #expect(code(receipt("tide.12", key: ShopKey())) == .needsPurchase)
    #expect(code("nothing") == .needsPurchase && code("") == .needsPurchase)
    #expect(code(receipt("tide.year", period: period(published - day, nil))) == nil)
    #expect(code(receipt("tide.year", period: period(published + 2 * day, nil))) == .needsPurchase)
    #expect(code(receipt("tide.year", period: period(0, published - day))) == .needsPurchase)
    #expect(code(receipt("tide.year")) == .needsPurchase)
    #expect(code(receipt("other.year", period: period(0, nil))) == .needsPurchase)
    // A product of an issue does not become a subscription.
    #expect(code(receipt("tide.12", period: period(0, nil))) == .needsPurchase)
  }

  @Test(arguments: [
    [".."], ["..", "x"], ["content", ".."], ["content", "../catalog.json"], ["paid", ".."], [""],
    ["paid", "none"], ["content", ""], ["secret.txt"], ["content", "a", "b"], ["issue.json"],
  ])
  func nothingElseOfTheFolderIsGiven(path: [String]) async throws {
    let store = try await publish()
    #expect(throws: NewsstandError.self) {
      _ = try store.file(at: path, account: "me", receipt: receipt("tide.12"))
    }
  }
}
