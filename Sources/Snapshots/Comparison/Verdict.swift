/// The verdict of a comparison, with its reason.
public struct Verdict: Sendable, Hashable {
  public var passes: Bool
  /// The finding beside the tolerance, without a full stop. A comparison that cannot be made does
  /// not pass.
  public var reason: String

  public init(passes: Bool, reason: String) {
    self.passes = passes
    self.reason = reason
  }
}
