/// That what a store publishes from now on is downloaded by itself.
public struct Subscription: Sendable, Hashable {
  /// A day, as the newsstands of old allowed.
  public static let day: Double = 86_400

  /// The catalog's URL.
  public var store: String
  /// When it began: seconds since 1970-01-01T00:00:00Z.
  public var since: Double
  /// Seconds that lie between two looks at least.
  public var interval: Double
  /// When the store was last looked at, also in vain; nil where it never was.
  public var checked: Double?
  /// Whether it is known what the store offered when it began.
  public var hasBaseline: Bool

  /// Whether it is time to look again.
  public func isDue(at time: Double) -> Bool {
    // A clock that was set back must not stop it for years.
    checked.map { time - $0 >= interval || time < $0 } ?? true
  }

  /// Of what a store offers, what was published after the subscription began and was not offered
  /// before.
  func new(among issues: [Issue], offeredBefore known: Set<String>) -> [Issue] {
    issues.filter { issue in
      guard !known.contains(issue.id.text) else { return false }
      guard let date = issue.date else { return hasBaseline }
      return date.end >= since
    }
  }
}

extension IssueDate {
  /// The last second that it may mean.
  var end: Double {
    switch text.utf8.count {
    case ...4: seconds + 366 * Subscription.day
    case ...7: seconds + 31 * Subscription.day
    case ...10: seconds + Subscription.day
    default: seconds
    }
  }
}
