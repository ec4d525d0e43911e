import RectoPageModel
import Synchronization

/// The user's issues: records in SQLite, and files beside them. One program at a time changes a
/// library; any number can read it with `LibraryReader`.
///
/// The records are the truth: a folder that no record has as installed is garbage, and goes at the
/// next start.
public final class Library: Sendable {
  /// Reads the library, also while it is being changed.
  public let reader: LibraryReader
  let folder: LibraryFolder
  /// False with read-only access.
  let isWritable: Bool
  private let records: LibraryRecords
  /// The records that were repaired when the library was opened.
  private let repairs = Mutex<[LibraryFinding]>([])

  /// Opens the library in a folder to change it; makes it if it is missing, and repairs work that
  /// the last program left unfinished.
  ///
  /// If the records are damaged and `isRepairing` is set, they are rebuilt from the descriptions of
  /// the installed issues; so is a single record that cannot be read. Throws `notNow` if another program has the library, `badLibrary`,
  /// `cannotWrite`, `noSpace`.
  ///
  /// With `acceptsDamage`, a library that has single records which cannot be read is opened too: these
  /// and their files stay as they are, and calls that read them throw `badLibrary`.
  ///
  /// With access for reading, nothing is made and other programs may change the library; calls that
  /// would change it throw `notNow`. Throws as `LibraryReader.init`.
  public static func open(
    _ path: String, _ access: LibraryAccess = .readWrite, isRepairing: Bool = false,
    acceptsDamage: Bool = false, lockTimeout: Duration = .seconds(2)
  ) async throws(NewsstandError) -> Library {
    let folder = LibraryFolder(path)
    guard access == .readWrite else {
      return Library(folder, access, try LibraryRecords(folder, nil), try LibraryReader(path))
    }
    try folder.prepare()
    let lock = try await ProcessLock(folder, lockTimeout: lockTimeout)
    var recovery: [InstalledIssue]?
    if isRepairing, try !isSound(folder) { recovery = try LibraryRecovery(folder).begin() }
    let records = try LibraryRecords(folder, lock)
    let library = Library(folder, access, records, try LibraryReader(path))
    if let recovery {
      try await library.adopt(recovery)
    } else if isRepairing {
      try await library.repairRecords()
    }
    let damaged: DamagedRecords
    if acceptsDamage {
      damaged = try await library.damagedRecords()
    } else {
      damaged = DamagedRecords()
    }
    try await library.settle(except: damaged)
    return library
  }

  private init(
    _ folder: LibraryFolder, _ access: LibraryAccess, _ records: LibraryRecords,
    _ reader: LibraryReader
  ) {
    self.folder = folder
    isWritable = access == .readWrite
    self.records = records
    self.reader = reader
  }

  /// Releases the library for other programs; afterwards this one can only read it.
  public func close() async { await records.close() }

  /// True if the file of the records is valid, whatever program they are of. Reads all of it.
  private static func isSound(_ folder: LibraryFolder) throws(NewsstandError) -> Bool {
    do throws(NewsstandError) {
      return try Database(folder.database, .writing).isSound()
    } catch {
      guard error.code == .badLibrary else { throw error }
      return false
    }
  }

  /// Makes one change to a library that is only looked into. Throws `notNow` where another program has
  /// it, and as `open`.
  func writeBriefly(
    _ body: @Sendable (Database) throws(NewsstandError) -> Void
  ) async throws(NewsstandError) {
    let records = try LibraryRecords(folder, try await ProcessLock(folder, lockTimeout: .zero))
    do throws(NewsstandError) {
      try await records.write(body)
    } catch {
      await records.close()
      throw error
    }
    await records.close()
  }

  /// The findings of `repairRecords`.
  var repairedRecords: [LibraryFinding] {
    get { repairs.withLock { $0 } }
    set { repairs.withLock { $0 = newValue } }
  }

  // MARK: States

