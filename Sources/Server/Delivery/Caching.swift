/// The time for which clients and proxies may use an answer without asking again.
enum Caching: Sendable, Hashable {
  /// They keep it and ask each time whether it is still the same, which costs a tag's comparison.
  /// For all whose URL stays when the source changes.
  case revalidate
  /// For good: the URL changes with the content.
  case forever
  /// A number of seconds.
  case seconds(Int)
  /// Never stored.
  case never

  /// The value of `Cache-Control` (RFC 9111, section 5.2.2).
  var header: String {
    switch self {
    case .revalidate: "no-cache"
    // A year, which is the longest that anybody honors.
    case .forever: "public, max-age=31536000, immutable"
    case .seconds(let seconds): "public, max-age=\(seconds)"
    case .never: "no-store"
    }
  }
}
