import PageModel
import Synchronization

/// Remembers which sources ended workers, and refuses those that ended too many.
public final class Quarantine: Sendable {
  private struct Record {
    var endings = 0
    var refusedUntil: ContinuousClock.Instant?
  }

  private let records = Mutex<[String: Record]>([:])

  /// One that refuses nothing yet; an engine has one for all its sources.
  public init() {}

  /// Throws `damaged` for a source that is refused. `source` names its content, not its path
  /// alone.
  func admit(_ source: String, limits: WorkerLimits) throws(PageError) {
    let isRefused = records.withLock { records in
      guard let until = records[source]?.refusedUntil else { return false }
      if ContinuousClock.now < until { return true }
      records[source] = nil
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
    records.withLock { records in
      var record = records[source] ?? Record()
      record.endings += 1
      if record.endings >= limits.endedWorkers {
        record.refusedUntil = .now + .seconds(limits.refusalSeconds)
      }
      // What is remembered is bounded; a source that is forgotten has another three tries.
      if records.count >= Self.capacity { records.removeAll() }
      records[source] = record
    }
  }

  private static let capacity = 10_000
}
