import RectoPageModel
import Synchronization

/// Counts the workers that ended while they worked on a page or a layout of a source, and refuses
/// those that ended too many (`WorkerLimits.endedWorkers`).
///
/// A layout is refused as a whole if that many workers ended while opening it, or on that many
/// different pages of it. Layouts count separately, because clients choose them.
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
    /// The remedy of the limit that the last worker ended by; nil once one ended for another reason.
    var remedy: PageError.Remedy?
  }

  fileprivate struct State {
    /// A subject that is forgotten starts again from zero.
    var records = BoundedCache<Subject, Record>(capacity: 10_000)
    var endings = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// A quarantine that refuses nothing yet; an engine has one for all its sources. `now` is the
  /// clock by which refusals end.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The number of workers that ended over sources, without those of cancelled work.
  public var endings: Int { state.withLock { $0.endings } }

  /// Throws if the subject is refused: `limit` if all workers reached limits, which depend on the
  /// request as much as on the source; else `damaged`.
  func admit(_ subject: Subject, limits: WorkerLimits) throws(PageError) {
    let now = now()
    let refusal = state.withLock { state in
      [subject.whole, subject].first { state.isRefused($0, at: now) }
        .map { (page: $0.page, remedy: state.records[$0]?.remedy) }
    }
    guard let refusal else { return }
    let what = refusal.page.map { "page \($0 + 1)" } ?? "it"
    let message =
      "\(what) stopped \(limits.endedWorkers) workers and is refused for "
      + "\(Int(limits.refusalSeconds / 60)) minutes"
    guard let remedy = refusal.remedy else {
      throw PageError(.damaged, message + ": check the source")
    }
    throw PageError(.limit, message, remedy: remedy)
  }

  /// Records that a worker ended over a subject; `remedy` is that of the limit that it ended by, and
  /// nil if it ended for another reason.
  func record(_ subject: Subject, remedy: PageError.Remedy? = nil, limits: WorkerLimits) {
    let end = now() + .seconds(limits.refusalSeconds)
    state.withLock { state in
      state.endings += 1
      let isFirst = state.count(subject, remedy, limits: limits, refusedUntil: end) == 1
      if subject.page != nil, isFirst {
        _ = state.count(subject.whole, remedy, limits: limits, refusedUntil: end)
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

  /// Counts a worker that ended over a subject, and returns how many have.
  fileprivate mutating func count(
    _ subject: Quarantine.Subject, _ remedy: PageError.Remedy?, limits: WorkerLimits,
    refusedUntil end: ContinuousClock.Instant
  ) -> Int {
    var record = records[subject] ?? Quarantine.Record(remedy: remedy)
    record.remedy = record.remedy == nil ? nil : remedy
    record.endings += 1
    if record.endings >= limits.endedWorkers { record.refusedUntil = end }
    records[subject] = record
    return record.endings
  }
}
