/// A shop that knows what issues cost and who has paid: the only place where a payment can be made.
///
/// Each call may take as long as the shop does; nothing else waits for it. docs/newsstand/shop.md has
/// an example.
public protocol PurchaseProvider: Sendable {
  /// The name under which a library keeps the shop's answers, such as its URL. Another name is
  /// another shop.
  var name: String { get }

  /// The prices of these products, and what the customer owns.
  func answer(about productIDs: [String]) async throws(NewsstandError) -> ShopAnswer

  /// Buys an issue or a subscription and returns when it is paid; an owned one is not paid again.
  ///
  /// Throws `needsPurchase` where it was not paid, with `NewsstandError.payment` if a person has to
  /// pay on a page of the shop, and `notFound` where the shop does not have it.
  func buy(_ productID: String) async throws(NewsstandError) -> PurchaseReceipt

  /// Ends the renewal of a subscription, which stays paid until its end. Throws `notFound` where the
  /// customer has none.
  func cancel(_ productID: String) async throws(NewsstandError) -> PurchaseReceipt

  /// The earlier purchases, perhaps on another machine.
  ///
  /// - Parameter code: The shop's word for a customer on another machine, where it wants one.
  func restore(code: String?) async throws(NewsstandError) -> [PurchaseReceipt]

  /// True if a receipt is the shop's own, for this customer, and was not revoked.
  func isValid(_ receipt: PurchaseReceipt) async throws(NewsstandError) -> Bool

  /// The proof that a server of paid content wants; nil, the default, where contents need none.
  func pass(for receipt: PurchaseReceipt) async -> ContentPass?
}

extension PurchaseProvider {
  public func pass(for receipt: PurchaseReceipt) async -> ContentPass? { nil }
}

/// The answer of a shop about its products and one customer.
public struct ShopAnswer: Sendable, Hashable {
  /// The prices by product, such as `2.99 EUR`, without products that the shop does not have.
  public var prices: [String: String]
  /// The customer's receipts, subscriptions with their periods.
  public var receipts: [PurchaseReceipt]

  public init(prices: [String: String] = [:], receipts: [PurchaseReceipt] = []) {
    self.prices = prices
    self.receipts = receipts
  }
}

/// Proof that a product was paid for.
public struct PurchaseReceipt: Sendable, Hashable {
  /// The product of a subscription to the issues of all stores.
  public static let everything = "*"

  public var productID: String
  /// The shop's proof of purchase; secret.
  public var proof: String
  /// The period of a subscription; nil for an issue.
  public var period: SubscriptionPeriod?

  public init(productID: String, proof: String, period: SubscriptionPeriod? = nil) {
    self.productID = productID
    self.proof = proof
    self.period = period
  }
}

/// The time for which a subscription is paid: issues published in it belong to the subscriber, then
/// and later. Times are seconds since 1970-01-01T00:00:00Z.
public struct SubscriptionPeriod: Sendable, Hashable {
  /// The beginning; nil if the shop does not state it, for the time at which the library first
  /// learned of it.
  public var since: Double?
  /// The end; nil if it has none.
  public var until: Double?
  /// True if the shop renews it at its end.
  public var renews: Bool

  public init(since: Double? = nil, until: Double? = nil, renews: Bool = false) {
    self.since = since
    self.until = until
    self.renews = renews
  }

  /// True if an issue of this date was published in it. An issue of a month or a year is, if a part of
  /// that is in the period.
  func covers(_ date: IssueDate) -> Bool {
    date.reaches(since ?? .infinity) && date.seconds <= until ?? .infinity
  }

  /// The same for an issue without a date, by the time when the library first saw it.
  func covers(seen: Double) -> Bool {
    seen >= since ?? .infinity && seen <= until ?? .infinity
  }
}

/// The proof of a purchase for servers of paid content.
public struct ContentPass: Sendable, Hashable {
  /// The customer's secret, sent as `Authorization: Bearer`.
  public var account: String
  /// Sent as `Recto-Receipt`.
  public var receipt: String
  /// The beginnings of the URLs that get the account and the receipt. They go to no other server.
  public var places: [String]

  public init(account: String, receipt: String, places: [String]) {
    self.account = account
    self.receipt = receipt
    self.places = places
  }

  /// The fields for a URL; empty where it is not of those places.
  func fields(for url: String) -> [(name: String, value: String)] {
    let isKnown = places.contains { place in
      url.hasPrefix(place.hasSuffix("/") ? place : place + "/")
    }
    return isKnown ? [("Authorization", "Bearer \(account)"), ("Recto-Receipt", receipt)] : []
  }
}
