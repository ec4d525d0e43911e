extension Newsstand {
  /// Downloads future issues of a store automatically. An unknown store is added.
  ///
  /// If the store, or a part of its catalog, cannot be read now, its issues are remembered when it can
  /// be, as those that were there before.
  ///
  /// - Parameter interval: The minimum time between two checks, in seconds.
  public func subscribe(
    to store: String, interval: Double = Subscription.day
  ) async throws(NewsstandError) {
    var isAnswered = true
    if try await !stores().contains(store) {
      try await addStore(store)
    } else {
      isAnswered = await refresh(store) == nil
    }
    let offering = try self.store(store)
    var unread: Set<String> = [Subscription.wholeCatalog]
    if isAnswered { unread = await offering.lateIssues(unread: unread).unread }
    let known = try await named(await offering.issues(), of: store).map(\.id)
    let subscription = Subscription(
      store: store, since: configuration.now(), interval: max(0, interval), checked: nil,
      hasBaseline: !known.isEmpty, unread: unread)
    try await library.write { database throws(NewsstandError) in
      try database.put(subscription)
      try database.remember(known, offeredBy: store)
    }
  }

  /// Ends the automatic downloads from a store.
  public func unsubscribe(from store: String) async throws(NewsstandError) {
    try await library.write { database throws(NewsstandError) in
      try database.removeSubscription(store)
    }
  }

  /// The subscriptions of the library.
  public nonisolated func subscriptions() async throws(NewsstandError) -> [Subscription] {
    try await reader.subscriptions()
  }

  /// Checks the stores of due subscriptions, or of all if `isForced`, and begins to download new
  /// issues in the background. Returns those issues; see `finish`.
  ///
  /// A store that does not answer is reported as an event and checked again an interval later.
  /// Issues that must be bought first are not downloaded. A download that failed after an earlier
  /// check begins again if the reason may have passed, such as a server that was down; a
  /// cancelled one does not.
  @discardableResult
  public func checkSubscriptions(isForced: Bool = false) async throws(NewsstandError) -> [IssueID] {
    let time = configuration.now()
    var begun: [IssueID] = []
    let subscriptions = try await subscriptions()
    // Paid subscriptions decide on the downloads. A shop that does not answer stops nothing.
    let isDue = subscriptions.contains { isForced || $0.isDue(at: time) }
    if isDue, configuration.purchases != nil { try? await refreshPurchases() }
    for subscription in subscriptions where isForced || subscription.isDue(at: time) {
      begun += try await check(subscription, at: time)
    }
    return begun
  }

  private func check(
    _ subscription: Subscription, at time: Double
  ) async throws(NewsstandError) -> [IssueID] {
    let url = subscription.store
    let isAnswered = await refresh(url) == nil
    var checked = subscription
    checked.checked = time
    guard isAnswered else {
      try await library.write { [checked] database throws(NewsstandError) in
        try database.put(checked)
      }
      return []
    }
    let store = try store(url)
    var unread = subscription.unread
    if !subscription.hasBaseline { unread.insert(Subscription.wholeCatalog) }
    // Before the issues: a part that is read meanwhile counts as unread once more.
    checked.unread = await store.lateIssues(unread: unread).unread
    let offered = try await named(await store.issues(), of: url)
    let late = try await named(
      await store.lateIssues(unread: subscription.unread).issues, of: url)
    let known = try await reader.offered(by: url)
    let isAutomatic = try await reader.hasAutomaticDownloads()
    var begun: [IssueID] = []
    var missed: Set<IssueID> = []
    let new = subscription.new(
      among: offered, offeredBefore: known, late: Set(late.map(\.id)))
    let failed = subscription.wanted(
      among: offered, of: try await passingFailures().subtracting(new.map(\.id)))
    for issue in new + failed {
      guard isAutomatic else {
        // It is new until it may be downloaded.
        missed.insert(issue.id)
        continue
      }
      do throws(NewsstandError) {
        try await begin(issue.id, priority: .background)
        begun.append(issue.id)
      } catch {
        // An issue that is bought later is still wanted.
        if error.code == .needsPurchase { missed.insert(issue.id) }
      }
    }
    // Remembered only now: issues that were new before a crash are new after it.
    checked.hasBaseline = true
    let seen = offered.map(\.id).filter { !missed.contains($0) }
    try await library.write { [checked] database throws(NewsstandError) in
      try database.put(checked)
      try database.remember(seen, offeredBy: url)
    }
    return begun
  }

  /// Handles a push service's payload: if content is available, checks the due subscriptions.
  /// Without subscriptions, catalogs that are due are asked. Throws `badRequest` and `tooLarge` for an
  /// invalid payload.
  public func handlePush(
    _ payload: [UInt8], isForced: Bool = false
  ) async throws(NewsstandError) -> PushOutcome {
    guard try PushPayload(payload).isContentAvailable else { return .ignored }
    let time = configuration.now()
    let subscriptions = try await subscriptions()
    guard !subscriptions.isEmpty else {
      _ = isForced ? try await refresh() : try await refreshIfDue()
      return .checked([])
    }
    if !isForced, !subscriptions.contains(where: { $0.isDue(at: time) }) {
      let next = subscriptions.map { ($0.checked ?? time) + $0.interval }.min()
      return next.map { .tooEarly(next: $0) } ?? .ignored
    }
    return .checked(try await checkSubscriptions(isForced: isForced))
  }
}
