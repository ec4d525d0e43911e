/// The issues whose records cannot be read, by id.
struct DamagedRecords: Sendable, Hashable {
  /// In the table of issues.
  var issues: [String] = []
  /// In the table of new content for installed issues.
  var updates: [String] = []

  var isEmpty: Bool { issues.isEmpty && updates.isEmpty }
}

/// Records that cannot be read.
extension Database {
  /// True if SQLite finds the file valid.
  func isSound() throws(NewsstandError) -> Bool {
    try rows("PRAGMA integrity_check(1)") { $0.text(0) } == ["ok"]
  }

  /// Moves the issues, and the updates of issues, that cannot be read into the table `damaged`, which
  /// nothing reads. Gives the ids of those issues.
  ///
  /// - Parameter time: Seconds since 1970-01-01T00:00:00Z.
  func setAsideUnreadable(at time: Double) throws(NewsstandError) -> DamagedRecords {
    let damaged = try damagedRecords()
    guard !damaged.isEmpty else { return damaged }
    try execute(
      """
      CREATE TABLE IF NOT EXISTS damaged (
        source TEXT NOT NULL, issue TEXT NOT NULL, state TEXT, metadata TEXT NOT NULL,
        found REAL NOT NULL
      ) STRICT
      """)
    for id in damaged.updates {
      try run(
        """
        INSERT INTO damaged SELECT 'updates', issue, NULL, metadata, ? FROM updates WHERE issue = ?
        """, .real(time), .text(id))
      try run("DELETE FROM updates WHERE issue = ?", .text(id))
    }
    for id in damaged.issues {
      try run(
        "INSERT INTO damaged SELECT 'issues', id, state, metadata, ? FROM issues WHERE id = ?",
        .real(time), .text(id))
      try remove(IssueID(known: id))
    }
    return damaged
  }

  /// Reads all records, to find those that cannot be read.
  func damagedRecords() throws(NewsstandError) -> DamagedRecords {
    DamagedRecords(issues: try unreadableIssues(), updates: try unreadableUpdates())
  }

  private func unreadableIssues() throws(NewsstandError) -> [String] {
    var unreadable: [String] = []
    for id in try rows("SELECT id FROM issues ORDER BY id", body: { $0.text(0) }) {
      let isUnreadable = try isUnreadable { () throws(NewsstandError) in
        _ = try issue(IssueID(known: id))
      }
      if isUnreadable { unreadable.append(id) }
    }
    return unreadable
  }

  private func unreadableUpdates() throws(NewsstandError) -> [String] {
    let rows = try rows("SELECT issue, metadata FROM updates ORDER BY issue") {
      (id: $0.text(0), metadata: $0.text(1))
    }
    var unreadable: [String] = []
    for row in rows {
      let isUnreadable = try isUnreadable { () throws(NewsstandError) in
        _ = try StoredIssue(text: row.metadata)
      }
      if isUnreadable { unreadable.append(row.id) }
    }
    return unreadable
  }

  /// True if reading throws `badLibrary`. Rethrows other errors, such as those of the disk.
  private func isUnreadable(
    _ read: () throws(NewsstandError) -> Void
  ) throws(NewsstandError) -> Bool {
    do throws(NewsstandError) {
      try read()
      return false
    } catch {
      guard error.code == .badLibrary else { throw error }
      return true
    }
  }
}
