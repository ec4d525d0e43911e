extension Newsstand {
  /// Throws `needsPurchase` for an issue that has to be bought first.
  func checkPurchase(of issue: Issue) throws(NewsstandError) {
    let name = printable(issue.title)
    guard entitlements.cover(issue) else {
      let price = issue.productID.flatMap { entitlements.prices[$0] } ?? issue.price
      throw NewsstandError(
        .needsPurchase, "\(name) is not free\(price.map { " (\($0))" } ?? ""): buy it first")
    }
    guard !issue.content.isEmpty else {
      throw NewsstandError(.notFound, "the store offers nothing of \(name) to download")
    }
  }

  /// Asks the shop what things cost, which receipts are good, and whether a subscription is paid.
  ///
  /// Throws what the shop throws; what it said before stays.
  public func refreshPurchases() async throws(NewsstandError) {
    let shop = try shop()
    var products: Set<String> = []
    for receipt in try await reader.receipts() {
      if try await shop.isValid(receipt) {
        products.insert(receipt.productID)
      } else {
        try await library.write { database throws(NewsstandError) in
          try database.removeReceipt(receipt.productID)
        }
      }
    }
    var prices: [String: String] = [:]
    for product in Set(try await issues().compactMap(\.issue.productID)) {
      prices[product] = try await shop.price(of: product)
    }
    let subscription = try await shop.subscription()
    entitlements = Entitlements(products: products, subscription: subscription, prices: prices)
    observers.send(.purchasesChanged)
  }

  /// Buys an issue. Throws `notFound` where the shop does not have it, and what the shop throws.
  public func buy(_ id: IssueID) async throws(NewsstandError) {
    let shelved = try await issue(id)
    guard let product = shelved.issue.productID else {
      throw NewsstandError(.notFound, "\(printable(shelved.issue.title)) is in no shop")
    }
    try await keep(try await shop().buy(product))
    observers.send(.purchasesChanged)
  }

  /// Restores earlier purchases.
  public func restorePurchases() async throws(NewsstandError) {
    for receipt in try await shop().restore() { try await keep(receipt) }
    observers.send(.purchasesChanged)
  }

  private func keep(_ receipt: PurchaseReceipt) async throws(NewsstandError) {
    guard try await shop().isValid(receipt) else {
      throw NewsstandError(
        .needsPurchase, "the shop's receipt for \(printable(receipt.productID)) is not good")
    }
    try await library.write { database throws(NewsstandError) in try database.put(receipt) }
    entitlements.products.insert(receipt.productID)
  }

  private func shop() throws(NewsstandError) -> any PurchaseProvider {
    guard let shop = configuration.purchases else {
      throw NewsstandError(.notFound, "nothing can be bought: there is no shop")
    }
    return shop
  }
}
