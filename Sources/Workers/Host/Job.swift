import RectoPageModel
import Synchronization

/// One piece of work for a worker, which may be withdrawn from any thread.
public final class Job: Sendable {
  private struct State {
    var worker: WorkerProcess?
    var isWithdrawn = false
  }

  /// The time limit of each of its questions; nil for the default.
  public let seconds: Double?
  private let state = Mutex(State())

  /// A job that has not begun.
  public init(seconds: Double? = nil) {
    self.seconds = seconds
  }

  /// Cancels it: a running job is stopped by ending its worker, a waiting one does not begin.
  /// Either throws `cancelled`.
  public func withdraw() {
    state.withLock { state in
      state.isWithdrawn = true
      return state.worker
    }?.kill(.cancelled)
  }

  /// The time that a new worker would take to be where the job's is: the time that this took to start
  /// and to open the source. Zero for a job that has none.
  public var replacementTime: Duration { state.withLock { $0.worker }?.openingTime ?? .zero }

  /// True after `withdraw` was called.
  public var isWithdrawn: Bool { state.withLock { $0.isWithdrawn } }

  func begin(on worker: WorkerProcess) throws(PageError) {
    let isWithdrawn = state.withLock { state in
      state.worker = worker
      return state.isWithdrawn
    }
    if isWithdrawn { throw .withdrawn }
  }

  func end() { state.withLock { $0.worker = nil } }
}
