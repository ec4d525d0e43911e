import Synchronization

/// Work that is done once for all who want it at the same time.
final class SingleFlight: Sendable {
  typealias Continuation = CheckedContinuation<[UInt8], any Error>

  private struct Flight {
    let id: Int
    var waiters: [Int: Continuation] = [:]
    var task: Task<Void, Never>?
  }

  private struct State {
    var flights: [CacheKey: Flight] = [:]
    var nextID = 0
    var joined = 0

    mutating func makeID() -> Int {
      nextID += 1
      return nextID
    }
  }

  private let state = Mutex(State())

  /// The number of calls that an earlier call's work answered.
  var joined: Int { state.withLock { $0.joined } }

  /// Returns the result of `make`, or of an earlier call's `make` that is still running.
  ///
  /// Cancelling the calling task throws `CancellationError` at once. The work itself is cancelled
  /// when its last caller has gone, and is not joined after that.
  func bytes(
    for key: CacheKey, make: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    let waiter = state.withLock { $0.makeID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(waiter, for: key, continuation, make)
      }
    } onCancel: {
      leave(waiter, key)
    }
  }

  private func wait(
    _ waiter: Int, for key: CacheKey, _ continuation: Continuation,
    _ make: @escaping @Sendable () async throws -> [UInt8]
  ) {
    state.withLock { state in
      // Cancelled before there was anything to leave.
      if Task.isCancelled {
        continuation.resume(throwing: CancellationError())
        return
      }
      if state.flights[key] != nil {
        state.flights[key]?.waiters[waiter] = continuation
        state.joined += 1
        return
      }
      let id = state.makeID()
      state.flights[key] = Flight(id: id, waiters: [waiter: continuation])
      state.flights[key]?.task = Task {
        do {
          land(id, key, .success(try await make()))
        } catch {
          land(id, key, .failure(error))
        }
      }
    }
  }

  private func leave(_ waiter: Int, _ key: CacheKey) {
    let (continuation, task) = state.withLock { state -> (Continuation?, Task<Void, Never>?) in
      guard let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter) else {
        return (nil, nil)
      }
      guard state.flights[key]?.waiters.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.flights.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  private func land(_ id: Int, _ key: CacheKey, _ result: Result<[UInt8], any Error>) {
    let flight = state.withLock { state -> Flight? in
      // Removes only this flight, not one that was started after it was given up.
      state.flights[key]?.id == id ? state.flights.removeValue(forKey: key) : nil
    }
    for continuation in flight?.waiters.values ?? [:].values { continuation.resume(with: result) }
  }
}
