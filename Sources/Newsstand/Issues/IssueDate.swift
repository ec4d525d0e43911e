import RectoPageModel

/// The date of an issue: a year, a month, a day or an instant, as precise as in the catalog.
public struct IssueDate: Sendable, Hashable, Comparable {
  /// The date in ISO 8601: `2026`, `2026-11`, `2026-11-22` or `2026-11-22T06:00:00Z`.
  public let text: String
  /// Seconds since 1970-01-01T00:00:00Z at which it begins.
  public let seconds: Double

  package init(text: String, seconds: Double) {
    self.text = text
    self.seconds = seconds
  }

  public static func < (one: Self, other: Self) -> Bool {
    (one.seconds, one.text) < (other.seconds, other.text)
  }
}
