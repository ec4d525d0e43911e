/// Decides the delay before the next attempt, or that there is none.
struct Retries {
  /// The maximum delay that the server did not ask for.
  private static let longestWait = 30.0

  private let policy: FetchPolicy
  private var failed = 0

  init(_ policy: FetchPolicy) {
    self.policy = policy
  }

  /// Seconds, or nil where it is to be given up.
  ///
  /// - Parameter broughtMore: Whether the attempt brought what none before it had brought.
  mutating func wait(after failure: TransferFailure, broughtMore: Bool) -> Double? {
    guard failure.isTransient else { return nil }
    if broughtMore { failed = 0 }
    // A peer that holds us once more, and gives nothing for it, would hold us again.
    guard failed < policy.retries, failure.error.code != .stalled || broughtMore else { return nil }
    // A random part of it keeps those apart that were all turned away at once.
    let wait =
      min(Self.longestWait, policy.retrySeconds * Double(1 << min(failed, 16)))
      * Double.random(in: 0.5...1)
    failed += 1
    guard let asked = failure.error.retryAfter else { return wait }
    return asked <= policy.mostRetryAfter ? max(asked, wait) : nil
  }
}
