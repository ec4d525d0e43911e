import RectoPageModel
import Synchronization

/// One piece of work for a worker, which may be cancelled from any thread.
public final class Job: Sendable {
  private struct State {
    var worker: WorkerProcess?
    var isCancelled = false
  }

  /// The time limit in seconds for each of its requests; nil for the default.
  public let seconds: Double?
  private let state = Mutex(State())

  /// A job that has not begun.
  public init(seconds: Double? = nil) {
    self.seconds = seconds
  }

  /// Cancels it: a running job is stopped by ending its worker, a waiting one does not begin.
  /// Either throws `cancelled`.
  public func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.worker
    }?.kill(.cancelled)
  }

  /// The time that a replacement for the job's worker would take to start and to open the source,
  /// as the worker itself took. Zero if the job has no worker.
  public var replacementTime: Duration { state.withLock { $0.worker }?.openingTime ?? .zero }

  /// True after `cancel` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func begin(on worker: WorkerProcess) throws(PageError) {
    let isCancelled = state.withLock { state in
      state.worker = worker
      return state.isCancelled
    }
    if isCancelled { throw .cancelled }
  }

  func end() { state.withLock { $0.worker = nil } }
}
