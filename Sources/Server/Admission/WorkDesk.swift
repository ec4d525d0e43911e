import PageModel
import Pipeline
import Synchronization

/// Lets so much work be done at once; the rest waits in order of its urgency, and so much of it at
/// most. It must not be asked for a second turn under the first.
///
/// Work that takes longer than most gives its turn to the next, and goes on beside it: sources that
/// keep workers busy until their time is over do not hold up the others. So much of it at most.
final class WorkDesk: Sendable {
  private struct Waiter {
    let number: Int
    let priority: Urgency.Priority
    let continuation: CheckedContinuation<Result<Int, PageError>, Never>
  }

  private struct State {
    var lastTurn = 0
    /// The turns that are taken.
    var turns: Set<Int> = []
    /// Work that gave its turn away.
    var slow = 0
    /// The most urgent first, of equally urgent ones the oldest.
    var waiting: [Waiter] = []
    var lastNumber = 0

    mutating func takeTurn() -> Int {
      lastTurn += 1
      turns.insert(lastTurn)
      return lastTurn
    }
  }

  private let atOnce: Int
  private let longestQueue: Int
  private let patience: Duration
  private let slowAtOnce: Int
  private let state = Mutex(State())

  /// `slowAtOnce` is how much work may go on beside `atOnce` since it takes long; each may have a
  /// worker of some hundred megabytes.
  init(atOnce: Int, waiting: Int, patience: Duration, slowAtOnce: Int = 16) {
    self.atOnce = max(1, atOnce)
    longestQueue = waiting
    self.patience = patience
    self.slowAtOnce = slowAtOnce
  }

  /// How much is being done, and waits.
  var counts: (working: Int, waiting: Int) {
    state.withLock { ($0.turns.count + $0.slow, $0.waiting.count) }
  }

  /// Does `body` when its turn comes.
  ///
  /// Throws `busy` where too much waits or the turn does not come in time, `cancelled` where the task
  /// was cancelled, and what `body` throws.
  func run<Value>(
    _ priority: Urgency.Priority = .visible, _ body: () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let turn = try await takeTurn(priority)
    let timer = Task.detached { [self] in
      try? await Task.sleep(for: Self.slowAfter)
      if !Task.isCancelled { giveAway(turn) }
    }
    defer {
      timer.cancel()
      end(turn)
    }
    return try await body()
  }

  private func takeTurn(_ priority: Urgency.Priority) async throws(PageError) -> Int {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let timer = Mutex<Task<Void, Never>?>(nil)
    let outcome = await withTaskCancellationHandler {
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
    return try outcome.get()
  }

  /// Whether it has to wait.
  private func enter(_ waiter: Waiter) -> Bool {
    enum Outcome {
      case turn(Int)
      case wait, full, withdrawn
    }
    let outcome: Outcome = state.withLock { state in
      // Cancelled before there was anything to refuse.
      if Task.isCancelled { return .withdrawn }
      if state.turns.count < atOnce { return .turn(state.takeTurn()) }
      guard state.waiting.count < longestQueue else { return .full }
      let place =
        state.waiting.firstIndex { $0.priority > waiter.priority } ?? state.waiting.endIndex
      state.waiting.insert(waiter, at: place)
      return .wait
    }
    switch outcome {
    case .turn(let turn): waiter.continuation.resume(returning: .success(turn))
    case .wait: return true
    case .full:
      waiter.continuation.resume(
        returning: .failure(
          PageError(.busy, "\(longestQueue) requests are waiting, which is the limit")))
    case .withdrawn: waiter.continuation.resume(returning: .failure(Self.withdrawn))
    }
    return false
  }

  private func refuse(_ number: Int, _ error: PageError) {
    let waiter: Waiter? = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: .failure(error))
  }

  private func end(_ turn: Int) {
    pass { state in
      if state.turns.remove(turn) == nil { state.slow -= 1 }
    }
  }

  /// Lets others go on while the work of a turn does.
  private func giveAway(_ turn: Int) {
    pass { state in
      guard state.slow < slowAtOnce, state.turns.remove(turn) != nil else { return }
      state.slow += 1
    }
  }

  private func pass(_ change: (inout State) -> Void) {
    let next: (Waiter, Int)? = state.withLock { state in
      change(&state)
      guard state.turns.count < atOnce, !state.waiting.isEmpty else { return nil }
      return (state.waiting.removeFirst(), state.takeTurn())
    }
    if let (waiter, turn) = next { waiter.continuation.resume(returning: .success(turn)) }
  }

  /// Most pages are made in a tenth of that.
  private static let slowAfter = Duration.seconds(1)
  private static let late = PageError(.busy, "too much is asked for at once: ask again later")
  private static let withdrawn = PageError(.cancelled, "the request was withdrawn")
}
