import Synchronization

/// Work that is done once for all callers that want it at the same time.
///
/// Each piece of work has a context, which its first caller makes, and later callers join and
/// leave.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Context: Sendable>:
  Sendable
{
  private typealias Continuation = CheckedContinuation<Value, any Error>

  private struct Flight {
    let id: Int
    let context: Context
    var waiters: [Int: Continuation] = [:]
    var task: Task<Void, Never>?
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var nextID = 0
    var joined = 0

    mutating func makeID() -> Int {
      nextID += 1
      return nextID
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of calls that an earlier call's work answered.
  var joined: Int { state.withLock { $0.joined } }

  /// Returns the result of `make`, or of an earlier call's `make` that is still running. `join` is
  /// called with the context of that earlier call, and `leave` if this call is cancelled while
  /// others wait.
  ///
  /// Throws `CancellationError` at once if the calling task is cancelled. The work itself is
  /// cancelled with its last caller, and cannot be joined after that.
  package func value(
    for key: Key, in context: @autoclosure () -> Context,
    join: (Context) -> Void = { _ in }, leave: @escaping @Sendable (Context) -> Void = { _ in },
    make: @escaping @Sendable (Context) async throws -> Value
  ) async throws -> Value {
    let waiter = state.withLock { $0.makeID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(waiter, for: key, continuation, context, join, make)
      }
    } onCancel: {
      self.leave(waiter, key, leave)
    }
  }

  private func wait(
    _ waiter: Int, for key: Key, _ continuation: Continuation, _ context: () -> Context,
    _ join: (Context) -> Void, _ make: @escaping @Sendable (Context) async throws -> Value
  ) {
    state.withLock { state in
      // The cancellation handler ran before the call was registered.
      if Task.isCancelled {
        continuation.resume(throwing: CancellationError())
        return
      }
      if let flight = state.flights[key] {
        state.flights[key]?.waiters[waiter] = continuation
        state.joined += 1
        join(flight.context)
        return
      }
      let id = state.makeID()
      let context = context()
      state.flights[key] = Flight(id: id, context: context, waiters: [waiter: continuation])
      state.flights[key]?.task = Task {
        do {
          land(id, key, .success(try await make(context)))
        } catch {
          land(id, key, .failure(error))
        }
      }
    }
  }

  private func leave(_ waiter: Int, _ key: Key, _ leave: (Context) -> Void) {
    let (continuation, task) = state.withLock { state -> (Continuation?, Task<Void, Never>?) in
      guard let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter),
        let flight = state.flights[key]
      else { return (nil, nil) }
      guard flight.waiters.isEmpty else {
        leave(flight.context)
        return (continuation, nil)
      }
      state.flights[key] = nil
      return (continuation, flight.task)
    }
    task?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  private func land(_ id: Int, _ key: Key, _ result: Result<Value, any Error>) {
    let flight = state.withLock { state -> Flight? in
      // Only this flight: another may have been started after it was cancelled.
      state.flights[key]?.id == id ? state.flights.removeValue(forKey: key) : nil
    }
    for continuation in flight?.waiters.values ?? [:].values { continuation.resume(with: result) }
  }
}
