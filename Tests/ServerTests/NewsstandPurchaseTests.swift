import Foundation
import TestSupport
import Testing

/// Purchases over HTTP, and a store that is served.
@Suite(.enabled(if: program("python3") != nil, "python3 serves the catalog"))
struct NewsstandPurchaseTests {
  private typealias JSON = [String: Any]

  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
    for (number, day) in [(1, "2020-01-06"), (2, "2099-01-13")] {
      try folder.write(
        Array("# Tide \(number)\n\nmarker\(number)\n".utf8), to: "issues/tide-\(number).md")
      try folder.write(
        Array(
          #"{"date": "\#(day)", "price": "2.99 EUR", "productID": "tide.\#(number)"}"#.utf8),
        to: "issues/tide-\(number).md.issue.json")
    }
    try folder.write(
      Array(
        """
        {"products": {"tide.1": {"price": "1.50 EUR", "given": true},
          "tide.year": {"price": "18 EUR", "given": true, "days": 40000}}}
        """.utf8), to: "shop.json")
  }

  private func run(_ arguments: String...) async throws {
    let result = try await runRecto(arguments)
    try #require(result.status == 0, "\(arguments): \(result.errors)")
  }

  private func post(
    _ path: String, _ shelf: ServedShelf, body: String = ""
  ) async throws -> Answer {
    try await shelf.answer("/api/1/newsstand/\(path)", method: "POST", "Accept: */*", body: body)
  }

  private func library(_ store: StaticServer) async throws -> ServedShelf {
    let library = folder.path("library")
    try await run("store", "add", "--library", library, store.url + "catalog.json")
    return try await ServedShelf("--library", library, "--shop", folder.path("shop.json"))
  }

  @Test func pricesPurchasesAndSubscriptionsAreInTheAPI() async throws {
    try await run(
      "publish", folder.path("issues"), "--catalog", folder.path("site"), "--open",
      "--subscription", "tide.year")
    let shelf = try await library(try await StaticServer(folder.path("site")))
    #expect(try await post("purchases", shelf).status == 204)
    func document() async throws -> JSON {
      try await shelf.json("/api/1/newsstand?lang=de")
    }
    func issues() async throws -> [JSON] {
      try #require(try await document()["issues"] as? [JSON])
    }
    func subscription() async throws -> JSON {
      try #require((try await document()["subscriptions"] as? [JSON])?.first)
    }
    #expect((try await document()["shop"] as? JSON)?["source"] as? String == "shop")
    #expect(try await issues().map { $0["access"] as? String } == ["price", "price"])
    #expect(try await issues()[1]["priceText"] as? String == "1,50\u{A0}€")
    #expect(try await issues()[1]["price"] as? String == "1.50 EUR")
    let key = try #require(try await issues()[1]["key"] as? String)
    #expect(try await post("issues/\(key)/download", shelf).status == 402)
    #expect(try await post("issues/\(key)/buy", shelf).status == 204)
    #expect(try await issues()[1]["access"] as? String == "bought")
    #expect(try await issues()[1]["price"] == nil)
    #expect(try await issues()[1]["actions"] as? [String] == ["download"])

    let product = try #require(try await subscription()["key"] as? String)
    #expect(try await subscription()["state"] as? String == "none")
    #expect(try await post("subscriptions/\(product)/cancel", shelf).status == 409)
    #expect(try await post("subscriptions/\(product)/subscribe", shelf).status == 204)
    #expect(try await subscription()["state"] as? String == "active")
    #expect((try await subscription()["until"] as? String)?.hasSuffix("Z") == true)
    #expect(try await issues()[0]["access"] as? String == "subscribed")
    #expect(try await post("subscriptions/\(product)/cancel", shelf).status == 204)
    #expect(try await subscription()["state"] as? String == "cancelled")
    #expect(try await post("subscriptions/none/subscribe", shelf).status == 404)

    #expect(try await post("restore", shelf).text.contains("\"restored\":2"))
    #expect(try await post("restore", shelf, body: "{").status == 400)
    #expect(
      try await post("settings", shelf, body: #"{"automaticDownloads": false}"#).status == 204)
    #expect(
      try await shelf.json("/api/1/newsstand/settings")["automaticDownloads"] as? Bool == false)
    #expect(try await post("settings", shelf, body: "{}").status == 400)

    // The shop goes away: its last words serve, and that is told.
    try folder.write([], to: "shop.json")
    #expect(try await post("purchases", shelf).status == 502)
    #expect((try await document()["shop"] as? JSON)?["source"] as? String == "kept")
    #expect(try await issues().map { $0["access"] as? String } == ["subscribed", "bought"])
  }

  @Test(.enabled(if: program("openssl") != nil, "openssl makes the shop's key"))
  func aServedStoreHandsPaidContentOutAgainstReceiptsOnly() async throws {
    try await run(
      "publish", folder.path("issues"), "--catalog", folder.path("site"), "--paid",
      folder.path("paid"))
    let openssl = try #require(program("openssl"))
    for words in [
      ["genpkey", "-algorithm", "ed25519", "-out", folder.path("key.pem")],
      ["pkey", "-in", folder.path("key.pem"), "-pubout", "-out", folder.path("public.pem")],
    ] { #expect(try await TestSupport.run(openssl, words).status == 0) }
    let shelf = try await ServedShelf(
      "--store", folder.path("site"), "--paid", folder.path("paid"), "--receipt-key",
      folder.path("public.pem"))
    #expect(try await shelf.answer("/store/catalog.json").status == 200)
    #expect(try await shelf.answer("/store/info.xml").status == 200)
    let name = try #require(try folder.entries().first { $0.hasPrefix("paid/tide-1") })
    #expect(try await shelf.answer("/store/\(name)").status == 401)
    let forged = "Authorization: Bearer me\r\nRecto-Receipt: e30.e30"
    #expect(try await shelf.answer("/store/\(name)", forged).status == 402)
    for path in ["../key.pem", "..%2fkey.pem", "content/..%2f..%2fkey.pem", "paid/", ".packing"] {
      #expect(try await shelf.answer("/store/\(path)").status == 404, "\(path)")
    }
  }
}
