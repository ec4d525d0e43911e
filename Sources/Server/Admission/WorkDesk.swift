import PageModel
import Pipeline
import Synchronization

/// Lets so much work be done at once; the rest waits in order of its urgency, and so much of it at
/// most. It must not be asked for a second turn under the first.
final class WorkDesk: Sendable {
  private struct Waiter {
    let number: Int
    let priority: Urgency.Priority
    let continuation: CheckedContinuation<PageError?, Never>
  }

  private struct State {
    var working = 0
    /// The most urgent first, of equally urgent ones the oldest.
    var waiting: [Waiter] = []
    var lastNumber = 0
  }

  private let atOnce: Int
  private let longestQueue: Int
  private let patience: Duration
  private let state = Mutex(State())

  init(atOnce: Int, waiting: Int, patience: Duration) {
    self.atOnce = max(1, atOnce)
    longestQueue = waiting
    self.patience = patience
  }

  /// How much is being done, and waits.
  var counts: (working: Int, waiting: Int) {
    state.withLock { ($0.working, $0.waiting.count) }
  }

  /// Does `body` when its turn comes.
  ///
  /// Throws `busy` where too much waits or the turn does not come in time, `cancelled` where the task
  /// was cancelled, and what `body` throws.
  func run<Value>(
    _ priority: Urgency.Priority = .visible, _ body: () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    try await takeTurn(priority)
    defer { endTurn() }
    return try await body()
  }

  private func takeTurn(_ priority: Urgency.Priority) async throws(PageError) {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let timer = Mutex<Task<Void, Never>?>(nil)
    let refusal = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(number: number, priority: priority, continuation: continuation)
        guard enter(waiter) else { return }
        timer.withLock {
          $0 = Task.detached { [self, patience] in
            try? await Task.sleep(for: patience)
            if !Task.isCancelled { refuse(number, Self.late) }
          }
        }
      }
    } onCancel: {
      refuse(number, Self.withdrawn)
    }
    timer.withLock { $0 }?.cancel()
    if let refusal { throw refusal }
  }

  /// Whether it has to wait.
  private func enter(_ waiter: Waiter) -> Bool {
    enum Outcome { case turn, wait, full, withdrawn }
    let outcome: Outcome = state.withLock { state in
      // Cancelled before there was anything to refuse.
      if Task.isCancelled { return .withdrawn }
      if state.working < atOnce {
        state.working += 1
        return .turn
      }
      guard state.waiting.count < longestQueue else { return .full }
      let place =
        state.waiting.firstIndex { $0.priority > waiter.priority } ?? state.waiting.endIndex
      state.waiting.insert(waiter, at: place)
      return .wait
    }
    switch outcome {
    case .turn: waiter.continuation.resume(returning: nil)
    case .wait: return true
    case .full:
      waiter.continuation.resume(
        returning: PageError(.busy, "\(longestQueue) requests are waiting, which is the limit"))
    case .withdrawn: waiter.continuation.resume(returning: Self.withdrawn)
    }
    return false
  }

  private func refuse(_ number: Int, _ error: PageError) {
    let waiter: Waiter? = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: error)
  }

  private func endTurn() {
    let next: Waiter? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.working -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: nil)
  }

  private static let late = PageError(.busy, "too much is asked for at once: ask again later")
  private static let withdrawn = PageError(.cancelled, "the request was withdrawn")
}
