/// A subscription: future issues of a store are downloaded automatically.
public struct Subscription: Sendable, Hashable {
  /// A day, as the newsstands of old allowed.
  public static let day: Double = 86_400

  /// The catalog's URL.
  public var store: String
  /// The time when it began: seconds since 1970-01-01T00:00:00Z.
  public var since: Double
  /// Seconds that lie between two looks at least.
  public var interval: Double
  /// The time of the last check of the store, even a failed one; nil if there was none.
  public var checked: Double?
  /// True if the store's offers at the beginning are known.
  public var hasBaseline: Bool

  /// True if the next check is due.
  public func isDue(at time: Double) -> Bool {
    // A clock that was set back must not stop it for years.
    checked.map { time - $0 >= interval || time < $0 } ?? true
  }

  /// The issues of a store that were published after the subscription began and not offered before.
  func new(among issues: [Issue], offeredBefore known: Set<String>) -> [Issue] {
    issues.filter { issue in
      guard !known.contains(issue.id.text) else { return false }
      guard let date = issue.date else { return hasBaseline }
      return date.reaches(since)
    }
  }
}
