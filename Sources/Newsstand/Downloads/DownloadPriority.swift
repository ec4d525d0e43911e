/// Which of the downloads that wait comes first. One that runs is not interrupted.
public enum DownloadPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Of a subscription, that nobody waits for.
  case background
  case normal
  /// Of what a person wants to read now.
  case immediate

  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
