import CRectoLinux
import Dispatch
import Glibc
import RectoPageModel
import Synchronization

/// Something that was asked for: it is in the making until it has an answer or a failure.
final class Request: Sendable {
  private struct State {
    var outcome: Result<any Answer, Failure>?
    var task: Task<Void, Never>?
    var isCancelled = false
    /// The threads that wait for the outcome.
    var waiting: [DispatchSemaphore] = []
    /// An eventfd, once it was asked for; -1 before.
    var descriptor: Int32 = -1
  }

  private let state = Mutex(State())

  /// A request that is done already.
  init(failure: Failure) {
    state.withLock { $0.outcome = .failure(failure) }
  }

  /// Has `make` make the answer, in a task of its own.
  init(_ make: @escaping @Sendable () async throws(PageError) -> any Answer) {
    let task = Task.detached { [self] in
      do throws(PageError) {
        finish(.success(try await make()))
      } catch {
        finish(.failure(Failure(error)))
      }
    }
    let isCancelled = state.withLock { state in
      if state.outcome == nil { state.task = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  private func finish(_ outcome: Result<any Answer, Failure>) {
    let waiting = state.withLock { state in
      state.outcome = outcome
      state.task = nil
      if state.descriptor >= 0 { linux_raise_event(state.descriptor) }
      defer { state.waiting = [] }
      return state.waiting
    }
    for semaphore in waiting { semaphore.signal() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// The answer. Throws `PENDING`, or why there is none.
  func answer() throws(Failure) -> any Answer {
    guard let outcome = state.withLock({ $0.outcome }) else { throw .pending }
    return try outcome.get()
  }

  /// Waits for the outcome, for ever where `seconds` are negative. Throws as `answer()`.
  func wait(seconds: Double) throws(Failure) {
    let semaphore = DispatchSemaphore(value: 0)
    let isDone = state.withLock { state in
      if state.outcome == nil, seconds != 0 { state.waiting.append(semaphore) }
      return state.outcome != nil
    }
    if !isDone, seconds != 0 {
      // Beyond a year it is for ever too.
      let isBounded = seconds > 0 && seconds < 31_536_000
      let end: DispatchTime =
        isBounded ? .now() + .nanoseconds(Int(seconds * 1e9)) : .distantFuture
      blocking { _ = semaphore.wait(timeout: end) }
      state.withLock { state in state.waiting.removeAll { $0 === semaphore } }
    }
    _ = try answer()
  }

  /// The eventfd, made on the first request for it; -1 if the system has no descriptor left.
  func pollable() -> Int32 {
    state.withLock { state in
      if state.descriptor < 0 {
        state.descriptor = linux_event(state.outcome != nil)
      }
      return state.descriptor
    }
  }
}
