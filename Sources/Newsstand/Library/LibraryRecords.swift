/// The records of a library, on a queue of their own.
actor LibraryRecords {
  private let queue: DatabaseQueue
  private let database: Database
  private let path: String
  /// Held as long as these records can be changed.
  private var lock: ProcessLock?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Opens the records to be changed as long as the lock is held, and brings older ones up to date;
  /// without a lock to be read.
  ///
  /// Throws as `Database.init`, and `badLibrary` for those of a newer program.
  init(_ folder: LibraryFolder, _ lock: ProcessLock?) throws(NewsstandError) {
    let database = try Database(folder.database, lock == nil ? .reading : .writing)
    if lock == nil {
      try LibrarySchema.checkReadable(database, path: folder.database)
    } else {
      try LibrarySchema.migrate(database, path: folder.database)
    }
    queue = DatabaseQueue("library")
    path = folder.path
    self.database = database
    self.lock = lock
  }

  /// From now on another program can change the library, and this one cannot.
  func close() { lock = nil }

  func read<Result: Sendable>(
    _ body: @Sendable (Database) throws(NewsstandError) -> Result
  ) throws(NewsstandError) -> Result {
    try body(database)
  }

  /// All that `body` does, or, where it throws, nothing of it. Throws `notNow` where the records can
  /// only be read.
  func write<Result: Sendable>(
    _ body: @Sendable (Database) throws(NewsstandError) -> Result
  ) throws(NewsstandError) -> Result {
    guard lock != nil else {
      throw NewsstandError(.notNow, "the library \(path) is closed, or open for reading only")
    }
    return try database.transaction { () throws(NewsstandError) in try body(database) }
  }
}
