import PageModel
import Synchronization

/// Remembers which sources ended workers, and refuses those that ended too many.
public final class Quarantine: Sendable {
  private struct Record {
    var endings = 0
    var refusedUntil: ContinuousClock.Instant?
  }

  private struct State {
    var records: [String: Record] = [:]
    var endings = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// One that refuses nothing yet; an engine has one for all its sources. Refusals end by the time
  /// that `now` gives.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The number of workers that ended over sources, without those of withdrawn work.
  public var endings: Int { state.withLock { $0.endings } }

  /// Throws `damaged` for a source that is refused. `source` names its content, not its path
  /// alone.
  func admit(_ source: String, limits: WorkerLimits) throws(PageError) {
    let isRefused = state.withLock { state in
      guard let until = state.records[source]?.refusedUntil else { return false }
      if now() < until { return true }
      state.records[source] = nil
      return false
    }
    guard !isRefused else {
      throw PageError(
        .damaged,
        "it ended \(limits.endedWorkers) workers and is refused for "
          + "\(Int(limits.refusalSeconds / 60)) minutes: check the source")
    }
  }

  /// A worker ended over the source.
  func record(_ source: String, limits: WorkerLimits) {
    state.withLock { state in
      state.endings += 1
      var record = state.records[source] ?? Record()
      record.endings += 1
      if record.endings >= limits.endedWorkers {
        record.refusedUntil = now() + .seconds(limits.refusalSeconds)
      }
      // The memory is bounded; a forgotten source has another three tries.
      if state.records.count >= Self.capacity { state.records.removeAll() }
      state.records[source] = record
    }
  }

  private static let capacity = 10_000
}
