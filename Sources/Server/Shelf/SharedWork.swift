import RectoPageModel
import Synchronization

/// Work that is done once for all callers that want it at the same time, and is cancelled when the
/// last one has left. It takes the turn of whichever caller's client comes first.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let number: Int
    let task: Task<Result<Value, PageError>, Never>
    let account: WorkAccount
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
    let own = WorkAccount.current
    let (number, task) = state.withLock { state in
      if let flight = state.flights[key] {
        state.flights[key]?.waiters += 1
        flight.account.join(own)
        return (flight.number, flight.task)
      }
      state.lastNumber += 1
      let number = state.lastNumber
      let account = WorkAccount(copying: own)
      let task = Task.detached { [self] in
        let result: Result<Value, PageError> = await WorkAccount.$current.withValue(account) {
          do throws(PageError) {
            return .success(try await make())
          } catch {
            return .failure(error)
          }
        }
        land(key, number)
        return result
      }
      state.flights[key] = Flight(number: number, task: task, account: account)
      return (number, task)
    }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      leave(key, number, own)
    }
    return try result.get()
  }

  /// The number of callers that wait for the work of a key.
  func waiterCount(_ key: Key) -> Int { state.withLock { $0.flights[key]?.waiters ?? 0 } }

  private func land(_ key: Key, _ number: Int) {
    state.withLock { state in
      if state.flights[key]?.number == number { state.flights[key] = nil }
    }
  }

  /// One that is given up is not joined any more.
  private func leave(_ key: Key, _ number: Int, _ account: WorkAccount) {
    let abandoned: Task<Result<Value, PageError>, Never>? = state.withLock { state in
      guard let flight = state.flights[key], flight.number == number else { return nil }
      guard flight.waiters == 1 else {
        state.flights[key]?.waiters -= 1
        flight.account.leave(account)
        return nil
      }
      state.flights[key] = nil
      return flight.task
    }
    abandoned?.cancel()
  }
}
