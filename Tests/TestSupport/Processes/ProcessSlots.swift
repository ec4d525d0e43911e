import Foundation
import Synchronization

/// Limits how many programs that compute the tests run at the same time: two a processor, since a
/// program waits for its workers part of the time.
///
/// Servers and other processes that wait for requests take no slot. A test whose subject is several
/// processes at once runs them in one slot.
public final class ProcessSlots: Sendable {
  public static let shared = ProcessSlots(
    count: 2 * ProcessInfo.processInfo.activeProcessorCount)

  private struct State {
    var free: Int
    var waiting: [Future<Void>] = []
  }

  private let state: Mutex<State>

  public init(count: Int) {
    state = Mutex(State(free: max(1, count)))
  }

  @TaskLocal private static var isHeld = false

  /// Runs `body` once a slot is free, in the order of the calls; at once where the task holds one.
  public func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    if Self.isHeld { return try await body() }
    let turn = state.withLock { state -> Future<Void>? in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      let turn = Future<Void>()
      state.waiting.append(turn)
      return turn
    }
    // No limit of its own: what holds the slot has one.
    if let turn { try await turn.valueWithoutLimit() }
    defer { leave() }
    return try await Self.$isHeld.withValue(true) { try await body() }
  }

  private func leave() {
    state.withLock { state -> Future<Void>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }?.fulfill(())
  }
}
