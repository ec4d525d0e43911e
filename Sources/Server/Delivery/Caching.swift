/// How long clients and proxies may use an answer without asking again.
enum Caching: Sendable, Hashable {
  /// They keep it and ask each time whether it is still the same, which costs a tag's comparison.
  /// For all whose URL stays when the source changes.
  case revalidate
  /// For good: the URL changes with the content.
  case forever
  /// For so many seconds.
  case seconds(Int)
  /// Not at all.
  case never
}
