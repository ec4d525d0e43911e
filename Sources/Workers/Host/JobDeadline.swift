/// The time limit of one job, in time that the job had a processor or needed none.
///
/// Time that its processes waited while other processes had the processors does not count, so that
/// a busy machine fails no job: such a job ends after ten times its limit at the latest.
struct JobDeadline {
  private let seconds: Double
  private let start: ContinuousClock.Instant
  /// The first reading of the waiting time, and when it was taken.
  private var reading: (instant: ContinuousClock.Instant, waited: Double)?

  /// A deadline `seconds` after `start`.
  init(seconds: Double, start: ContinuousClock.Instant) {
    self.seconds = seconds
    self.start = start
  }

  /// True if the limit has passed at `now`. `waited` gives the seconds that the job's processes
  /// have waited for a processor so far; it is asked once after a quarter of the limit, so that
  /// short jobs cost nothing, and again when the limit may have passed.
  mutating func hasPassed(
    at now: ContinuousClock.Instant, waited: () -> Double
  ) -> Bool {
    let elapsed = (now - start) / .seconds(1)
    guard elapsed >= seconds * Self.unmeasuredShare else { return false }
    guard let reading else {
      reading = (now, waited())
      return false
    }
    let measured = (now - reading.instant) / .seconds(1)
    let own = seconds * Self.unmeasuredShare + measured
    guard own >= seconds else { return false }
    if elapsed >= seconds * Self.mostTimes { return true }
    return own - min(max(0, waited() - reading.waited), measured) >= seconds
  }

  private static let unmeasuredShare = 0.25
  private static let mostTimes = 10.0
}
