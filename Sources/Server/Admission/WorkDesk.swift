import PageModel
import Pipeline
import Synchronization

/// Limits concurrent work. The rest waits in order of its urgency, in a queue of limited length. Work
/// must not ask for a second turn under its first.
///
/// Work that takes longer than most gives its turn to the next and goes on beside it, up to a limit:
/// sources that keep workers busy until their time is over do not hold up the others.
final class WorkDesk: Sendable {
  private struct Waiter {
    let number: Int
    let priority: Urgency.Priority
    /// The time at which it is refused.
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<Result<Int, PageError>, Never>
  }

  private struct State {
    var lastTurn = 0
    /// The turns that are taken, with their beginnings.
    var turns: [Int: ContinuousClock.Instant] = [:]
    /// Work that gave its turn away.
    var slow = 0
    /// The most urgent first, of equally urgent ones the oldest.
    var waiting: [Waiter] = []
    var lastNumber = 0

    mutating func takeTurn(_ now: ContinuousClock.Instant) -> Int {
      lastTurn += 1
      turns[lastTurn] = now
      return lastTurn
    }
  }

  private let atOnce: Int
  private let longestQueue: Int
  private let patience: Duration
  private let slowAtOnce: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// `slowAtOnce` is how much work may go on beside `atOnce` since it takes long; each may have a
  /// worker of some hundred megabytes.
  init(
    atOnce: Int, waiting: Int, patience: Duration, slowAtOnce: Int = 16,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.atOnce = max(1, atOnce)
    longestQueue = waiting
    self.patience = patience
    self.slowAtOnce = slowAtOnce
    self.now = now
  }

  /// The numbers of working and waiting requests.
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
      if !Task.isCancelled { giveSlowTurnsAway() }
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
        let waiter = Waiter(
          number: number, priority: priority, end: now() + patience, continuation: continuation)
        guard enter(waiter) else { return }
        timer.withLock {
          $0 = Task.detached { [self, patience] in
            try? await Task.sleep(for: patience)
            if !Task.isCancelled { refuseLateWaiters() }
          }
        }
      }
    } onCancel: {
      refuse(Self.withdrawn) { $0.number == number }
    }
    timer.withLock { $0 }?.cancel()
    return try outcome.get()
  }

  /// Returns true if it has to wait.
  private func enter(_ waiter: Waiter) -> Bool {
    enum Outcome {
      case turn(Int)
      case wait, full, withdrawn
    }
    let outcome: Outcome = state.withLock { state in
      // Cancelled before there was anything to refuse.
      if Task.isCancelled { return .withdrawn }
      if state.turns.count < atOnce { return .turn(state.takeTurn(now())) }
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

  /// Refuses what waited for longer than it may.
  func refuseLateWaiters() {
    let now = now()
    refuse(Self.late) { $0.end <= now }
  }

  private func refuse(_ error: PageError, _ isRefused: (Waiter) -> Bool) {
    let refused = state.withLock { state in
      defer { state.waiting.removeAll(where: isRefused) }
      return state.waiting.filter(isRefused)
    }
    for waiter in refused { waiter.continuation.resume(returning: .failure(error)) }
  }

  private func end(_ turn: Int) {
    pass { state in
      if state.turns.removeValue(forKey: turn) == nil { state.slow -= 1 }
    }
  }

  /// Admits other turns while long work holds its own.
  func giveSlowTurnsAway() {
    let now = now()
    pass { state in
      let slow = state.turns.filter { $0.value + Self.slowAfter <= now }.keys.sorted()
      for turn in slow.prefix(slowAtOnce - state.slow) {
        state.turns[turn] = nil
        state.slow += 1
      }
    }
  }

  private func pass(_ change: (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      var next: [(waiter: Waiter, turn: Int)] = []
      while state.turns.count < atOnce, !state.waiting.isEmpty {
        next.append((state.waiting.removeFirst(), state.takeTurn(now())))
      }
      return next
    }
    for (waiter, turn) in next { waiter.continuation.resume(returning: .success(turn)) }
  }

  /// Most pages are made in a tenth of that.
  static let slowAfter = Duration.seconds(1)
  private static let late = PageError(.busy, "too much is asked for at once: ask again later")
  private static let withdrawn = PageError(.cancelled, "the request was withdrawn")
}
