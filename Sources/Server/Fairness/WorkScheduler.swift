import RectoPageModel
import RectoPipeline
import Synchronization

/// Limits concurrent work, and shares its turns between clients (`FairQueue`). The rest waits in a queue
/// of limited length. Work must not ask for a second turn under its first.
///
/// Big work has turns of its own. Work that takes longer than most gives its turn to the next and goes
/// on beside it, up to a limit: sources that keep workers busy until their time is over do not hold up
/// the others. One turn of several is for another client than the one that has the others.
final class WorkScheduler: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    /// The time at which it is refused.
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<Result<Turn, PageError>, Never>
  }

  private struct Turn: Sendable {
    let number: Int
    let client: WorkClient
    let cost: WorkCost
    let start: ContinuousClock.Instant
    /// True if it has given its place away.
    var isSlow = false
  }

  private struct Turns {
    var taken: [Int: Turn] = [:]

    /// The turns of a lane, or those that gave their place away; of one client or of all.
    func count(_ lane: WorkCost.Lane? = nil, of client: WorkClient? = nil) -> Int {
      taken.values.count { turn in
        (client == nil || turn.client == client)
          && (lane.map { !turn.isSlow && turn.cost.lane == $0 } ?? turn.isSlow)
      }
    }
  }

  private struct State {
    var turns = Turns()
    var queue = FairQueue<Waiter>()
    var lastNumber = 0

    mutating func makeNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let limits: WorkLimits
  private let queueTimeout: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  init(
    _ limits: WorkLimits, queueTimeout: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limits = limits
    self.queueTimeout = queueTimeout
    self.now = now
  }

  /// The numbers of working and waiting requests.
  var counts: (working: Int, waiting: Int) {
    state.withLock { ($0.turns.taken.count, $0.queue.entries.count) }
  }

  /// Does `body` when its turn comes, for the clients of `WorkAccount.current`.
  ///
  /// Throws `busy` where too much waits or the turn does not come in time, `cancelled` where the task
  /// was cancelled, and what `body` throws.
  func run<Value>(
    _ priority: Urgency.Priority = .visible, _ cost: WorkCost = .page,
    _ body: () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let turn = try await takeTurn(priority, cost)
    let timer = Task.detached { [self] in
      try? await Task.sleep(for: Self.slowAfter(cost.lane))
      if !Task.isCancelled { giveSlowTurnsAway() }
    }
    defer {
      timer.cancel()
      end(turn)
    }
    return try await body()
  }

  private func takeTurn(
    _ priority: Urgency.Priority, _ cost: WorkCost
  ) async throws(PageError) -> Turn {
    let account = WorkAccount.current
    let number = state.withLock { $0.makeNumber() }
    let timer = Mutex<Task<Void, Never>?>(nil)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(number: number, end: now() + queueTimeout, continuation: continuation)
        enter(
          FairQueue.Entry(account: account, priority: priority, cost: cost, element: waiter))
        guard isWaiting(number) else { return }
        timer.withLock {
          $0 = Task.detached { [self, queueTimeout] in
            try? await Task.sleep(for: queueTimeout)
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

  private func isWaiting(_ number: Int) -> Bool {
    state.withLock { $0.queue.entries.contains { $0.element.number == number } }
  }

  private func enter(_ entry: FairQueue<Waiter>.Entry) {
    var refused: (waiter: Waiter, error: PageError)?
    pass { state in
      // Cancelled before there was anything to refuse.
      guard !Task.isCancelled else {
        refused = (entry.element, Self.withdrawn)
        return
      }
      state.queue.add(entry)
    } then: { state in
      guard state.queue.entries.count > limits.waiting else { return }
      let client = entry.account.clients[0]
      let isWaiting = state.queue.entries.contains { $0.element.number == entry.element.number }
      guard isWaiting else { return }
      let pushedOut =
        state.queue.makeRoom(for: client)
        ?? state.queue.remove { $0.number == entry.element.number }.first
      refused = pushedOut.map { ($0.element, full) }
    }
    if let refused { refused.waiter.continuation.resume(returning: .failure(refused.error)) }
  }

  /// Refuses what waited for longer than it may.
  func refuseLateWaiters() {
    let now = now()
    refuse(Self.late) { $0.end <= now }
  }

  private func refuse(_ error: PageError, _ isRefused: (Waiter) -> Bool) {
    let refused = state.withLock { $0.queue.remove(where: isRefused) }
    for entry in refused { entry.element.continuation.resume(returning: .failure(error)) }
  }

  private func end(_ turn: Turn) {
    let seconds = (now() - turn.start).seconds
    pass { state in
      state.turns.taken[turn.number] = nil
      state.queue.settle(turn.cost, turn.client, took: seconds)
    }
  }

  /// Admits other turns while long work holds its own.
  func giveSlowTurnsAway() {
    let now = now()
    pass { state in
      for turn in state.turns.taken.values.sorted(by: { $0.number < $1.number })
      where !turn.isSlow && turn.start + Self.slowAfter(turn.cost.lane) <= now {
        guard state.turns.count() < limits.slow,
          state.turns.count(of: turn.client) < limits.slowOfClient
        else { continue }
        state.turns.taken[turn.number]?.isSlow = true
      }
    }
  }

  /// Changes the state and begins what may begin then.
  private func pass(
    _ change: (inout State) -> Void, then check: (inout State) -> Void = { _ in }
  ) {
    let begun = state.withLock { state in
      change(&state)
      var begun: [(waiter: Waiter, turn: Turn)] = []
      while true {
        let turns = state.turns
        guard let (entry, client) = state.queue.next(where: { mayRun($0, $1, turns) }) else {
          break
        }
        let turn = Turn(
          number: entry.element.number, client: client, cost: entry.cost, start: now())
        state.turns.taken[turn.number] = turn
        begun.append((entry.element, turn))
      }
      check(&state)
      return begun
    }
    for (waiter, turn) in begun { waiter.continuation.resume(returning: .success(turn)) }
  }

  private func mayRun(_ lane: WorkCost.Lane, _ client: WorkClient, _ turns: Turns) -> Bool {
    let (all, own) =
      lane == .small
      ? (limits.small, limits.smallOfClient) : (limits.big, limits.bigOfClient)
    return turns.count(lane) < all && turns.count(lane, of: client) < own
  }

  /// Most pages are made in a tenth of the time after which small work is slow.
  static func slowAfter(_ lane: WorkCost.Lane) -> Duration {
    lane == .small ? .seconds(1) : .seconds(10)
  }

  private var full: PageError {
    PageError(.busy, "\(limits.waiting) requests are waiting, which is the limit")
  }
  private static let late = PageError(.busy, "too much is asked for at once: ask again later")
  private static let withdrawn = PageError(.cancelled, "the request was withdrawn")
}
