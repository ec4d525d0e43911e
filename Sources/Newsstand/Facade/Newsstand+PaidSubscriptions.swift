extension Newsstand {
  /// The paid subscriptions that catalogs offer, and those that were bought, in the order of the
  /// stores.
  public func paidSubscriptions() async throws(NewsstandError) -> [PaidSubscription] {
    let time = configuration.now()
    var found: [PaidSubscription] = []
    for url in try await stores() {
      guard let store = try? store(url) else { continue }
      let facts = await store.facts()
      guard let product = facts.subscriptionProductID,
        !found.contains(where: { $0.productID == product })
      else { continue }
      found.append(
        PaidSubscription(
          productID: product, title: facts.title ?? url, store: url,
          price: entitlements.prices[product] ?? facts.subscriptionPrice,
          period: entitlements.period(of: product), time: time))
    }
    for product in entitlements.subscribedProducts.sorted()
    where !found.contains(where: { $0.productID == product }) {
      found.append(
        PaidSubscription(
          productID: product, title: product == PurchaseReceipt.everything ? "*" : product,
          store: nil, price: entitlements.prices[product],
          period: entitlements.period(of: product), time: time))
    }
    return found
  }

  /// Buys a subscription. Throws as `buy`.
  public func buySubscription(_ productID: String) async throws(NewsstandError) {
    let shop = try provider()
    try await keep([try await shop.buy(productID)], of: shop)
  }

  /// Ends the renewal of a subscription; the paid period stays. Throws the shop's errors.
  public func cancelSubscription(_ productID: String) async throws(NewsstandError) {
    let shop = try provider()
    try await keep([try await shop.cancel(productID)], of: shop)
  }

  /// Turns automatic downloads on, or off for a metered network, for example.
  public func setAutomaticDownloads(_ isOn: Bool) async throws(NewsstandError) {
    try await library.write { database throws(NewsstandError) in
      try database.set("automaticDownloads", to: isOn ? "on" : "off")
    }
    observers.send(.settingsChanged)
  }
}

/// A subscription that is paid, or could be.
public struct PaidSubscription: Sendable, Hashable {
  /// The state of the subscription.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It was never bought.
    case none
    case active
    /// It is paid until its end, and not renewed.
    case cancelled
    case expired
  }

  public let productID: String
  /// The catalog's title, else its URL, else the product.
  public let title: String
  /// The URL of the catalog; nil if no store offers it.
  public let store: String?
  /// The price, such as `19.99 EUR`; nil if unknown.
  public let price: String?
  /// The last period that was paid.
  public let period: SubscriptionPeriod?
  public let state: State

  init(
    productID: String, title: String, store: String?, price: String?, period: SubscriptionPeriod?,
    time: Double
  ) {
    self.productID = productID
    self.title = title
    self.store = store
    self.price = price
    self.period = period
    guard let period else {
      state = .none
      return
    }
    let isOver = period.until.map { $0 <= time } ?? false
    state = isOver ? .expired : period.renews || period.until == nil ? .active : .cancelled
  }

  /// True if it can be bought now.
  public var canBeBought: Bool { state == .none || state == .expired }
}
