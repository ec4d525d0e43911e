/// The priority of waiting downloads. A running one is not interrupted.
public enum DownloadPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// An issue of a subscription, in the background.
  case background
  case normal
  /// An issue that a person wants to read now.
  case immediate

  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
