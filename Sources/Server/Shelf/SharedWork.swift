import PageModel
import Synchronization

/// Work that is done once for all callers that want it at the same time, and is cancelled when the
/// last one has left.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let number: Int
    let task: Task<Result<Value, PageError>, Never>
    var waiters = 1
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// The result of `make`, or of an earlier call's `make` that is still running.
  ///
  /// Rethrows its error; throws `cancelled` if the calling task is cancelled.
  func value(
    for key: Key, make: @escaping @Sendable () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let (number, task) = state.withLock { state in
      if let flight = state.flights[key] {
        state.flights[key]?.waiters += 1
        return (flight.number, flight.task)
      }
      state.lastNumber += 1
      let number = state.lastNumber
      let task = Task.detached { [self] in
        let result: Result<Value, PageError>
        do throws(PageError) {
          result = .success(try await make())
        } catch {
          result = .failure(error)
        }
        land(key, number)
        return result
      }
      state.flights[key] = Flight(number: number, task: task)
      return (number, task)
    }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      leave(key, number)
    }
    return try result.get()
  }

  private func land(_ key: Key, _ number: Int) {
    state.withLock { state in
      if state.flights[key]?.number == number { state.flights[key] = nil }
    }
  }

  /// One that is given up is not joined any more.
  private func leave(_ key: Key, _ number: Int) {
    let abandoned: Task<Result<Value, PageError>, Never>? = state.withLock { state in
      guard let flight = state.flights[key], flight.number == number else { return nil }
      guard flight.waiters == 1 else {
        state.flights[key]?.waiters -= 1
        return nil
      }
      state.flights[key] = nil
      return flight.task
    }
    abandoned?.cancel()
  }
}
