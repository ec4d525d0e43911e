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
  /// The parts of the catalog that could not be read since it began, by URL. Their issues are not
  /// news when they come.
  public var unread: Set<String> = []

  /// The name of a whole catalog among the parts.
  static let wholeCatalog = ""

  /// True if the next check is due.
  public func isDue(at time: Double) -> Bool {
    // A clock that was set back must not stop it for years.
    checked.map { time - $0 >= interval || time < $0 } ?? true
  }

  /// The issues of a store that were published after the subscription began and not offered before.
  ///
  /// - Parameter late: The issues from parts of the catalog that could not be read before. They may
  ///   have been there when the subscription began: only their date shows that they are new.
  func new(
    among issues: [Issue], offeredBefore known: Set<String>, late: Set<IssueID> = []
  ) -> [Issue] {
    issues.filter { issue in
      guard !known.contains(issue.id.text) else { return false }
      let isLate = late.contains(issue.id)
      guard let date = issue.date else { return hasBaseline && !isLate }
      return isLate ? date.isAfter(since) : date.reaches(since)
    }
  }
}
