import RectoNewsstand
import RectoPipeline
import Synchronization

/// Finds issues by their keys. It remembers the results: a shelf asks for many covers, and a list
/// of thousands takes its time.
final class IssueKeys: Sendable {
  private let newsstand: Newsstand?
  private let ids = Mutex<[String: IssueID]>([:])

  init(_ newsstand: Newsstand?) {
    self.newsstand = newsstand
  }

  /// The id of the issue with a key. Throws 404 if there is none, and as `Newsstand.issues`.
  func id(_ key: String) async throws -> IssueID {
    if let id = ids.withLock({ $0[key] }) { return id }
    let all = try await newsstand.required().issues().map { (IssueKey.key(of: $0.id), $0.id) }
    let found = Dictionary(all) { first, _ in first }
    ids.withLock { $0 = found }
    guard let id = found[key] else { throw ServerError.notFound("there is no issue of that name") }
    return id
  }
}

/// The names of issues in URLs: an id of a catalog may be a URL itself.
enum IssueKey {
  static func key(of id: IssueID) -> String {
    String(CacheKey(parts: ["issue", id.text]).hex.prefix(24))
  }

  /// The id that an installed issue has among publications.
  static func publication(of id: IssueID) -> String { prefix + key(of: id) }

  /// True if an id of a publication may be that of an installed issue.
  static func isPublication(_ id: String) -> Bool { id.hasPrefix(prefix) }

  private static let prefix = "issue-"
}

extension Newsstand? {
  /// The library of a server. Throws 404 for a server without one.
  func required() throws(ServerError) -> Newsstand {
    guard let self else { throw .notFound("the server has no library") }
    return self
  }
}
