/// Limits the processor time that a job may use at the front. A job that waits for processors uses
/// none, and stays there.
struct TimeAtFront {
  private let seconds: Double
  private var nextCheck: ContinuousClock.Instant
  /// The processor time that its processes had used at the first check.
  private var first: Double?

  init(seconds: Double, start: ContinuousClock.Instant) {
    self.seconds = seconds
    nextCheck = start + .seconds(seconds / 2)
  }

  /// True once the job has used its time. `used` returns the seconds that its processes have used
  /// so far; it is not called for short jobs.
  mutating func isOver(at now: ContinuousClock.Instant, used: () -> Double) -> Bool {
    guard now >= nextCheck else { return false }
    nextCheck = now + .seconds(seconds / 2)
    let used = used()
    guard let first else {
      first = used
      return false
    }
    return used - first >= seconds / 2
  }
}