  /// The record of an issue to download, which is added if it is missing.
  ///
  /// Throws `notNow` if it is installed or in progress.
  func queue(
    _ issue: Issue, store: String?, at time: Double
  ) async throws(NewsstandError) -> IssueRecord {
    try await records.write { database throws(NewsstandError) in
      var record =
        try database.issue(issue.id)
        ?? IssueRecord(
          issue: issue, store: store, state: .notDownloaded, isNew: false, files: [],
          times: IssueRecord.Times(added: time))
      try record.state.check(next: .queued, of: issue.id)
      record.issue = issue
      record.store = store ?? record.store
      record.state = .queued
      try database.put(record)
      return record
    }
  }

  /// Gives an issue another state. Throws `notFound`, and `notNow` where that state cannot come next.
  @discardableResult
  func move(
    _ id: IssueID, to state: IssueState,
    _ change: @Sendable (inout IssueRecord) -> Void = { _ in }
  ) async throws(NewsstandError) -> IssueRecord {
    try await records.write { database throws(NewsstandError) in
      var record = try database.known(id)
      try record.state.check(next: state.kind, of: id)
      record.state = state
      change(&record)
      try database.put(record)
      return record
    }
  }

  /// Ends cancelled work: the issue returns to the state before it was queued.
  func cancel(_ id: IssueID) async throws(NewsstandError) -> IssueRecord {
    let record = try await reader.record(id)
    if record?.state == .installed {
      throw NewsstandError(
        .notNow, "the issue \(printable(id.text)) is installed: there is nothing to cancel")
    }
    return try await move(id, to: record?.times.archived == nil ? .notDownloaded : .archived)
  }

  func markRead(_ id: IssueID, at time: Double) async throws(NewsstandError) -> IssueRecord {
    try await records.write { database throws(NewsstandError) in
      var record = try database.known(id)
      record.isNew = false
      record.times.read = time
      try database.put(record)
      return record
    }
  }

  // MARK: Content

  /// Shows a staged issue: its folder gets its name in one step, its record and its texts in
  /// another. An interruption in between leaves the old state and garbage.
  func install(_ staged: StagedIssue, at time: Double) async throws(NewsstandError) -> IssueRecord {
    let id = staged.contents.issue.id
    let place = folder.folder(of: id)
    // Nothing has it as installed, so it is garbage.
    try DurableFiles.remove(place)
    try DurableFiles.move(staged.folder, to: place)
    do throws(NewsstandError) {
      try DurableFiles.sync(folder: folder.issues)
      return try await records.write { database throws(NewsstandError) in
        var record = try database.known(id)
        try record.state.check(next: .installed, of: id)
        record.state = .installed
        // An issue that was read before is not new when it comes again.
        record.isNew = record.times.read == nil
        record.files = staged.contents.files
        record.pageCount = staged.contents.pageCount
        record.times.installed = time
        record.times.read = nil
        try database.put(record)
        try database.putTexts(staged.texts, of: id)
        return record
      }
    } catch {
      try? DurableFiles.remove(place)
      throw error
    }
  }

  /// Removes the content of an installed issue and keeps its record.
  public func archive(
    _ id: IssueID, at time: Double = currentTime()
  ) async throws(NewsstandError) -> IssueRecord {
    let record = try await records.write { database throws(NewsstandError) in
      var record = try database.known(id)
      try record.state.check(next: .archived, of: id)
      record.state = .archived
      record.isNew = false
      record.times.archived = time
      try database.put(record)
      try database.removeTexts(of: id)
      return record
    }
    // Remaining files are garbage, and are removed at the next start.
    try? discard(folder.folder(of: id), as: folder.staging(of: id))
    return record
  }

  /// Moves a folder into staging in one step, and then deletes it.
  private func discard(_ path: String, as garbage: String) throws(NewsstandError) {
    try DurableFiles.remove(garbage)
    try DurableFiles.move(path, to: garbage)
    try DurableFiles.sync(folder: folder.issues)
    try DurableFiles.remove(garbage)
  }

