import RectoPageModel

/// The end of waiting for the browser, in time that the job had a processor or needed none.
public final class Deadline {
  private let clock: any JobClock
  private let seconds: Double
  private var limit: JobDeadline

  /// That many seconds from now, as `clock` counts them.
  init(seconds: Double, _ clock: any JobClock) {
    self.clock = clock
    self.seconds = seconds
    limit = JobDeadline(seconds: seconds, start: .now)
  }

  /// The time until `check` must be called, for `poll`.
  var milliseconds: Int32 {
    let rest = ContinuousClock.now.duration(to: limit.nextLook) / .milliseconds(1)
    return Int32(max(0, min(rest.rounded(.up), 1e6)))
  }

  /// Throws `limit` if it has passed, and `busy` if the browser had too little of the processors for
  /// ten times as long.
  func check() throws(PageError) {
    switch limit.passing(at: .now, time: { clock.processorTime }) {
    case .spent:
      throw PageError(
        .limit, "the limit was reached: the browser is not done with it after \(brief(seconds)) s",
        remedy: .time)
    case .starved: throw .starved
    case nil: break
    }
  }
}
