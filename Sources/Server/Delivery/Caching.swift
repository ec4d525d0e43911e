/// The time for which clients and proxies may use an answer without asking again.
enum Caching: Sendable, Hashable {
  /// Kept, but revalidated for each use, which costs only the comparison of a tag. For URLs that
  /// stay the same when the source changes.
  case revalidate
  /// Kept forever: the URL changes with the content.
  case forever
  /// A number of seconds.
  case seconds(Int)
  /// Never stored.
  case never

  /// The value of `Cache-Control` (RFC 9111, section 5.2.2).
  var header: String {
    switch self {
    case .revalidate: "no-cache"
    // A year, the longest time that caches honor.
    case .forever: "public, max-age=31536000, immutable"
    case .seconds(let seconds): "public, max-age=\(seconds)"
    case .never: "no-store"
    }
  }
}
