/// The name of an issue in a library, and the issue that it stands for.
struct IssueName: Sendable, Hashable {
  /// The issue as its catalog has it.
  struct Key: Sendable, Hashable {
    var store: String
    /// Empty where the catalog does not say.
    var publication: String
    var catalogID: String
  }

  let id: IssueID
  var key: Key
  var title: String
  /// The time when it appeared in its catalog, seconds since 1970-01-01T00:00:00Z; nil if it was
  /// there when the catalog was first read.
  var seen: Double?
}

/// Names, settings and updates in the tables of `LibrarySchema`.
extension Database {
  func names() throws(NewsstandError) -> [IssueName] {
    try rows("SELECT id, store, publication, catalogID, title, seen FROM names") {
      IssueName(
        id: IssueID(known: $0.text(0)),
        key: IssueName.Key(
          store: $0.text(1), publication: $0.text(2), catalogID: $0.text(3)),
        title: $0.text(4), seen: $0.realIfThere(5))
    }
  }

  /// Adds a name, or gives one that is there another key.
  func put(_ name: IssueName) throws(NewsstandError) {
    try run(
      """
      INSERT INTO names (id, store, publication, catalogID, title, seen) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET store = excluded.store, publication = excluded.publication,
        catalogID = excluded.catalogID, title = excluded.title
      """, .text(name.id.text), .text(name.key.store), .text(name.key.publication),
      .text(name.key.catalogID), .text(name.title), DatabaseValue(name.seen))
  }

  /// Remembers a new name as offered, if the store's issue was remembered under the catalog's id
  /// before it had a name of its own.
  func inheritOffer(_ name: IssueName) throws(NewsstandError) {
    guard name.id.text != name.key.catalogID else { return }
    try run(
      """
      INSERT OR IGNORE INTO offered (store, issue) SELECT ?1, ?2
      WHERE EXISTS (SELECT 1 FROM offered WHERE store = ?1 AND issue = ?3)
        AND NOT EXISTS (SELECT 1 FROM names WHERE store = ?1 AND id = ?3)
      """, .text(name.key.store), .text(name.id.text), .text(name.key.catalogID))
  }

  func setting(_ name: String) throws(NewsstandError) -> String? {
    try rows("SELECT value FROM settings WHERE name = ?", .text(name)) { $0.text(0) }.first
  }

  func set(_ name: String, to value: String) throws(NewsstandError) {
    try run(
      "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", .text(name), .text(value))
  }

  /// All but those of `damaged`.
  func updates(
    except damaged: DamagedRecords = DamagedRecords()
  ) throws(NewsstandError) -> [Issue] {
    let issues = try rows("SELECT issue, metadata FROM updates ORDER BY issue") {
      row throws(NewsstandError) -> Issue? in
      guard !damaged.updates.contains(row.text(0)) else { return nil }
      return try StoredIssue(text: row.text(1)).issue
    }
    return issues.compactMap(\.self)
  }

  func putUpdate(_ issue: Issue) throws(NewsstandError) {
    try run(
      "INSERT OR REPLACE INTO updates (issue, metadata) VALUES (?, ?)", .text(issue.id.text),
      .text(StoredIssue(issue).text))
  }

  func removeUpdate(of id: IssueID) throws(NewsstandError) {
    try run("DELETE FROM updates WHERE issue = ?", .text(id.text))
  }
}
