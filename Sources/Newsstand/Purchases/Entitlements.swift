/// The rights to issues: the receipts of a library, and the shop's answers about them.
struct Entitlements: Sendable {
  /// Products whose receipts are good.
  var products: Set<String> = []
  var subscription: PaidSubscription = .none
  /// Prices that the shop has said, by product.
  var prices: [String: String] = [:]

  /// True if an issue may be downloaded.
  func cover(_ issue: Issue) -> Bool {
    if issue.isFree { return true }
    if case .active = subscription { return true }
    return issue.productID.map(products.contains) ?? false
  }
}
