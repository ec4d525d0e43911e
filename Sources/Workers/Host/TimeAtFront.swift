/// The time for which a job may be at the front: so many seconds of processors. A job that waits for
/// processors stays there.
struct TimeAtFront {
  private let seconds: Double
  private var nextLook: ContinuousClock.Instant
  /// The time that its processes had used at the first look.
  private var first: Double?

  init(seconds: Double, start: ContinuousClock.Instant) {
    self.seconds = seconds
    nextLook = start + .seconds(seconds / 2)
  }

  /// True once it is over. `used` gives the seconds that the job's processes have used so far;
  /// short jobs are not asked for it.
  mutating func isOver(at now: ContinuousClock.Instant, used: () -> Double) -> Bool {
    guard now >= nextLook else { return false }
    nextLook = now + .seconds(seconds / 2)
    let used = used()
    guard let first else {
      first = used
      return false
    }
    return used - first >= seconds / 2
  }
}
