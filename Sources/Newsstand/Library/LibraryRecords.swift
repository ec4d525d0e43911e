/// The records of a library, on a queue of their own.
actor LibraryRecords {
  private let queue: DatabaseQueue
  private let database: Database

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Opens the records, and brings older ones up to date where they may be written.
  ///
  /// Throws as `Database.init`, and `badLibrary` for those of a newer program.
  init(_ folder: LibraryFolder, _ access: Database.Access) throws(NewsstandError) {
    let database = try Database(folder.database, access)
    if access == .writing {
      try LibrarySchema.migrate(database, path: folder.database)
    } else {
      try LibrarySchema.checkReadable(database, path: folder.database)
    }
    queue = DatabaseQueue("library")
    self.database = database
  }

  func read<Result: Sendable>(
    _ body: @Sendable (Database) throws(NewsstandError) -> Result
  ) throws(NewsstandError) -> Result {
    try body(database)
  }

  /// All that `body` does, or, where it throws, nothing of it.
  func write<Result: Sendable>(
    _ body: @Sendable (Database) throws(NewsstandError) -> Result
  ) throws(NewsstandError) -> Result {
    try database.transaction { () throws(NewsstandError) in try body(database) }
  }
}
