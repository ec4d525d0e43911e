/// Decides whether a failed transfer is attempted again, and after what delay.
struct Retries {
  /// The maximum delay in seconds, unless the server asks for a longer one.
  private static let longestWait = 30.0

  private let policy: FetchPolicy
  private var failed = 0

  init(_ policy: FetchPolicy) {
    self.policy = policy
  }

  /// The delay in seconds; nil to give up.
  ///
  /// - Parameter broughtMore: True if the attempt brought bytes that no earlier one had brought.
  mutating func wait(after failure: TransferFailure, broughtMore: Bool) -> Double? {
    guard failure.isTransient else { return nil }
    if broughtMore { failed = 0 }
    // A server that stalls without sending anything new would stall again.
    guard failed < policy.retries, failure.error.code != .stalled || broughtMore else { return nil }
    // A random share spreads the attempts of clients that were refused at the same time.
    let wait =
      min(Self.longestWait, policy.retrySeconds * Double(1 << min(failed, 16)))
      * Double.random(in: 0.5...1)
    failed += 1
    guard let asked = failure.error.retryAfter else { return wait }
    return asked <= policy.mostRetryAfter ? max(asked, wait) : nil
  }
}
