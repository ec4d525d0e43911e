import Glibc

/// The time limit of one job, in time that the job had a processor or needed none.
///
/// Time that its processes waited while other processes had the processors does not count, so that
/// a busy machine fails no job: such a job ends after ten times its limit at the latest.
package struct JobDeadline {
  private let seconds: Double
  private let start: ContinuousClock.Instant
  private let processors: Double
  /// The first reading of the job's time, and when it was taken.
  private var reading: (instant: ContinuousClock.Instant, time: ProcessorTime)?
  /// The time before which `passing` has nothing to say.
  package private(set) var nextLook: ContinuousClock.Instant

  /// The processors of this machine, which the C library reads from a file at each call.
  private static let onlineProcessors = sysconf(Int32(_SC_NPROCESSORS_ONLN))

  /// A deadline `seconds` after `start`, on a machine with so many processors; nil for this machine's.
  package init(seconds: Double, start: ContinuousClock.Instant, processors: Int? = nil) {
    let processors = processors ?? Self.onlineProcessors
    self.processors = Double(max(1, processors))
    self.seconds = seconds
    self.start = start
    nextLook = start + .seconds(seconds * Self.unmeasuredShare)
  }

  /// The reason why a job is over.
  package enum Passing {
    /// It had its time.
    case spent
    /// It had no processor for so long that it is given up.
    case starved
  }

  /// The way in which the limit has passed at `now`, or nil. `time` gives the processor time of the
  /// job's processes so far; it is asked once after a quarter of the limit, so that short jobs cost
  /// nothing, and again whenever the limit may have passed.
  package mutating func passing(
    at now: ContinuousClock.Instant, time: () -> ProcessorTime
  ) -> Passing? {
    guard now >= nextLook else { return nil }
    guard let reading else {
      reading = (now, time())
      nextLook = now + .seconds(seconds * (1 - Self.unmeasuredShare))
      return nil
    }
    let measured = (now - reading.instant) / .seconds(1)
    let time = time()
    // Waiting for processors that the job's own processes use counts.
    let mostWaited = max(0, measured - max(0, time.used - reading.time.used) / processors)
    let waited = min(max(0, time.waited - reading.time.waited), mostWaited)
    let own = seconds * Self.unmeasuredShare + measured - waited
    if own >= seconds { return .spent }
    let end = start + .seconds(seconds * Self.mostTimes)
    if now >= end { return .starved }
    nextLook = min(end, now + .seconds(max(Self.shortestPause, seconds - own)))
    return nil
  }

  private static let unmeasuredShare = 0.25
  private static let mostTimes = 10.0
  /// Seconds between looks, which take some milliseconds where a job has a hundred threads.
  private static let shortestPause = 0.1
}

extension PageError {
  /// The error for a job that is given up since it had no processor.
  package static var starved: PageError {
    PageError(.busy, "the machine is too busy: try again later")
  }
}
