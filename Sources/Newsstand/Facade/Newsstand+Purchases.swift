extension Newsstand {
  /// The state of the shop; nil if there is none.
  public var shop: ShopState? { configuration.purchases == nil ? nil : shopState }

  /// Seconds since the shop's last good answer; nil if there was none, or the clock was set back.
  public var shopAge: Double? { shopState.age(at: configuration.now()) }

  /// Throws `needsPurchase` for an issue that has to be bought first.
  func checkPurchase(of shelved: ShelfIssue) throws(NewsstandError) {
    let name = printable(shelved.issue.title)
    guard shelved.access.isOwned else {
      throw NewsstandError(
        .needsPurchase, "\(name) is not free\(shelved.price.map { " (\($0))" } ?? ""): buy it first"
      )
    }
    guard !shelved.issue.content.isEmpty else {
      throw NewsstandError(.notFound, "the store offers nothing of \(name) to download")
    }
  }

  /// The proof that a server of an issue's content may want; nil for free issues.
  func pass(for issue: Issue, of store: String?) async -> ContentPass? {
    guard !issue.isFree, let shop = configuration.purchases else { return nil }
    var subscription: String?
    if let store, let offering = try? self.store(store) {
      subscription = await offering.facts().subscriptionProductID
    }
    let receipt = entitlements.receipt(
      for: issue, subscription: subscription, seen: knownNames?[issue.id]?.seen)
    guard let receipt else { return nil }
    return await shop.pass(for: receipt)
  }

  /// Asks the shop what things cost, which receipts are good, and which subscriptions are paid.
  ///
  /// Throws what the shop throws, and `stalled` if it does not answer for as long as the configuration
  /// says; its last answer stays.
  public func refreshPurchases() async throws(NewsstandError) {
    let shop = try provider()
    do throws(NewsstandError) {
      let paid = try await issues().filter { !$0.issue.isFree }
      var products = Set(paid.compactMap(\.issue.productID))
      for url in try await stores() {
        if let store = try? store(url), let product = await store.facts().subscriptionProductID {
          products.insert(product)
        }
      }
      let known = entitlements.receipts
      let asked = products.sorted()
      let (answer, valid) = try await limited(to: configuration.shopPatience) {
        () async throws(NewsstandError) in
        let answer = try await shop.answer(about: asked)
        var valid: [PurchaseReceipt] = []
        for receipt in answer.receipts + known where try await shop.isValid(receipt) {
          valid.append(receipt)
        }
        return (answer, valid)
      }
      let time = configuration.now()
      var kept = KeptPurchases(
        receipts: begun(valid, known, at: time), prices: answer.prices, answered: time)
      kept.prices = answer.prices.compactMapValues { shownLine($0, 40) }
      (shopState.answered, shopState.isAnswered, shopState.error) = (time, true, nil)
      try await adopt(kept, of: shop)
    } catch {
      (shopState.isAnswered, shopState.error) = (false, error)
      throw error
    }
  }

  /// Receipts without those that others repeat. The period of a subscription whose shop does not say
  /// when it began begins when it was first heard of.
  private func begun(
    _ receipts: [PurchaseReceipt], _ known: [PurchaseReceipt], at time: Double
  ) -> [PurchaseReceipt] {
    struct Key: Hashable {
      let product: String
      let since: Double?
    }
    var seen: Set<Key> = []
    return receipts.compactMap { receipt in
      var receipt = receipt
      if receipt.period != nil, receipt.period?.since == nil {
        receipt.period?.since =
          known.first { $0.productID == receipt.productID && $0.period != nil }?.period?.since
          ?? time
      }
      let key = Key(product: receipt.productID, since: receipt.period?.since)
      return seen.insert(key).inserted ? receipt : nil
    }
  }

  private func adopt(
    _ kept: KeptPurchases, of shop: any PurchaseProvider
  ) async throws(NewsstandError) {
    let before = entitlements
    entitlements.receipts = kept.receipts
    entitlements.prices = kept.prices
    if configuration.access == .readWrite {
      try await library.write { database throws(NewsstandError) in
        try database.put(kept, of: shop.name)
      }
    } else {
      // An answer that cannot be kept, since another program has the library, is used all the same.
      try? await library.writeBriefly { database throws(NewsstandError) in
        try database.put(kept, of: shop.name)
      }
    }
    guard before != entitlements else { return }
    observers.send(.purchasesChanged)
    await endUnpaidDownloads()
  }

  /// Ends downloads of issues that are not paid any more. What has come is kept for a renewal; what is
  /// whole stays.
  private func endUnpaidDownloads() async {
    for id in Array(jobs.keys) {
      guard let shelved = try? await issue(id), !shelved.access.isOwned, let job = jobs[id],
        let state = shelved.record?.state.kind
      else { continue }
      guard state == .queued || state == .downloading || updates[id] != nil else { continue }
      endings[id] = NewsstandError(
        .needsPurchase,
        "\(printable(shelved.issue.title)) is not paid any more: renew its subscription or buy it, and "
          + "the download goes on")
      job.cancel()
    }
  }

  /// Buys an issue. Throws `notFound` where the shop does not have it, and what the shop throws.
  public func buy(_ id: IssueID) async throws(NewsstandError) {
    let shelved = try await issue(id)
    guard let product = shelved.issue.productID else {
      throw NewsstandError(.notFound, "\(printable(shelved.issue.title)) is not in any shop")
    }
    let shop = try provider()
    try await keep([try await shop.buy(product)], of: shop)
  }

  /// Restores earlier purchases, and gives their number.
  ///
  /// - Parameter code: As `PurchaseProvider.restore`.
  @discardableResult
  public func restorePurchases(code: String? = nil) async throws(NewsstandError) -> Int {
    let shop = try provider()
    let receipts = try await shop.restore(code: code)
    return try await keep(receipts, of: shop)
  }

  /// Takes good receipts into the library, and gives their number. Throws `needsPurchase` if the only
  /// one is not good.
  @discardableResult
  func keep(
    _ receipts: [PurchaseReceipt], of shop: any PurchaseProvider
  ) async throws(NewsstandError) -> Int {
    var good: [PurchaseReceipt] = []
    for receipt in receipts where try await shop.isValid(receipt) { good.append(receipt) }
    if receipts.count == 1, good.isEmpty {
      throw NewsstandError(
        .needsPurchase,
        "the shop's receipt for \(printable(receipts[0].productID)) is invalid: ask the publisher")
    }
    let known = entitlements.receipts
    let kept = begun(good, known, at: configuration.now())
    try await library.write { database throws(NewsstandError) in
      for receipt in kept { try database.put(receipt, of: shop.name) }
    }
    entitlements.receipts = begun(kept + known, known, at: configuration.now())
    observers.send(.purchasesChanged)
    await endUnpaidDownloads()
    return kept.count
  }

  func provider() throws(NewsstandError) -> any PurchaseProvider {
    guard let shop = configuration.purchases else {
      throw NewsstandError(.notFound, "nothing can be bought: name a shop (--shop)")
    }
    return shop
  }
}

/// The result of `body`, unless it takes longer: then throws `stalled`, and what goes on is left alone.
private func limited<Value: Sendable>(
  to limit: Duration, _ body: @escaping @Sendable () async throws(NewsstandError) -> Value
) async throws(NewsstandError) -> Value {
  let (results, sink) = AsyncStream.makeStream(of: Result<Value, NewsstandError>.self)
  let work = Task {
    do throws(NewsstandError) {
      sink.yield(.success(try await body()))
    } catch {
      sink.yield(.failure(error))
    }
    sink.finish()
  }
  let timer = Task {
    guard (try? await Task.sleep(for: limit)) != nil else { return }
    sink.yield(
      .failure(
        NewsstandError(.stalled, "the shop has not answered for \(limit.components.seconds) s")))
    sink.finish()
  }
  defer {
    work.cancel()
    timer.cancel()
  }
  for await result in results { return try result.get() }
  throw NewsstandError(.cancelled, "asking the shop was cancelled")
}
