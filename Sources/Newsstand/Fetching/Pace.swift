/// Checks that a transfer makes progress: each span of time must bring a minimum number of bytes.
///
/// A new span begins with each part of a transfer, so that a slow start does not count against the
/// rest.
struct Pace {
  private let span: Duration
  private let fewest: Int
  private var start: SuspendingClock.Instant
  private var bytes = 0

  init(_ policy: FetchPolicy, now: SuspendingClock.Instant = .now) {
    span = .seconds(policy.stallSeconds)
    fewest = policy.fewestBytes
    start = now
  }

  mutating func begin(now: SuspendingClock.Instant = .now) {
    start = now
    bytes = 0
  }

  mutating func took(_ count: Int) { bytes += count }

  /// Excludes time that this program spent, such as on a slow disk.
  mutating func pause(for duration: Duration) { start += duration }

  /// True if the span has ended with too few bytes; begins the next one otherwise.
  mutating func isStalled(now: SuspendingClock.Instant = .now) -> Bool {
    guard now - start >= span else { return false }
    if bytes < fewest { return true }
    begin(now: now)
    return false
  }

  /// The time until the span ends.
  func left(now: SuspendingClock.Instant = .now) -> Duration { max(.zero, span - (now - start)) }
}
