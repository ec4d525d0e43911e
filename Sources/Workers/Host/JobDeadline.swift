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

  /// Why a job is over.
  enum Passing {
    /// It had its time.
    case spent
    /// It had no processor for so long that it is given up.
    case starved
  }

  /// The way in which the limit has passed at `now`, or nil. `waited` gives the seconds that the job
  /// have waited for a processor so far; it is asked once after a quarter of the limit, so that
  /// short jobs cost nothing, and again when the limit may have passed.
  mutating func passing(
    at now: ContinuousClock.Instant, waited: () -> Double
  ) -> Passing? {
    let elapsed = (now - start) / .seconds(1)
    guard elapsed >= seconds * Self.unmeasuredShare else { return nil }
    guard let reading else {
      reading = (now, waited())
      return nil
    }
    let measured = (now - reading.instant) / .seconds(1)
    let own = seconds * Self.unmeasuredShare + measured
    guard own >= seconds else { return nil }
    if own - min(max(0, waited() - reading.waited), measured) >= seconds { return .spent }
    return elapsed >= seconds * Self.mostTimes ? .starved : nil
  }

  private static let unmeasuredShare = 0.25
  private static let mostTimes = 10.0
}
