/// The rights to issues: the receipts of a library, and the shop's answers about them.
struct Entitlements: Sendable, Hashable {
  /// Good receipts.
  var receipts: [PurchaseReceipt] = [] {
    didSet { index() }
  }
  /// Prices that the shop has said, by product.
  var prices: [String: String] = [:]
  /// The products of issues that were bought.
  private var products: [String: PurchaseReceipt] = [:]
  private var subscriptions: [PurchaseReceipt] = []

  private mutating func index() {
    subscriptions = receipts.filter { $0.period != nil }
    products = Dictionary(
      receipts.filter { $0.period == nil }.map { ($0.productID, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The right to an issue.
  ///
  /// - Parameters:
  ///   - subscription: The product of the subscription to its store.
  ///   - seen: The time when an issue appeared in its catalog, where that is known.
  func access(
    to issue: Issue, subscription: String?, seen: Double?, hasShop: Bool
  ) -> IssueAccess {
    if issue.isFree { return .free }
    if receipt(for: issue, subscription: subscription, seen: seen) != nil {
      return issue.productID.flatMap { products[$0] } != nil ? .bought : .subscribed
    }
    return hasShop && issue.productID != nil ? .price : .unavailable
  }

  /// The receipt that gives the right to an issue.
  func receipt(for issue: Issue, subscription: String?, seen: Double?) -> PurchaseReceipt? {
    if let bought = issue.productID.flatMap({ products[$0] }) { return bought }
    return subscriptions.first { receipt in
      guard let period = receipt.period,
        receipt.productID == PurchaseReceipt.everything || receipt.productID == subscription
      else { return false }
      if let date = issue.date { return period.covers(date) }
      return seen.map(period.covers(seen:)) ?? false
    }
  }

  /// The last period of a subscription.
  func period(of product: String) -> SubscriptionPeriod? {
    subscriptions.filter { $0.productID == product }.compactMap(\.period)
      .max { ($0.until ?? .infinity, $0.since ?? 0) < ($1.until ?? .infinity, $1.since ?? 0) }
  }

  /// The products of subscriptions.
  var subscribedProducts: Set<String> { Set(subscriptions.map(\.productID)) }
}

/// The right of a reader to an issue.
public enum IssueAccess: String, Sendable, Hashable, CaseIterable {
  case free, bought, subscribed
  /// It has to be bought, and a shop is there.
  case price
  /// It has to be bought, and no shop is there.
  case unavailable

  /// True if it may be downloaded.
  public var isOwned: Bool { self == .free || self == .bought || self == .subscribed }
}
