/// Issues in the tables of `LibrarySchema`.
extension Database {
  private static let columns =
    "id, metadata, store, state, error, sentence, isNew, pages, added, downloaded, installed, archived, read"

  /// All records but those of `damaged`, the newest issue first.
  func issues(
    except damaged: DamagedRecords = DamagedRecords()
  ) throws(NewsstandError) -> [IssueRecord] {
    let damaged = Set(damaged.issues)
    var files: [String: [StoredFile]] = [:]
    _ = try rows("SELECT issue, name, size, sha256 FROM assets ORDER BY issue, number") { row in
      files[row.text(0), default: []].append(Self.file(row, from: 1))
    }
    let order = "ORDER BY date IS NULL, date DESC, id"
    let records = try rows("SELECT \(Self.columns) FROM issues \(order)") {
      row throws(NewsstandError) -> IssueRecord? in
      guard !damaged.contains(row.text(0)) else { return nil }
      return try Self.record(row, files: files[row.text(0)] ?? [])
    }
    return records.compactMap(\.self)
  }

  func issue(_ id: IssueID) throws(NewsstandError) -> IssueRecord? {
    let files = try rows(
      "SELECT name, size, sha256 FROM assets WHERE issue = ? ORDER BY number", .text(id.text)
    ) { Self.file($0, from: 0) }
    return try rows("SELECT \(Self.columns) FROM issues WHERE id = ?", .text(id.text)) {
      row throws(NewsstandError) in try Self.record(row, files: files)
    }.first
  }

  /// Throws `notFound`.
  func known(_ id: IssueID) throws(NewsstandError) -> IssueRecord {
    guard let record = try issue(id) else {
      throw NewsstandError(.notFound, "the library has no issue \(printable(id.text))")
    }
    return record
  }

  private static func file(_ row: borrowing Statement, from column: Int32) -> StoredFile {
    StoredFile(
      name: row.text(column), size: row.integer(column + 1), sha256: row.text(column + 2))
  }

  private static func record(
    _ row: borrowing Statement, files: [StoredFile]
  ) throws(NewsstandError) -> IssueRecord {
    let issue = try StoredIssue(text: row.text(1)).issue
    guard issue.id.text == row.text(0) else {
      throw NewsstandError(
        .badLibrary,
        "the library's record of \(printable(row.text(0))) is damaged: run recto library verify --repair"
      )
    }
    let state = try state(row.text(3), error: row.textIfThere(4), sentence: row.textIfThere(5))
    return IssueRecord(
      issue: issue, store: row.textIfThere(2), state: state, isNew: row.integer(6) != 0,
      pageCount: row.integerIfThere(7), files: files,
      times: IssueRecord.Times(
        added: row.real(8), downloaded: row.realIfThere(9), installed: row.realIfThere(10),
        archived: row.realIfThere(11), read: row.realIfThere(12)))
  }

  private static func state(
    _ name: String, error: String?, sentence: String?
  ) throws(NewsstandError) -> IssueState {
    guard let kind = IssueState.Kind(rawValue: name) else {
      throw NewsstandError(
        .badLibrary,
        "the library has an issue in the state \(printable(name)): run recto library verify --repair"
      )
    }
    return switch kind {
    case .notDownloaded: .notDownloaded
    case .queued: .queued
    case .downloading: .downloading(DownloadProgress())
    case .downloaded: .downloaded
    case .installing: .installing
    case .installed: .installed
    case .archived: .archived
    case .failed:
      .failed(
        NewsstandError(
          error.flatMap(NewsstandError.Code.init(rawValue:)) ?? .cannotWrite,
          sentence ?? "it failed"))
    }
  }

  /// Adds a record, or replaces the one of the same issue. The issue's texts in the index stay.
  func put(_ record: IssueRecord) throws(NewsstandError) {
    var error: NewsstandError?
    if case .failed(let reason) = record.state { error = reason }
    try run(
      """
      INSERT INTO issues (\(Self.columns), date)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET metadata = excluded.metadata, store = excluded.store,
        state = excluded.state, error = excluded.error, sentence = excluded.sentence,
        isNew = excluded.isNew, pages = excluded.pages, added = excluded.added,
        downloaded = excluded.downloaded, installed = excluded.installed,
        archived = excluded.archived, read = excluded.read, date = excluded.date
      """, .text(record.id.text), .text(StoredIssue(record.issue).text),
      DatabaseValue(record.store),
      .text(record.state.name), DatabaseValue(error?.code.rawValue), DatabaseValue(error?.message),
      DatabaseValue(record.isNew), DatabaseValue(record.pageCount), .real(record.times.added),
      DatabaseValue(record.times.downloaded), DatabaseValue(record.times.installed),
      DatabaseValue(record.times.archived), DatabaseValue(record.times.read),
      DatabaseValue(record.issue.date?.seconds))
    try run("DELETE FROM assets WHERE issue = ?", .text(record.id.text))
    for (number, file) in record.files.enumerated() {
      try run(
        "INSERT INTO assets (issue, number, name, size, sha256) VALUES (?, ?, ?, ?, ?)",
        .text(record.id.text), .integer(number), .text(file.name), .integer(file.size),
        .text(file.sha256))
    }
  }

  func remove(_ id: IssueID) throws(NewsstandError) {
    try run("DELETE FROM issues WHERE id = ?", .text(id.text))
  }
}
