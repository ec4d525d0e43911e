/// The tables of a library's records, and how older ones become these.
enum LibrarySchema {
  /// The changes of each version; the file has the number of applied ones (`PRAGMA user_version`).
  /// Released ones are never changed.
  private static let migrations = [
    """
    CREATE TABLE stores (url TEXT PRIMARY KEY, added REAL NOT NULL) STRICT;
    CREATE TABLE issues (
      id TEXT PRIMARY KEY, metadata TEXT NOT NULL, store TEXT, date REAL, state TEXT NOT NULL,
      error TEXT, sentence TEXT, isNew INTEGER NOT NULL DEFAULT 0, pages INTEGER,
      added REAL NOT NULL, downloaded REAL, installed REAL, archived REAL, read REAL
    ) STRICT;
    CREATE INDEX issuesByState ON issues(state);
    CREATE TABLE assets (
      issue TEXT NOT NULL REFERENCES issues(id) ON DELETE CASCADE, number INTEGER NOT NULL,
      name TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (issue, number)
    ) STRICT;
    CREATE TABLE pages (
      number INTEGER PRIMARY KEY, issue TEXT NOT NULL REFERENCES issues(id) ON DELETE CASCADE,
      page INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (issue, page)
    ) STRICT;
    CREATE VIRTUAL TABLE texts USING fts5(
      text, content = 'pages', content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2');
    CREATE TRIGGER pageIsIndexed AFTER INSERT ON pages BEGIN
      INSERT INTO texts(rowid, text) VALUES (new.number, new.text);
    END;
    CREATE TRIGGER pageIsForgotten AFTER DELETE ON pages BEGIN
      INSERT INTO texts(texts, rowid, text) VALUES ('delete', old.number, old.text);
    END;
    CREATE TABLE subscriptions (
      store TEXT PRIMARY KEY, since REAL NOT NULL, interval REAL NOT NULL, checked REAL,
      hasBaseline INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE offered (
      store TEXT NOT NULL REFERENCES subscriptions(store) ON DELETE CASCADE, issue TEXT NOT NULL,
      PRIMARY KEY (store, issue)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE receipts (product TEXT PRIMARY KEY, receipt TEXT NOT NULL) STRICT;
    """,
    // Ids are those of a store and a publication; purchases those of a shop. Before, an id was the
    // catalog's, and the first store that offered it had it.
    """
    CREATE TABLE names (
      id TEXT PRIMARY KEY, store TEXT NOT NULL, publication TEXT NOT NULL, catalogID TEXT NOT NULL,
      title TEXT NOT NULL, seen REAL, UNIQUE (store, publication, catalogID)
    ) STRICT;
    INSERT INTO names (id, store, publication, catalogID, title)
      SELECT id, coalesce(store, ''),
        CASE WHEN json_valid(metadata) THEN coalesce(metadata ->> '$.publication', '') ELSE '' END,
        id, CASE WHEN json_valid(metadata) THEN coalesce(metadata ->> '$.title', '') ELSE '' END
      FROM issues WHERE instr(id, ':') = 0;
    CREATE TABLE purchases (
      shop TEXT NOT NULL, product TEXT NOT NULL, isSubscription INTEGER NOT NULL,
      since REAL NOT NULL, until REAL, renews INTEGER NOT NULL, proof TEXT NOT NULL,
      PRIMARY KEY (shop, product, since)
    ) STRICT;
    INSERT INTO purchases SELECT '', product, 0, 0, NULL, 0, receipt FROM receipts;
    DROP TABLE receipts;
    CREATE TABLE shops (shop TEXT PRIMARY KEY, answered REAL NOT NULL) STRICT;
    CREATE TABLE prices (
      shop TEXT NOT NULL, product TEXT NOT NULL, price TEXT NOT NULL, PRIMARY KEY (shop, product)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE updates (
      issue TEXT PRIMARY KEY REFERENCES issues(id) ON DELETE CASCADE, metadata TEXT NOT NULL
    ) STRICT;
    """,
    // Names that the reader gives to stores; the subscribers to web push.
    """
    ALTER TABLE stores ADD COLUMN name TEXT;
    CREATE TABLE pushReaders (
      endpoint TEXT PRIMARY KEY, key TEXT NOT NULL, auth TEXT NOT NULL, added REAL NOT NULL
    ) STRICT;
    CREATE TABLE pushKeys (key TEXT NOT NULL) STRICT;
    """,
    // The publisher's key, which a store's catalog has to be signed with.
    """
    ALTER TABLE stores ADD COLUMN key TEXT;
    """,
    // The parts of a catalog that a subscription has not read yet, one URL a line.
    """
    ALTER TABLE subscriptions ADD COLUMN unread TEXT;
    """,
  ]

  /// Throws `badLibrary` for records of a later version. All migrations are one transaction, so that
  /// records are of the version that they had or of the newest.
  static func migrate(_ database: Database, path: String) throws(NewsstandError) {
    let found = try check(database, path: path)
    guard found < migrations.count else { return }
    try database.transaction { () throws(NewsstandError) in
      for migration in migrations[found...] { try database.execute(migration) }
      try database.execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  /// Throws `notFound` if there are no records yet, and `badLibrary` for those of another version:
  /// a reader cannot change them.
  static func checkReadable(_ database: Database, path: String) throws(NewsstandError) {
    let found = try check(database, path: path)
    guard found > 0 else {
      throw NewsstandError(
        .notFound, "there is no library at \(path): nothing was put into it yet")
    }
    guard found == migrations.count else {
      throw NewsstandError(
        .badLibrary,
        "the library's records \(path) are of an older version: a command that changes the library upgrades them"
      )
    }
  }

  /// The version of the records. Throws `badLibrary` as above.
  private static func check(_ database: Database, path: String) throws(NewsstandError) -> Int {
    let found = try database.rows("PRAGMA user_version") { $0.integer(0) }.first ?? 0
    guard found <= migrations.count else {
      throw NewsstandError(
        .badLibrary,
        "the library's records \(path) are from a newer version of Recto (\(found); this one supports \(migrations.count)): use the newer Recto"
      )
    }
    return found
  }
}
