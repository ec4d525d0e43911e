/// What a comparison says, and why.
public struct Verdict: Sendable, Hashable {
  public var passes: Bool
  /// What was found beside what may be; no full stop at its end. One that cannot be found out does
  /// not pass.
  public var reason: String

  public init(passes: Bool, reason: String) {
    self.passes = passes
    self.reason = reason
  }
}
