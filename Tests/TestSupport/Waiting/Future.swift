import Synchronization

/// A value that is set once and that any number of tasks wait for.
public final class Future<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    var number = 0
  }

  private let state = Mutex(State())

  public init() {}

  /// The value, or nil before it is set.
  public var current: Value? { state.withLock { $0.value } }

  /// Sets the value. Later calls have no effect.
  public func fulfill(_ value: Value) {
    let waiting = state.withLock { state in
      guard state.value == nil else { return [CheckedContinuation<Value, any Error>]() }
      state.value = value
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// Waits for the value. Throws `Stuck` with the name of the event after `Patience.limit` times
  /// `events`.
  public func value(_ event: String = #function, events: Int = 1) async throws -> Value {
    if let current { return current }
    let number = nextNumber()
    let timer = Task { [weak self] in
      try await Task.sleep(for: Patience.limit * events)
      self?.giveUp(number, event)
    }
    defer { timer.cancel() }
    return try await wait(number)
  }

  /// Waits for the value however long it takes.
  public func valueWithoutLimit() async throws -> Value { try await wait(nextNumber()) }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  private func wait(_ number: Int) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let value = state.withLock { state in
        if state.value == nil { state.waiting[number] = continuation }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  private func giveUp(_ number: Int, _ event: String) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?
      .resume(throwing: Stuck("waiting for \(event)"))
  }
}
