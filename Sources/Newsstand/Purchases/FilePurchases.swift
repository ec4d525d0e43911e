import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// A shop in a JSON file, for tests and for publishers who give issues away: it takes no payment.
///
///     {"products": {"tide.12": {"price": "2.99 EUR", "given": true}, "tide.year": {"price": "19 EUR",
///      "given": true, "days": 365}}, "owned": ["tide.11"],
///      "subscription": {"product": "tide.year", "since": 1767225600, "until": 1798761600,
///                       "renews": true}}
///
/// A product that is `given` becomes `owned` on request; any other throws `needsPurchase`. One with
/// `days` is a subscription. `subscriptions` has several. Without a `product`, a subscription is to
/// the issues of all stores; without `since`, it begins when a library first hears of it.
public actor FilePurchases: PurchaseProvider {
  private struct Product {
    var id: String
    var price: String?
    var isGiven: Bool
    var days: Double?
  }

  private struct Content {
    var products: [Product] = []
    var owned: [String] = []
    var subscriptions: [(product: String, period: SubscriptionPeriod)] = []
  }

  private static let mostBytes = 1 << 20

  public nonisolated let name: String
  private let path: String
  private let now: @Sendable () -> Double

  /// A shop in that file, which is read at each call.
  public init(_ path: String, now: @escaping @Sendable () -> Double = currentTime) {
    self.path = path
    self.now = now
    name = "file://\(absolutePath(path))"
  }

  public func answer(about productIDs: [String]) throws(NewsstandError) -> ShopAnswer {
    let content = try read()
    let asked = Set(productIDs)
    var prices: [String: String] = [:]
    for product in content.products where asked.contains(product.id) {
      prices[product.id] = product.price
    }
    return ShopAnswer(prices: prices, receipts: Self.receipts(content))
  }

  public func buy(_ productID: String) throws(NewsstandError) -> PurchaseReceipt {
    var content = try read()
    let time = now()
    let product = content.products.first { $0.id == productID }
    if let paid = Self.receipts(content).last(where: { $0.productID == productID }),
      paid.period?.until.map({ $0 > time }) ?? true
    {
      return paid
    }
    guard let product else {
      throw NewsstandError(.notFound, "\(path) has no product \(printable(productID))")
    }
    guard product.isGiven else {
      throw NewsstandError(
        .needsPurchase, "the product \(printable(productID)) cannot be bought here")
    }
    if let days = product.days {
      content.subscriptions.append(
        (
          productID,
          SubscriptionPeriod(since: time, until: time + days * Subscription.day, renews: true)
        ))
    } else {
      content.owned.append(productID)
    }
    try write(content)
    return try receipt(productID, in: content)
  }

  public func cancel(_ productID: String) throws(NewsstandError) -> PurchaseReceipt {
    var content = try read()
    guard let index = content.subscriptions.lastIndex(where: { $0.product == productID }) else {
      throw NewsstandError(.notFound, "\(path) has no subscription \(printable(productID))")
    }
    content.subscriptions[index].period.renews = false
    try write(content)
    return try receipt(productID, in: content)
  }

  public func restore(code: String?) throws(NewsstandError) -> [PurchaseReceipt] {
    Self.receipts(try read())
  }

  public func isValid(_ receipt: PurchaseReceipt) throws(NewsstandError) -> Bool {
    Self.receipts(try read()).contains { known in
      known.productID == receipt.productID && known.proof == receipt.proof
        && (known.period == nil) == (receipt.period == nil)
        && (known.period?.since == nil || known.period?.since == receipt.period?.since)
        && known.period?.until == receipt.period?.until
    }
  }

  private static func receipts(_ content: Content) -> [PurchaseReceipt] {
    content.owned.map { PurchaseReceipt(productID: $0, proof: "file") }
      + content.subscriptions.map {
        PurchaseReceipt(productID: $0.product, proof: "file", period: $0.period)
      }
  }

  private func receipt(
    _ productID: String, in content: Content
  ) throws(NewsstandError) -> PurchaseReceipt {
    guard let receipt = Self.receipts(content).last(where: { $0.productID == productID }) else {
      throw NewsstandError(.notFound, "\(path) has no product \(printable(productID))")
    }
    return receipt
  }

  // MARK: File

  private func read() throws(NewsstandError) -> Content {
    let bytes: FileBytes
    do throws(PageError) {
      bytes = try FileBytes(path: path)
    } catch {
      throw NewsstandError(
        error.code == .notFound ? .notFound : .cannotWrite, "\(path): \(error.message)")
    }
    guard bytes.count <= Self.mostBytes else {
      throw NewsstandError(.tooLarge, "\(path) is longer than \(Self.mostBytes >> 20) MiB")
    }
    do throws(JSONError) {
      return try Self.content(JSONDocument(bytes.prefix(bytes.count)).root)
    } catch {
      throw NewsstandError(.badContent, "\(path) is not a list of products: \(error)")
    }
  }

  private static func content(_ json: JSONValue) throws(JSONError) -> Content {
    var content = Content()
    if let products = try json.member("products") {
      try products.members { id, product throws(JSONError) in
        content.products.append(
          Product(
            id: id, price: try product.decodeIfPresent("price"),
            isGiven: try product.decodeIfPresent("given") ?? false,
            days: try product.decodeIfPresent("days")))
      }
    }
    content.owned = try json.decodeIfPresent("owned") ?? []
    if let subscription = try json.member("subscription") {
      content.subscriptions.append(try period(subscription))
    }
    if let list = try json.member("subscriptions") {
      content.subscriptions += try list.elements { value throws(JSONError) in try period(value) }
    }
    return content
  }

  private static func period(
    _ json: JSONValue
  ) throws(JSONError) -> (product: String, period: SubscriptionPeriod) {
    (
      try json.decodeIfPresent("product") ?? PurchaseReceipt.everything,
      SubscriptionPeriod(
        since: try json.decodeIfPresent("since"), until: try json.decodeIfPresent("until"),
        renews: try json.decodeIfPresent("renews") ?? false)
    )
  }

  private func write(_ content: Content) throws(NewsstandError) {
    var json = JSONWriter(isExact: true)
    json.object { json in
      json.key("products")
      json.object { json in
        for product in content.products {
          json.key(product.id)
          json.object { json in
            json.optional("price", product.price)
            json.member("given", product.isGiven)
            if let days = product.days { json.member("days", days) }
          }
        }
      }
      json.key("owned")
      json.array(content.owned) { $0.value($1) }
      guard !content.subscriptions.isEmpty else { return }
      json.key("subscriptions")
      json.array(content.subscriptions) { json, subscription in
        json.object { json in
          if subscription.product != PurchaseReceipt.everything {
            json.member("product", subscription.product)
          }
          if let since = subscription.period.since { json.member("since", since) }
          if let until = subscription.period.until { json.member("until", until) }
          json.member("renews", subscription.period.renews)
        }
      }
    }
    do throws(PageError) {
      try writeFile(json.bytes, to: path)
    } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
  }
}
