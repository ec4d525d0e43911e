import RectoPageModel
import RectoPipeline
import RectoWorkers
import Synchronization

/// Limits concurrent work, and shares its turns fairly between clients (`FairQueue`). Other work
/// waits in a queue of limited length. Work must not request a second turn while it holds one.
///
/// Heavy clients are at the back (`RecentWork`), with turns of their own, so that occasional
/// requests never wait for theirs and get processors before them (`WorkPace`). Big work has turns
/// of its own. Work that takes longer than most gives its turn away and goes on without one, up to
/// a limit, so that sources that keep workers busy until their time limit do not hold up the
/// others. One client cannot take all turns of several, and one more turn is for clients that are
/// not new and have little recent work.
final class WorkScheduler: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    /// The client whose recent work it counts as until it begins.
    let payer: WorkClient
    /// The time at which it is refused.
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<Result<Turn, PageError>, Never>
  }

  private struct Turn: Sendable {
    let number: Int
    let client: WorkClient
    let cost: WorkCost
    let pace: WorkPace
    let start: ContinuousClock.Instant
    /// True if it has given its turn away.
    var isSlow = false
  }

  private struct Turns {
    var taken: [Int: Turn] = [:]

    /// The turns of a lane and a pace, of one client or of all.
    func count(_ lane: WorkCost.Lane, _ pace: WorkPace, of client: WorkClient? = nil) -> Int {
      taken.values.count { turn in
        !turn.isSlow && turn.cost.lane == lane && turn.pace == pace
          && (client == nil || turn.client == client)
      }
    }

    /// The number of turns that were given away, of one client or of all.
    func slowCount(of client: WorkClient? = nil) -> Int {
      taken.values.count { $0.isSlow && (client == nil || $0.client == client) }
    }
  }

  private struct State {
    var turns = Turns()
    var queue = FairQueue<Waiter>()
    var recent: RecentWork
    var lastNumber = 0

    mutating func makeNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// Charges waiting work to `client` instead of its payer, or to no client.
    mutating func charge(
      _ entry: FairQueue<Waiter>.Entry, to client: WorkClient?, at now: ContinuousClock.Instant
    ) {
      guard entry.element.payer != client else { return }
      recent.add(-entry.cost.seconds, of: entry.element.payer, at: now)
      if let client { recent.add(entry.cost.seconds, of: client, at: now) }
    }
  }

  private let limits: WorkLimits
  private let queueTimeout: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let threads = WorkThreads()
  private let state: Mutex<State>

  init(
    _ limits: WorkLimits, queueTimeout: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limits = limits
    self.queueTimeout = queueTimeout
    self.now = now
    state = Mutex(State(recent: RecentWork(share: limits.share)))
  }

  /// Runs blocking work, such as reading files, on a thread that may wait. It needs no turn.
  func blocking<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value {
    await withTaskExecutorPreference(threads) { body() }
  }

  /// The numbers of working and waiting requests.
  var counts: (working: Int, waiting: Int) {
    state.withLock { ($0.turns.taken.count, $0.queue.entries.count) }
  }

  /// The pace at which work of the current client would be done now.
  func pace() -> WorkPace {
    let now = now()
    return state.withLock { state in
      WorkAccount.current.clients.contains {
        state.recent.pace(of: $0, for: WorkCost(seconds: 0), at: now) == .front
      } ? .front : .back
    }
  }

  /// Runs `body` when its turn comes, for the clients of `WorkAccount.current`.
  ///
  /// Throws `busy` if too many requests wait or the turn does not come in time, `cancelled` if the
  /// task was cancelled, and what `body` throws.
  func run<Value>(
    _ priority: RequestOptions.Priority = .visible, _ cost: WorkCost = .page,
    _ body: () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let turn = try await takeTurn(priority, cost)
    let timer = Task.detached { [self] in
      try? await Task.sleep(for: Self.slowAfter(cost))
      if !Task.isCancelled { giveSlowTurnsAway() }
    }
    defer {
      timer.cancel()
      end(turn)
    }
    let result: Result<Value, PageError> = await WorkPace.$current.withValue(turn.pace) {
      await withTaskExecutorPreference(threads) {
        do throws(PageError) {
          return .success(try await body())
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  private func takeTurn(
    _ priority: RequestOptions.Priority, _ cost: WorkCost
  ) async throws(PageError) -> Turn {
    let account = WorkAccount.current
    let number = state.withLock { $0.makeNumber() }
    let timer = Mutex<Task<Void, Never>?>(nil)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(
          number: number, payer: account.clients[0], end: now() + queueTimeout,
          continuation: continuation)
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
      refuse(.cancelled) { $0.number == number }
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
      // The cancellation handler ran before the entry was in the queue.
      guard !Task.isCancelled else {
        refused = (entry.element, .cancelled)
        return
      }
      state.recent.add(entry.cost.seconds, of: entry.element.payer, at: now())
      state.queue.add(entry)
    } then: { state in
      guard state.queue.entries.count > limits.waiting else { return }
      let client = entry.element.payer
      let isWaiting = state.queue.entries.contains { $0.element.number == entry.element.number }
      guard isWaiting else { return }
      let pushedOut =
        state.queue.makeRoom(for: client)
        ?? state.queue.remove { $0.number == entry.element.number }.first
      refused = pushedOut.map { ($0.element, full) }
      if let pushedOut { state.charge(pushedOut, to: nil, at: now()) }
    }
    if let refused { refused.waiter.continuation.resume(returning: .failure(refused.error)) }
  }

  /// Refuses requests that have waited for longer than `queueTimeout`.
  func refuseLateWaiters() {
    let now = now()
    refuse(Self.late) { $0.end <= now }
  }

  private func refuse(_ error: PageError, _ isRefused: (Waiter) -> Bool) {
    let refused = state.withLock { state in
      let refused = state.queue.remove(where: isRefused)
      for entry in refused { state.charge(entry, to: nil, at: now()) }
      return refused
    }
    for entry in refused { entry.element.continuation.resume(returning: .failure(error)) }
  }

  private func end(_ turn: Turn) {
    let seconds = (now() - turn.start).seconds
    pass { state in
      state.turns.taken[turn.number] = nil
      state.queue.settle(turn.cost, turn.client, took: seconds)
      state.recent.add(turn.cost.correction(took: seconds), of: turn.client, at: now())
    }
  }

  /// Marks long work as slow, so that its turns are free for others.
  func giveSlowTurnsAway() {
    let now = now()
    pass { state in
      for turn in state.turns.taken.values.sorted(by: { $0.number < $1.number })
      where !turn.isSlow && turn.start + Self.slowAfter(turn.cost) <= now {
        guard state.turns.slowCount() < limits.slow,
          state.turns.slowCount(of: turn.client) < limits.slowOfClient
        else { continue }
        state.turns.taken[turn.number]?.isSlow = true
      }
    }
  }

  /// Changes the state, begins the work that may begin after that, and calls `check`.
  private func pass(
    _ change: (inout State) -> Void, then check: (inout State) -> Void = { _ in }
  ) {
    let begun = state.withLock { state in
      change(&state)
      var begun: [(waiter: Waiter, turn: Turn)] = []
      while true {
        let (turns, recent, now) = (state.turns, state.recent, now())
        let next = state.queue.next {
          recent.delay(of: $0, at: now)
        } where: { cost, client in
          mayRun(
            cost.lane, recent.pace(of: client, for: cost, at: now), client, turns,
            isLight: recent.isLight(client, at: now))
        }
        guard let (entry, client) = next else { break }
        state.charge(entry, to: client, at: now)
        let turn = Turn(
          number: entry.element.number, client: client, cost: entry.cost,
          pace: state.recent.pace(of: client, for: entry.cost, at: now), start: now)
        state.turns.taken[turn.number] = turn
        begun.append((entry.element, turn))
      }
      check(&state)
      return begun
    }
    for (waiter, turn) in begun { waiter.continuation.resume(returning: .success(turn)) }
  }

  private func mayRun(
    _ lane: WorkCost.Lane, _ pace: WorkPace, _ client: WorkClient, _ turns: Turns, isLight: Bool
  ) -> Bool {
    var (all, own) =
      lane == .small
      ? (limits.small, limits.smallOfClient) : (limits.big, limits.bigOfClient)
    if lane == .small, pace == .front, isLight { all += limits.reserve }
    return turns.count(lane, pace) < all && turns.count(lane, pace, of: client) < own
  }

  /// The time after which work is slow: small work when it takes several times as long as expected,
  /// so that a few pages that hang do not hold all turns for long.
  static func slowAfter(_ cost: WorkCost) -> Duration {
    cost.lane == .small ? .seconds(min(1, max(0.25, 4 * cost.seconds))) : .seconds(10)
  }

  private var full: PageError {
    PageError(.busy, "too many requests are waiting (limit: \(limits.waiting)): try again later")
  }
  private static let late = PageError(.busy, "the server is overloaded: try again later")
}
