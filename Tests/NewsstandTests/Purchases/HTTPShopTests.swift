import Foundation
import TestSupport
import Testing

@testable import RectoNewsstand

/// A publisher's shop on a real server, as docs/newsstand/shop.md describes it.
struct HTTPShopTests {
  private let folder: TemporaryFolder
  private let shop: TestShop

  init() throws {
    folder = try temporaryFolder()
    shop = try TestShop()
  }

  private func client(_ name: String = "library") throws -> HTTPShop {
    try HTTPShop(url: shop.url, folder: folder.path(name), policy: FetchPolicy())
  }

  @Test func whatIsPaidIsOwnedAndSigned() async throws {
    shop.sells = ["tide.12": "2.99 EUR"]
    let client = try client()
    #expect(try await client.answer(about: ["tide.12", "none"]).prices == ["tide.12": "2.99 EUR"])
    let receipt = try await client.buy("tide.12")
    #expect(receipt.productID == "tide.12" && receipt.period == nil)
    #expect(try await client.isValid(receipt))
    #expect(try await client.answer(about: []).receipts == [receipt])
    // The next program is the same customer.
    #expect(try await self.client().restore(code: nil) == [receipt])
    let pass = await client.pass(for: receipt)
    #expect(pass?.fields(for: shop.url + "paid/12.pdf").count == 2)
    #expect(pass?.fields(for: "https://other.example/paid/12.pdf").isEmpty == true)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("library"))
    #expect((mode[.posixPermissions] as? Int) == 0o700)
  }

  @Test func answersAboutManyProductsAreTakenTogether() async throws {
    let client = try client()
    let products = (0..<501).map { "tide.\($0 + 1_000)" }
    let receipts = [
      try await client.buy(products[0]), try await client.buy(products[1]),
      try await client.buy(products[500]),
    ]
    shop.answersInParts = true
    shop.revoked = [products[1]]
    let answer = try await client.answer(about: products)
    #expect(answer.receipts == receipts)
    #expect(try await client.isValid(receipts[0]))
    #expect(try await !client.isValid(receipts[1]))
    #expect(try await client.isValid(receipts[2]))
    // A shop that repeats everything gives nothing twice.
    shop.answersInParts = false
    #expect(try await client.answer(about: products).receipts == receipts)
  }

  @Test func aPaymentPageIsReportedAndNothingIsOwned() async throws {
    shop.payPage = "https://shop.example/pay?order=7"
    let client = try client()
    let error = await failure { () async throws(NewsstandError) in
      _ = try await client.buy("tide.12")
    }
    #expect(error?.code == .needsPurchase)
    #expect(error?.payment == "https://shop.example/pay?order=7")
  }

  @Test func aReceiptOfSomebodyElseGivesNothing() async throws {
    let (mine, other) = (try client(), try client("other"))
    shop.sells = ["tide.12": "2.99 EUR"]
    let receipt = try await other.buy("tide.12")
    _ = try await mine.answer(about: [])
    #expect(try await !mine.isValid(receipt))
    shop.lie = .init(receipts: [receipt.proof])
    #expect(try await mine.answer(about: []).receipts.isEmpty)
    let error = await failure { () async throws(NewsstandError) in _ = try await mine.buy("tide.12")
    }
    #expect(error?.code == .badAnswer)
  }

