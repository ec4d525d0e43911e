import Synchronization

/// A time that stands still until a test moves it, for code that keeps time.
public final class ManualClock: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  public init() {}

  /// The time that the code under test gets as its `now`.
  public var now: ContinuousClock.Instant { instant.withLock { $0 } }

  public func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}
