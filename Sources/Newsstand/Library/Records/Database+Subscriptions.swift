/// Stores, subscriptions to them, and receipts.
extension Database {
  func stores() throws(NewsstandError) -> [String] {
    try rows("SELECT url FROM stores ORDER BY added, url") { $0.text(0) }
  }

  func addStore(_ url: String, key: PublisherKey? = nil, at time: Double) throws(NewsstandError) {
    try run(
      "INSERT OR IGNORE INTO stores (url, key, added) VALUES (?, ?, ?)", .text(url),
      DatabaseValue(key?.text), .real(time))
  }

  func removeStore(_ url: String) throws(NewsstandError) {
    try run("DELETE FROM subscriptions WHERE store = ?", .text(url))
    try run("DELETE FROM stores WHERE url = ?", .text(url))
  }

  /// The names that the reader gave to catalogs, the times when they were added, and their publishers'
  /// keys, by URL. Throws `badLibrary` for a key that cannot be read: without it nothing would be
  /// checked.
  func storeNotes() throws(NewsstandError) -> [String: StoreNote] {
    let rows = try rows("SELECT url, name, added, key FROM stores") { row throws(NewsstandError) in
      let key = row.textIfThere(3)
      let note = StoreNote(
        name: row.textIfThere(1), added: row.real(2), key: key.flatMap { PublisherKey($0) })
      guard key == nil || note.key != nil else {
        throw NewsstandError(
          .badLibrary, "the key of the store \(printable(row.text(0))) is damaged: add it again")
      }
      return (row.text(0), note)
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Nil gives the catalog its own title back.
  func renameStore(_ url: String, to name: String?) throws(NewsstandError) {
    try run("UPDATE stores SET name = ? WHERE url = ?", DatabaseValue(name), .text(url))
  }

  func subscriptions() throws(NewsstandError) -> [Subscription] {
    try rows(
      """
      SELECT store, since, interval, checked, hasBaseline, unread FROM subscriptions
      ORDER BY since, store
      """
    ) {
      Subscription(
        store: $0.text(0), since: $0.real(1), interval: $0.real(2), checked: $0.realIfThere(3),
        hasBaseline: $0.integer(4) != 0, unread: Self.parts($0.textIfThere(5)))
    }
  }

  /// The URLs in the lines of a text, one of which may be empty; nil for none.
  private static func parts(_ lines: String?) -> Set<String> {
    guard let lines else { return [] }
    return Set(lines.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
  }

  /// Adds it, or takes the place of the one there is; the issues that were offered before stay
  /// remembered.
  func put(_ subscription: Subscription) throws(NewsstandError) {
    let unread = subscription.unread.sorted().joined(separator: "\n")
    try run(
      """
      INSERT INTO subscriptions (store, since, interval, checked, hasBaseline, unread)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (store) DO UPDATE SET since = excluded.since, interval = excluded.interval,
        checked = excluded.checked, hasBaseline = excluded.hasBaseline, unread = excluded.unread
      """, .text(subscription.store), .real(subscription.since), .real(subscription.interval),
      DatabaseValue(subscription.checked), DatabaseValue(subscription.hasBaseline),
      subscription.unread.isEmpty ? .null : .text(unread))
  }

  func removeSubscription(_ store: String) throws(NewsstandError) {
    try run("DELETE FROM subscriptions WHERE store = ?", .text(store))
  }

  /// The ids that a store is known to have offered.
  func offered(by store: String) throws(NewsstandError) -> Set<String> {
    Set(try rows("SELECT issue FROM offered WHERE store = ?", .text(store)) { $0.text(0) })
  }

  func remember(_ ids: [IssueID], offeredBy store: String) throws(NewsstandError) {
    for id in ids {
      try run(
        "INSERT OR IGNORE INTO offered (store, issue) VALUES (?, ?)", .text(store), .text(id.text))
    }
  }
}