  @Test func aReceiptOfAnotherKeyAndOneThatWasChangedGiveNothing() async throws {
    let client = try client()
    shop.sells = ["tide.12": "2.99 EUR"]
    let receipt = try await client.buy("tide.12")
    let account = try #require(await client.pass(for: receipt)?.account)
    let forged = SignedReceipt(
      account: SignedReceipt.account(ofToken: account), productID: "tide.13"
    ).signed(by: ShopKey())
    #expect(try await !client.isValid(PurchaseReceipt(productID: "tide.13", proof: forged)))
    #expect(try await !client.isValid(PurchaseReceipt(productID: "tide.13", proof: receipt.proof)))
    // A period beside the signed one.
    let longer = PurchaseReceipt(
      productID: "tide.12", proof: receipt.proof, period: SubscriptionPeriod(since: 0))
    #expect(try await !client.isValid(longer))
    for offset in stride(from: 0, to: receipt.proof.count, by: 7) {
      var changed = receipt
      let index = changed.proof.index(changed.proof.startIndex, offsetBy: offset)
      let letter = changed.proof[index] == "A" ? "B" : "A"
      changed.proof.replaceSubrange(index...index, with: letter)
      if changed.proof == receipt.proof { continue }
      #expect(try await !client.isValid(changed), "\(changed.proof)")
    }
  }

  @Test func aShopWithAnotherKeyThanBeforeIsNotBelieved() async throws {
    _ = try await client().answer(about: [])
    shop.renewKey()
    let later = try client()
    let error = await failure { () async throws(NewsstandError) in
      _ = try await later.answer(about: [])
    }
    #expect(error?.code == .badAnswer && error?.message.contains("another key") == true)
  }

  @Test(arguments: ["", "<html>", "[]", #"{"prices": 7}"#, #"{"receipts": {"a": 1}}"#])
  func anAnswerThatIsNoneGivesNothing(text: String) async throws {
    let client = try client()
    _ = try await client.answer(about: [])
    shop.lie = .init(text: text)
    do throws(NewsstandError) {
      let answer = try await client.answer(about: ["tide.12"])
      #expect(answer == ShopAnswer())
    } catch {
      #expect(error.code == .badAnswer && error.message.utf8.count < 500)
    }
  }

  @Test func pricesAreShownAsTheShopSaysAndNoLongerThanALine() async throws {
    let client = try client()
    shop.sells = ["a": "300 JPY", "b": String(repeating: "9", count: 5_000), "c": "1\u{1B}[2J EUR"]
    let prices = try await client.answer(about: ["a", "b", "c"]).prices
    #expect(prices["a"] == "300 JPY")
    #expect(prices["b"]?.count ?? 0 <= 41)
    #expect(prices["c"]?.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test func aShopMustBeEncryptedBeyondThisMachine() throws {
    for url in ["http://shop.example/", "ftp://shop.example/", "file:///shop"] {
      #expect(throws: NewsstandError.self, "\(url)") {
        try HTTPShop(url: url, folder: folder.path, policy: FetchPolicy())
      }
    }
  }

  /// Another program's signatures are those of this one (RFC 8032).
  @Test(.enabled(if: program("openssl") != nil, "openssl is not installed"))
  func receiptsAreSignedAsOpenSSLDoes() async throws {
    let openssl = try #require(program("openssl"))
    func run(_ words: String...) async throws -> CommandResult {
      try await TestSupport.run(openssl, words)
    }
    let (key, publicKey) = (folder.path("key.pem"), folder.path("public.pem"))
    #expect(try await run("genpkey", "-algorithm", "ed25519", "-out", key).status == 0)
    #expect(try await run("pkey", "-in", key, "-pubout", "-out", publicKey).status == 0)
    let payload = Base64URL.encode(
      Array(#"{"account":"a","product":"year","since":5,"until":9,"renews":true}"#.utf8))
    try folder.write(Array(payload.utf8), to: "payload")
    let signed = try await run(
      "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", folder.path("payload"), "-out",
      folder.path("signature"))
    #expect(signed.status == 0, "\(signed.errors)")
    let signature = Base64URL.encode(try bytes(ofFile: folder.path("signature")))
    let pem = String(decoding: try bytes(ofFile: publicKey), as: UTF8.self)
    let read = SignedReceipt(
      "\(payload).\(signature)", signedBy: try #require(ShopPublicKey(pem)))
    #expect(
      read
        == SignedReceipt(
          account: "a", productID: "year",
          period: SubscriptionPeriod(since: 5, until: 9, renews: true)))
  }
}
