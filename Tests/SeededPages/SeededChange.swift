import RectoPageModel
import RectoSnapshots

/// A golden, what became of it, and what has to be said of that.
public struct SeededChange: Sendable {
  /// The name of the change.
  public let name: String
  public let golden: PageSnapshot
  public let current: PageSnapshot
  /// The names of the kinds of change that are to be found, each once, in this order.
  public let kinds: [String]
  /// One of the changes in full, where it matters.
  public let kind: Change.Kind?
}

/// A page that another rasterizer drew.
public struct Rasterization: Sendable {
  public let name: String
  public let golden: PageSnapshot
  public let current: PageSnapshot
}
