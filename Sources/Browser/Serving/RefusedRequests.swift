import RectoPageModel

/// The requests of a page that got nothing, each once, and at most ten of a kind.
public struct RefusedRequests: Sendable, Hashable {
  /// Files that are not in the publication, or too large for a page.
  public private(set) var paths: [String] = []
  /// Schemes and hosts outside the publication, such as `https://example.org`: a page has no network.
  public private(set) var hosts: [String] = []

  private static let most = 10

  public init() {}

  mutating func addPath(_ path: String) {
    Self.add(path, to: &paths)
  }

  /// Addresses without a host, such as `blob:`, are nothing that an author could put beside the page.
  mutating func addHost(of url: String) {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[1].isEmpty, !parts[2].isEmpty else { return }
    Self.add("\(parts[0])//\(parts[2])", to: &hosts)
  }

  private static func add(_ name: String, to list: inout [String]) {
    guard !name.isEmpty, list.count < most, !list.contains(name) else { return }
    list.append(name)
  }
}
