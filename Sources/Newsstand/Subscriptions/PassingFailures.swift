extension NewsstandError.Code {
  /// True if the cause can pass with time, so that the same download can succeed later.
  var passes: Bool {
    switch self {
    case .unreachable, .stalled, .badAnswer, .notFound, .noSpace, .notNow, .cannotWrite,
      .needsPurchase:
      true
    case .badCatalog, .refused, .needsAuthorization, .corrupt, .untrusted, .tooLarge, .badContent,
      .badLibrary, .badRequest, .cancelled:
      false
    }
  }
}

extension Newsstand {
  /// The issues that subscriptions want and whose download failed for a reason that can pass with
  /// time. The next check of their stores begins them again.
  public func failedNews() async throws(NewsstandError) -> [ShelfIssue] {
    let failed = try await passingFailures()
    guard !failed.isEmpty else { return [] }
    var news: [ShelfIssue] = []
    for subscription in try await subscriptions() {
      let url = subscription.store
      let offered = try await named(await (try store(url)).issues(), of: url)
      for issue in subscription.wanted(among: offered, of: failed) {
        news.append(try await self.issue(issue.id))
      }
    }
    return news
  }

  /// The ids of issues whose download failed for a reason that can pass with time.
  func passingFailures() async throws(NewsstandError) -> Set<IssueID> {
    let failed = try await reader.records().filter { record in
      if case .failed(let error) = record.state { error.code.passes } else { false }
    }
    return Set(failed.map(\.id))
  }
}

extension Subscription {
  /// The issues of a store that failed and that it was to have: an issue from before the subscription
  /// is left to the person who wanted it.
  func wanted(among offered: [Issue], of failed: Set<IssueID>) -> [Issue] {
    new(among: offered.filter { failed.contains($0.id) }, offeredBefore: [])
  }
}
