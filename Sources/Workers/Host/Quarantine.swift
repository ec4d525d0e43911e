import RectoPageModel
import Synchronization

/// Remembers what ended workers, and refuses what ended too many.
///
/// A page that did is refused; all pages of a layout are, once as many different ones of them
/// did, or opening it. Another layout of the same source is another matter: clients choose layouts.
public final class Quarantine: Sendable {
  /// The subject of a worker's job.
  struct Subject: Hashable {
    /// Names the source's content, not its path alone.
    var source: String
    var layout = LayoutOptions()
    /// Nil for the publication as a whole.
    var page: Int?

    fileprivate var whole: Subject { Subject(source: source, layout: layout) }
  }

  fileprivate struct Record {
    var endings = 0
    var refusedUntil: ContinuousClock.Instant?
  }

  fileprivate struct State {
    /// A subject that is forgotten has another three tries.
    var records = BoundedCache<Subject, Record>(capacity: 10_000)
    var endings = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// One that refuses nothing yet; an engine has one for all its sources. Refusals end by the time
  /// that `now` gives.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The number of workers that ended over sources, without those of cancelled work.
  public var endings: Int { state.withLock { $0.endings } }

  /// Throws `damaged` if the subject is refused.
  func admit(_ subject: Subject, limits: WorkerLimits) throws(PageError) {
    let now = now()
    let refused = state.withLock { state in
      [subject.whole, subject].first { state.isRefused($0, at: now) }
    }
    guard let refused else { return }
    let what = refused.page.map { "page \($0 + 1)" } ?? "it"
    throw PageError(
      .damaged,
      "\(what) ended \(limits.endedWorkers) workers and is refused for "
        + "\(Int(limits.refusalSeconds / 60)) minutes: check the source")
  }

  /// A worker ended over it.
  func record(_ subject: Subject, limits: WorkerLimits) {
    let end = now() + .seconds(limits.refusalSeconds)
    state.withLock { state in
      state.endings += 1
      let isFirst = state.count(subject, limits: limits, refusedUntil: end) == 1
      if subject.page != nil, isFirst {
        _ = state.count(subject.whole, limits: limits, refusedUntil: end)
      }
    }
  }
}

extension Quarantine.State {
  fileprivate mutating func isRefused(
    _ subject: Quarantine.Subject, at now: ContinuousClock.Instant
  ) -> Bool {
    guard let until = records[subject]?.refusedUntil else { return false }
    if now < until { return true }
    records[subject] = nil
    return false
  }

  /// Gives how many workers have ended over it now.
  fileprivate mutating func count(
    _ subject: Quarantine.Subject, limits: WorkerLimits, refusedUntil end: ContinuousClock.Instant
  ) -> Int {
    var record = records[subject] ?? Quarantine.Record()
    record.endings += 1
    if record.endings >= limits.endedWorkers { record.refusedUntil = end }
    records[subject] = record
    return record.endings
  }
}
