import Synchronization

/// A request that work on another thread ends. Any thread may make it.
final class CancellationToken: Sendable {
  private struct State {
    var isWithdrawn = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isWithdrawn: Bool { state.withLock { $0.isWithdrawn } }

  func withdraw() {
    state.withLock {
      $0.isWithdrawn = true
      $0.wake?()
    }
  }

  /// Calls `wait` unless it is withdrawn; a withdrawal meanwhile calls `wake`, and none calls it
  /// afterwards.
  func during(_ wait: () -> Void, wake: @escaping @Sendable () -> Void) {
    let isWithdrawn = state.withLock {
      $0.wake = wake
      return $0.isWithdrawn
    }
    defer { state.withLock { $0.wake = nil } }
    if !isWithdrawn { wait() }
  }

  func check() throws(NewsstandError) {
    if isWithdrawn { throw TransferFailure.cancelled.error }
  }
}
