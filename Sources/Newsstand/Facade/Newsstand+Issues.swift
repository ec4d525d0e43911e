extension Newsstand {
  /// The issues of the stores and of the library as one list, the newest first. Nothing is fetched.
  public func issues() async throws(NewsstandError) -> [ShelfIssue] {
    let known = try await reader.records()
    let notes = try await reader.storeNotes()
    let records = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
    var shelf: [ShelfIssue] = []
    var seen: Set<IssueID> = []
    for url in try await storesSignedFirst() {
      let offered = try await offers(of: url)
      shelf.reserveCapacity(shelf.count + offered.issues.count)
      seen.reserveCapacity(seen.count + offered.issues.count)
      for issue in offered.issues where seen.insert(issue.id).inserted {
        shelf.append(
          shelved(
            issue, offered.subscription, store: url, records[issue.id], since: notes[url]?.added))
      }
    }
    for record in known where seen.insert(record.id).inserted {
      shelf.append(shelved(record.issue, nil, store: record.store, record))
    }
    return shelf.newestFirst { ($0.issue.date?.seconds, $0.issue.number) }
  }

  /// An issue of the stores or the library. Throws `notFound`.
  public func issue(_ id: IssueID) async throws(NewsstandError) -> ShelfIssue {
    let record = try await reader.record(id)
    for url in try await storesSignedFirst() {
      let offered = try await offers(of: url, id)
      if let issue = offered.issues.first {
        let added = try await reader.storeNotes()[url]?.added
        return shelved(issue, offered.subscription, store: url, record, since: added)
      }
    }
    guard let record else {
      throw NewsstandError(
        .notFound, "neither a store nor the library has an issue \(printable(id.text))")
    }
    return shelved(record.issue, nil, store: record.store, record)
  }

  /// A URI names the same issue in all stores: one whose catalog is signed says what it is.
  private func storesSignedFirst() async throws(NewsstandError) -> [String] {
    let stores = try await stores()
    return stores.filter { keys[$0] != nil } + stores.filter { keys[$0] == nil }
  }

  /// Expects that the catalog vouches for an issue's content where its store has a publisher's key, and
  /// that no other store changes an issue of such a one.
  ///
  /// - Parameter record: The issue as it is here; nil for a new one.
  ///
  /// Throws `untrusted`.
  func checkSignature(
    of issue: Issue, from store: String?, replacing record: IssueRecord? = nil
  ) throws(NewsstandError) {
    let key = store.flatMap { keys[$0] }
    if let before = record?.store.flatMap({ keys[$0] }), before != key {
      throw NewsstandError(
        .untrusted,
        "\(printable(issue.title)) comes from a store with the key \(before.name), and this content "
          + "does not")
    }
    guard key != nil, let asset = issue.content.first(where: { $0.sha256 == nil }) else { return }
    throw NewsstandError(
      .untrusted,
      "the signed catalog has no digest for \(printable(asset.url)): ask the publisher to add one")
  }

  /// The issues of a store under their names here, or the one of a name; and the product of the
  /// subscription to it.
  private func offers(
    of url: String, _ id: IssueID? = nil
  ) async throws(NewsstandError) -> (issues: [Issue], subscription: String?) {
    guard let store = try? store(url) else { return ([], nil) }
    let subscription = await store.facts().subscriptionProductID
    guard let id else { return (try await named(await store.issues(), of: url), subscription) }
    // Without a name, the issue is a URI, or its store was not looked at since it came.
    let name = try await names()[id]
    guard let name else {
      if let issue = await store.issue(withID: id), issue.id.isURI {
        return ([issue], subscription)
      }
      let issues = try await named(await store.issues(), of: url)
      return (issues.filter { $0.id == id }, subscription)
    }
    guard name.key.store == url else { return ([], nil) }
    if let issue = await store.issue(withID: IssueID(known: name.key.catalogID)),
      let named = try await names().named(issue, of: url), named.id == id
    {
      return ([named], subscription)
    }
    let issues = try await named(await store.issues(), of: url)
    return (issues.filter { $0.id == id }, subscription)
  }

  /// The issues of a store under their names, which those without get.
  func named(_ issues: [Issue], of url: String) async throws(NewsstandError) -> [Issue] {
    let stores = Set(try await stores())
    var names = try await names()
    let changed = names.name(issues, of: url, stores: stores, at: configuration.now())
    if !changed.isEmpty {
      knownNames = names
      do throws(NewsstandError) {
        try await library.write { database throws(NewsstandError) in
          for name in changed {
            try database.put(name)
            try database.inheritOffer(name)
          }
        }
      } catch {
        // A library that is only read keeps them in memory; after a failed write they are named again.
        guard configuration.access == .readOnly else {
          knownNames = nil
          throw error
        }
      }
    }
    return issues.compactMap { names.named($0, of: url) }
  }

  func names() async throws(NewsstandError) -> IssueNames {
    if let knownNames { return knownNames }
    let names = IssueNames(try await reader.names())
    // Another call may have been faster, and have named more.
    if let knownNames { return knownNames }
    knownNames = names
    return names
  }

  private func shelved(
    _ issue: Issue, _ subscription: String?, store: String?, _ record: IssueRecord?,
    since added: Double? = nil
  ) -> ShelfIssue {
    let hasShop = configuration.purchases != nil
    let access = entitlements.access(
      to: issue, subscription: subscription, seen: knownNames?[issue.id]?.seen, hasShop: hasShop)
    return ShelfIssue(
      issue, store: store, record: record, addedStore: added, progress: progress[issue.id],
      access: access, shopPrice: issue.productID.flatMap { entitlements.prices[$0] },
      update: updates[issue.id])
  }
}
