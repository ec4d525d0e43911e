import RectoPageModel

/// The host under which pages find each other's files: a name that no resolver knows (RFC 6761,
/// 6.4).
public enum IssueAddress {
  private static let root = "https://issue.invalid/"

  /// The address of the file at a path.
  public static func url(ofPath path: String) -> String { root + Locator.href(ofPath: path) }

  /// The path and the fragment of an address; nil for one elsewhere.
  public static func parts(of url: String) -> (path: String, fragment: String?)? {
    guard url.hasPrefix(root) else { return nil }
    let rest = url.dropFirst(root.count)
    let pieces = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = pieces[0].prefix { $0 != "?" }
    return (
      String(path).percentDecoded, pieces.count > 1 ? String(pieces[1]).percentDecoded : nil
    )
  }
}
