import RectoNewsstand

/// A shop that gives away what it is asked for, and remembers it while the program runs.
actor GiftShop: PurchaseProvider {
  nonisolated let name = "gifts"
  private var given: [String: PurchaseReceipt] = [:]

  func answer(about productIDs: [String]) -> ShopAnswer {
    ShopAnswer(
      prices: Dictionary(productIDs.map { ($0, "0.00 EUR") }, uniquingKeysWith: { one, _ in one }),
      receipts: Array(given.values))
  }

  func buy(_ productID: String) throws(NewsstandError) -> PurchaseReceipt {
    guard productID.hasPrefix("tide.") else {
      throw NewsstandError(.notFound, "there is no product \(productID) here")
    }
    // A product with such a name is a subscription, which begins now and does not end.
    let period =
      productID.hasSuffix(".year") ? SubscriptionPeriod(since: currentTime(), renews: true) : nil
    let receipt = PurchaseReceipt(productID: productID, proof: "a gift", period: period)
    given[productID] = receipt
    return receipt
  }

  func cancel(_ productID: String) throws(NewsstandError) -> PurchaseReceipt {
    guard var receipt = given[productID], receipt.period != nil else {
      throw NewsstandError(.notFound, "there is no subscription \(productID)")
    }
    receipt.period?.until = currentTime()
    receipt.period?.renews = false
    given[productID] = receipt
    return receipt
  }

  func restore(code: String?) -> [PurchaseReceipt] { Array(given.values) }

  func isValid(_ receipt: PurchaseReceipt) -> Bool { given[receipt.productID] == receipt }
}
