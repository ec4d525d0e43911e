import Synchronization

/// A request that work on another thread ends. Any thread may make it.
final class CancellationToken: Sendable {
  private struct State {
    var isCancelled = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock {
      $0.isCancelled = true
      $0.wake?()
    }
  }

  /// Calls `wait` unless it is cancelled; a cancellation meanwhile calls `wake`, and none calls it
  /// afterwards.
  func during(_ wait: () -> Void, wake: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock {
      $0.wake = wake
      return $0.isCancelled
    }
    defer { state.withLock { $0.wake = nil } }
    if !isCancelled { wait() }
  }

  func check() throws(NewsstandError) {
    if isCancelled { throw TransferFailure.cancelled.error }
  }
}