  // MARK: Order

  /// Resets work that the last program left unfinished, and removes its leftovers.
  private func settle(except damaged: DamagedRecords) async throws(NewsstandError) {
    try await settleReplacements(except: damaged)
    try await records.write { database throws(NewsstandError) in
      for var record in try database.issues(except: damaged) {
        switch record.state {
        case .downloading: record.state = .queued
        case .installing: record.state = .downloaded
        default: continue
        }
        try database.put(record)
      }
    }
    for path in try await orphans(except: damaged) { try? DurableFiles.remove(path) }
  }

  /// The paths that belong to no record: folders of issues that are not installed, and all staged
  /// ones. The files of issues whose records cannot be read are not among them.
  func orphans(except damaged: DamagedRecords) async throws(NewsstandError) -> [String] {
    let records = try await issues(except: damaged)
    let updates = try await read { database throws(NewsstandError) in
      try database.updates(except: damaged)
    }
    let kept = Set((damaged.issues + damaged.updates).map { IssueID(known: $0).digest })
    func names(in folder: String) -> [String] {
      allNames(inFolder: folder).filter { !kept.contains(String($0.prefix(64))) }
    }
    let installed = Set(records.filter { $0.state == .installed }.map(\.id.digest))
    // These have bytes that are still wanted.
    let wanted = Set(records.filter { $0.state != .installed }.map(\.id.digest))
      .union(updates.map(\.id.digest))
    return names(in: folder.staging).map { "\(folder.staging)/\($0)" }
      + names(in: folder.issues).filter { !installed.contains($0) }
      .map { "\(folder.issues)/\($0)" }
      + names(in: folder.downloads).filter { isDigest($0) && !wanted.contains($0) }
      .map { "\(folder.downloads)/\($0)" }
  }

  /// The records that can be read, the newest issue first.
  func issues(except damaged: DamagedRecords) async throws(NewsstandError) -> [IssueRecord] {
    try await read { database throws(NewsstandError) in try database.issues(except: damaged) }
  }

  /// The issues whose records cannot be read.
  func damagedRecords() async throws(NewsstandError) -> DamagedRecords {
    try await read { database throws(NewsstandError) in try database.damagedRecords() }
  }

  /// Adds issues whose folders show that they were installed.
  func adopt(_ contents: [InstalledIssue]) async throws(NewsstandError) {
    let catalogs = folder.catalogs
    try await records.write { database throws(NewsstandError) in
      for found in contents {
        if let store = found.store {
          let key = found.key ?? Store.keptKey(of: store, in: catalogs)
          try database.addStore(store, key: key, at: found.installed)
        }
        if !found.issue.id.isURI {
          try database.put(
            IssueName(
              id: found.issue.id,
              key: IssueName.Key(
                store: found.store ?? "", publication: found.issue.publication ?? "",
                catalogID: found.issue.catalogID),
              title: found.issue.title))
        }
        try database.put(
          IssueRecord(
            issue: found.issue, store: found.store, state: .installed, isNew: false,
            pageCount: found.pageCount, files: found.files,
            times: IssueRecord.Times(added: found.installed, installed: found.installed)))
      }
    }
  }

  /// Runs a transaction for code with its own tables, such as subscriptions.
  func write<Result: Sendable>(
    _ body: @Sendable (Database) throws(NewsstandError) -> Result
  ) async throws(NewsstandError) -> Result {
    try await records.write(body)
  }

  func read<Result: Sendable>(
    _ body: @Sendable (Database) throws(NewsstandError) -> Result
  ) async throws(NewsstandError) -> Result {
    try await records.read(body)
  }
}

/// True if a name can belong to an issue; see `IssueID.digest`.
private func isDigest(_ name: String) -> Bool {
  name.utf8.count == 64 && name.allSatisfy(\.isHexDigit)
}
