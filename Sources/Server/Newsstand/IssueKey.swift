import RectoNewsstand
import RectoPipeline

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
