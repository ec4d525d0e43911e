import CRectoSQLite
import Glibc

/// One connection to an SQLite database. It belongs to one thread at a time.
final class Database {
  enum Access {
    /// The file is made if it is missing.
    case writing
    /// Nothing can be changed; a writer may be at work beside it.
    case reading
  }

  /// Milliseconds for which a statement waits for another connection.
  private static let busyTimeout: Int32 = 5_000

  private let pointer: OpaquePointer
  private let path: String

  /// Opens a file with a write-ahead log; each transaction is on the disk when it is done.
  ///
  /// Throws `notFound` if there is no file to read, `badLibrary` if it is not a database, and
  /// `cannotWrite`. Calls `sqlite3_open_v2`.
  init(_ path: String, _ access: Access) throws(NewsstandError) {
    // A reader needs to write the log's index; `query_only` keeps it from more.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    if access == .reading, Glibc.access(path, F_OK) != 0 {
      throw NewsstandError(.notFound, "there is no library at \(path): nothing was put into it yet")
    }
    var opened: OpaquePointer?
    let status =
      access == .reading && Self.isReadOnly(path)
      ? sqlite3_open_v2(
        Self.immutable(path), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
        nil)
      : sqlite3_open_v2(
        path, &opened, access == .writing ? flags | SQLITE_OPEN_CREATE : flags, nil)
    guard let opened, status == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw Self.error(status, opened.map { String(cString: sqlite3_errmsg($0)) } ?? "", path)
    }
    pointer = opened
    self.path = path
    sqlite3_busy_timeout(pointer, Self.busyTimeout)
    try execute("PRAGMA foreign_keys = ON")
    if access == .writing {
      try execute("PRAGMA journal_mode = WAL")
      try execute("PRAGMA synchronous = FULL")
    } else {
      try execute("PRAGMA query_only = ON")
    }
  }

  deinit { sqlite3_close_v2(pointer) }

  /// True if the index of the log cannot be made, such as on a disk that is mounted to be read, and no
  /// log is left of which it would be. Then no other process writes either.
  private static func isReadOnly(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let isWritable = Glibc.access(path, W_OK) == 0 && Glibc.access(folder, W_OK) == 0
    return !isWritable && Glibc.access(path + "-wal", F_OK) != 0
  }

  /// The URI of a file that does not change (SQLite, "URI filenames").
  private static func immutable(_ path: String) -> String {
    let escaped = path.map { character in
      switch character {
      case "%": "%25"
      case "?": "%3f"
      case "#": "%23"
      default: String(character)
      }
    }
    return "file:\(escaped.joined())?immutable=1"
  }

  /// Runs statements that give no rows. Calls `sqlite3_exec`.
  func execute(_ statements: String) throws(NewsstandError) {
    let status = sqlite3_exec(pointer, statements, nil, nil, nil)
    guard status == SQLITE_OK else { throw failure(status) }
  }

  /// Runs one statement with values in place of its `?`.
  func run(_ statement: String, _ values: DatabaseValue...) throws(NewsstandError) {
    let prepared = try Statement(statement, in: self)
    try prepared.bind(values)
    while try prepared.step() {}
  }

  /// The result of `body` for each row.
  func rows<Row>(
    _ statement: String, _ values: DatabaseValue...,
    body: (borrowing Statement) throws(NewsstandError) -> Row
  ) throws(NewsstandError) -> [Row] {
    let prepared = try Statement(statement, in: self)
    try prepared.bind(values)
    var rows: [Row] = []
    while try prepared.step() { rows.append(try body(prepared)) }
    return rows
  }

  /// All that `body` does, or, where it throws, nothing of it.
  func transaction<Result>(
    _ body: () throws(NewsstandError) -> Result
  ) throws(NewsstandError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(NewsstandError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // SQLite itself ends it after some errors, such as a full disk.
      if sqlite3_get_autocommit(pointer) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Lends the connection to a statement.
  fileprivate func prepare(_ text: String) throws(NewsstandError) -> OpaquePointer {
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v2(pointer, text, -1, &statement, nil)
    guard status == SQLITE_OK, let statement else { throw failure(status) }
    return statement
  }

  fileprivate func failure(_ status: Int32) -> NewsstandError {
    Self.error(status, String(cString: sqlite3_errmsg(pointer)), path)
  }

  private static func error(_ status: Int32, _ sentence: String, _ path: String) -> NewsstandError {
    switch status & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      NewsstandError(
        .badLibrary,
        "the library's records \(path) are damaged: rebuild them with recto library verify --repair"
      )
    case SQLITE_FULL:
      NewsstandError(.noSpace, "there is no room left for \(path): make room and try again")
    case SQLITE_BUSY, SQLITE_LOCKED:
      NewsstandError(.notNow, "\(path) is in use by another program: try again later")
    default:
      NewsstandError(.cannotWrite, "\(path) cannot be read or written: \(sentence)")
    }
  }
}

/// Owns a prepared statement; its values are bound once.
struct Statement: ~Copyable {
  private let pointer: OpaquePointer
  private let database: Database

  fileprivate init(_ text: String, in database: Database) throws(NewsstandError) {
    let prepared = try database.prepare(text)
    self.database = database
    pointer = prepared
  }

  deinit { sqlite3_finalize(pointer) }

  fileprivate func bind(_ values: [DatabaseValue]) throws(NewsstandError) {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  private func bind(_ value: DatabaseValue, at index: Int32) throws(NewsstandError) {
    // Has SQLite take a copy: the macro is a cast that Swift does not import.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let status =
      switch value {
      case .null: sqlite3_bind_null(pointer, index)
      case .integer(let number): sqlite3_bind_int64(pointer, index, Int64(number))
      case .real(let number): sqlite3_bind_double(pointer, index, number)
      case .text(let text):
        sqlite3_bind_text(pointer, index, text, Int32(text.utf8.count), transient)
      }
    guard status == SQLITE_OK else { throw database.failure(status) }
  }

  /// True if there is another row. Calls `sqlite3_step`.
  fileprivate func step() throws(NewsstandError) -> Bool {
    let status = sqlite3_step(pointer)
    guard status == SQLITE_ROW || status == SQLITE_DONE else { throw database.failure(status) }
    return status == SQLITE_ROW
  }

  // MARK: The columns of a row, from 0

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(pointer, column)) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  func textIfThere(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func realIfThere(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

  func integerIfThere(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }
}

/// A value of a statement's parameter.
enum DatabaseValue {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }
  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}
