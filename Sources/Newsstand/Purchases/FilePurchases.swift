import PageModel
import Pipeline
import PluginKit

/// A shop in a JSON file, for tests and for publishers who give issues away: it takes no payment.
///
///     {"products": {"tide.12": {"price": "2.99 EUR", "given": true}}, "owned": ["tide.11"],
///      "subscription": {"until": 1798761600}}
///
/// A product that is `given` becomes `owned` on request; any other throws `needsPurchase`.
public actor FilePurchases: PurchaseProvider {
  private struct Content {
    var products: [(id: String, price: String?, isGiven: Bool)] = []
    var owned: [String] = []
    var isSubscribed = false
    var until: Double?
  }

  private static let mostBytes = 1 << 20

  private let path: String
  private let now: @Sendable () -> Double

  /// A shop in that file, which is read at each call.
  public init(_ path: String, now: @escaping @Sendable () -> Double = currentTime) {
    self.path = path
    self.now = now
  }

  public func price(of productID: String) throws(NewsstandError) -> String? {
    try read().products.first { $0.id == productID }?.price
  }

  public func buy(_ productID: String) throws(NewsstandError) -> PurchaseReceipt {
    var content = try read()
    if !content.owned.contains(productID) {
      guard let product = content.products.first(where: { $0.id == productID }) else {
        throw NewsstandError(.notFound, "\(path) has no product \(printable(productID))")
      }
      guard product.isGiven else {
        throw NewsstandError(
          .needsPurchase, "the product \(printable(productID)) cannot be bought here")
      }
      content.owned.append(productID)
      try write(content)
    }
    return receipt(productID)
  }

  public func restore() throws(NewsstandError) -> [PurchaseReceipt] {
    try read().owned.map { receipt($0) }
  }

  public func subscription() throws(NewsstandError) -> PaidSubscription {
    let content = try read()
    guard content.isSubscribed else { return .none }
    if let until = content.until, until <= now() { return .expired(at: until) }
    return .active(until: content.until)
  }

  public func isValid(_ receipt: PurchaseReceipt) throws(NewsstandError) -> Bool {
    let owned = try read().owned
    return receipt == self.receipt(receipt.productID) && owned.contains(receipt.productID)
  }

  private nonisolated func receipt(_ productID: String) -> PurchaseReceipt {
    PurchaseReceipt(productID: productID, proof: "file")
  }

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
      throw NewsstandError(.badContent, "\(path) is no list of products: \(error)")
    }
  }

  private static func content(_ json: JSONValue) throws(JSONError) -> Content {
    var content = Content()
    if let products = try json.member("products") {
      try products.members { id, product throws(JSONError) in
        content.products.append(
          (id, try product.decodeIfPresent("price"), try product.decodeIfPresent("given") ?? false))
      }
    }
    content.owned = try json.decodeIfPresent("owned") ?? []
    if let subscription = try json.member("subscription") {
      content.isSubscribed = true
      content.until = try subscription.decodeIfPresent("until")
    }
    return content
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
          }
        }
      }
      json.key("owned")
      json.array(content.owned) { $0.value($1) }
      if content.isSubscribed {
        json.key("subscription")
        json.object { json in
          if let until = content.until { json.member("until", until) }
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
