/// The last good answer of a shop, as a library keeps it.
struct KeptPurchases: Sendable, Hashable {
  var receipts: [PurchaseReceipt] = []
  var prices: [String: String] = [:]
  /// The time of the answer: seconds since 1970-01-01T00:00:00Z; nil if there was none.
  var answered: Double?
}

/// Purchases in the tables of `LibrarySchema`. The shop without a name is that of older libraries.
extension Database {
  /// Those of a shop; without one, the receipts of all shops and no prices.
  func purchases(of shop: String?) throws(NewsstandError) -> KeptPurchases {
    var kept = KeptPurchases()
    kept.receipts = try rows(
      """
      SELECT product, proof, isSubscription, since, until, renews FROM purchases
      WHERE ?1 IS NULL OR shop IN (?1, '') ORDER BY product, since
      """, DatabaseValue(shop)
    ) { row in
      PurchaseReceipt(
        productID: row.text(0), proof: row.text(1),
        period: row.integer(2) == 0
          ? nil
          : SubscriptionPeriod(
            since: row.real(3), until: row.realIfThere(4), renews: row.integer(5) != 0))
    }
    guard let shop else { return kept }
    for (product, price) in try rows(
      "SELECT product, price FROM prices WHERE shop = ?", .text(shop),
      body: { ($0.text(0), $0.text(1)) })
    {
      kept.prices[product] = price
    }
    kept.answered = try rows("SELECT answered FROM shops WHERE shop = ?", .text(shop)) {
      $0.real(0)
    }.first
    return kept
  }

  /// Replaces the stored facts of a shop.
  func put(_ kept: KeptPurchases, of shop: String) throws(NewsstandError) {
    try run("DELETE FROM purchases WHERE shop IN (?, '')", .text(shop))
    for receipt in kept.receipts { try put(receipt, of: shop) }
    try run("DELETE FROM prices WHERE shop = ?", .text(shop))
    for (product, price) in kept.prices {
      try run(
        "INSERT INTO prices (shop, product, price) VALUES (?, ?, ?)", .text(shop), .text(product),
        .text(price))
    }
    guard let answered = kept.answered else { return }
    try run(
      "INSERT OR REPLACE INTO shops (shop, answered) VALUES (?, ?)", .text(shop), .real(answered))
  }

  func put(_ receipt: PurchaseReceipt, of shop: String) throws(NewsstandError) {
    try run(
      """
      INSERT OR REPLACE INTO purchases (shop, product, isSubscription, since, until, renews, proof)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(shop), .text(receipt.productID), DatabaseValue(receipt.period != nil),
      .real(receipt.period?.since ?? 0), DatabaseValue(receipt.period?.until),
      DatabaseValue(receipt.period?.renews ?? false), .text(receipt.proof))
  }
}
