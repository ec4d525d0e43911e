/// A shop that knows what issues cost and who has paid: the only place where a payment can be made.
///
/// Each call may take as long as the shop does; nothing else waits for it.
public protocol PurchaseProvider: Sendable {
  /// What a product costs, for a person, such as `2.99 EUR`; nil where the shop does not have it.
  func price(of productID: String) async throws(NewsstandError) -> String?

  /// Buys a product and returns when it is paid. Throws `needsPurchase` where it was not, `notFound`
  /// where the shop does not have it.
  func buy(_ productID: String) async throws(NewsstandError) -> PurchaseReceipt

  /// What was bought before, maybe on another machine.
  func restore() async throws(NewsstandError) -> [PurchaseReceipt]

  /// Whether a subscription is paid that all issues are part of.
  func subscription() async throws(NewsstandError) -> PaidSubscription

  /// Whether a receipt is the shop's own, and was not taken back.
  func isValid(_ receipt: PurchaseReceipt) async throws(NewsstandError) -> Bool
}

/// That a product was paid.
public struct PurchaseReceipt: Sendable, Hashable {
  public var productID: String
  /// What the shop knows it by; secret.
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
