/// A shop that knows what issues cost and who has paid: the only place where a payment can be made.
///
/// Each call may take as long as the shop does; nothing else waits for it.
public protocol PurchaseProvider: Sendable {
  /// The price of a product for people, such as `2.99 EUR`; nil if the shop does not have it.
  func price(of productID: String) async throws(NewsstandError) -> String?

  /// Buys a product and returns when it is paid. Throws `needsPurchase` where it was not, `notFound`
  /// where the shop does not have it.
  func buy(_ productID: String) async throws(NewsstandError) -> PurchaseReceipt

  /// The earlier purchases, perhaps on another machine.
  func restore() async throws(NewsstandError) -> [PurchaseReceipt]

  /// The state of a paid subscription to all issues.
  func subscription() async throws(NewsstandError) -> PaidSubscription

  /// True if a receipt is the shop's own, and was not revoked.
  func isValid(_ receipt: PurchaseReceipt) async throws(NewsstandError) -> Bool
}

/// That a product was paid.
public struct PurchaseReceipt: Sendable, Hashable {
  public var productID: String
  /// The shop's proof of purchase; secret.
  public var proof: String

  public init(productID: String, proof: String) {
    self.productID = productID
    self.proof = proof
  }
}

/// A subscription that is paid, or not. Times are seconds since 1970-01-01T00:00:00Z.
public enum PaidSubscription: Sendable, Hashable {
  case none
  /// Nil where it does not end.
  case active(until: Double?)
  case expired(at: Double)
}
