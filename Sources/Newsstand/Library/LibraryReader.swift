import Glibc
import RectoPageModel
import RectoPluginKit

/// Looks into a library, also while another program changes it.
///
///     let library = try LibraryReader("/srv/library")
///     for record in try await library.records() { print(record.issue.title) }
public final class LibraryReader: Sendable {
  private let folder: LibraryFolder
  let records: LibraryRecords

  /// Throws `notFound` if there is no library, `badLibrary` if it is damaged or of a newer program.
  public init(_ path: String) throws(NewsstandError) {
    folder = LibraryFolder(path)
    records = try LibraryRecords(folder, nil)
  }

  /// True if a program of this user can change the library: it is not on a read-only file system.
  /// Calls `access`.
  public var isWritable: Bool { access(folder.path, W_OK) == 0 }

  /// All issues that the library knows, the newest first.
  public func records() async throws(NewsstandError) -> [IssueRecord] {
    try await records.read { database throws(NewsstandError) in try database.issues() }
  }

  /// The record of an issue; nil if the library does not know it.
  public func record(_ id: IssueID) async throws(NewsstandError) -> IssueRecord? {
    try await records.read { database throws(NewsstandError) in try database.issue(id) }
  }

  /// Pages of installed issues with all words of the query, the best first; each word is found at
  /// the start of a word, whatever its case and marks.
  public func search(
    _ query: String, limit: Int = 50
  ) async throws(NewsstandError) -> [LibraryHit] {
    try await records.read { database throws(NewsstandError) in
      try database.search(query, limit: limit)
    }
  }

  /// The catalogs that were added.
  public func stores() async throws(NewsstandError) -> [String] {
    try await records.read { database throws(NewsstandError) in try database.stores() }
  }

  /// The subscriptions of the library.
  public func subscriptions() async throws(NewsstandError) -> [Subscription] {
    try await records.read { database throws(NewsstandError) in try database.subscriptions() }
  }

  func purchases(of shop: String?) async throws(NewsstandError) -> KeptPurchases {
    try await records.read { database throws(NewsstandError) in
      try database.purchases(of: shop)
    }
  }

  func names() async throws(NewsstandError) -> [IssueName] {
    try await records.read { database throws(NewsstandError) in try database.names() }
  }

  /// The new content of installed issues that is on its way.
  func updates() async throws(NewsstandError) -> [Issue] {
    try await records.read { database throws(NewsstandError) in try database.updates() }
  }

  /// False if new issues are not downloaded automatically, as for a metered network.
  public func hasAutomaticDownloads() async throws(NewsstandError) -> Bool {
    try await records.read { database throws(NewsstandError) in
      try database.setting("automaticDownloads") != "off"
    }
  }

  func offered(by store: String) async throws(NewsstandError) -> Set<String> {
    try await records.read { database throws(NewsstandError) in try database.offered(by: store) }
  }

  /// The path to open for reading an issue. Throws `notFound`, and `notNow` if it is not installed.
  public func content(of id: IssueID) async throws(NewsstandError) -> String {
    guard let record = try await record(id) else {
      throw NewsstandError(.notFound, "the library has no issue \(printable(id.text))")
    }
    guard record.state == .installed, let file = record.files.first else {
      throw NewsstandError(
        .notNow,
        "the issue \(printable(id.text)) is \(record.state.kind.words): download it to read it")
    }
    return "\(folder.folder(of: id))/\(file.name)"
  }

  /// The paths of an installed issue's further files, such as a supplement or a film, in the order of
  /// its catalog; empty if there are none. Throws as reading the records does.
  public func parts(of id: IssueID) async throws(NewsstandError) -> [String] {
    guard let record = try await record(id), record.state == .installed else { return [] }
    return record.files.dropFirst().map { "\(folder.folder(of: id))/\($0.name)" }
  }

  /// The path of an installed issue's cover, a JPEG; nil if there is none.
  public func cover(of id: IssueID) -> String? { existing("cover.jpg", of: id) }

  /// The path of the thumbnail of a page, a JPEG; nil if there is none.
  public func thumbnail(ofPage page: Int, of id: IssueID) -> String? {
    existing("\(InstalledIssue.thumbnails)/\(page + 1).jpg", of: id)
  }

  /// The table of contents of an installed issue; empty if it has none.
  public func outline(of id: IssueID) -> [OutlineItem] {
    (try? InstalledIssue(path: "\(folder.folder(of: id))/\(InstalledIssue.fileName)"))?.outline
      ?? []
  }

  private func existing(_ name: String, of id: IssueID) -> String? {
    let path = "\(folder.folder(of: id))/\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }
}
