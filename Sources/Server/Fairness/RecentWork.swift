import RectoWorkers

/// The recent work of each client, in seconds of a worker. A client that requests more than its
/// share of the server works at the back pace (`WorkPace`) while there are other clients; at the
/// front, the work of clients with little recent work comes before that of others and of newcomers.
struct RecentWork: Sendable {
  private struct Use {
    var seconds: Double
    /// The times of the first and the last request of a visit.
    let first: ContinuousClock.Instant
    let instant: ContinuousClock.Instant
  }

  /// The seconds of work that a client may request at once and stay at the front.
  static let allowance = 1.0
  /// The longest time after which a client without further requests is back at the front.
  private static let longest = Duration.seconds(30)
  /// The delay of newcomers, in seconds of work: a client that uses many addresses has little
  /// recent work from each.
  static let newcomersDelay = 0.25
  /// A client is new for this time, and again after `longestPause` without a request.
  private static let newness = Duration.seconds(10)
  private static let longestPause = Duration.seconds(600)
  /// The time after its last request for which a client is present. A client that is alone stays at
  /// the front: at the back it would wait for all other programs of the machine.
  private static let presence = Duration.seconds(60)
  /// The maximum number of clients that are remembered. When there are more, newcomers are
  /// forgotten first, and then all.
  private static let capacity = 4_096

  /// The seconds of work that are forgotten each second; nil if all clients stay at the front.
  let share: Double?
  private var uses: [WorkClient: Use] = [:]
  /// The last client, and the last one before it that is another.
  private var last, lastOther: (client: WorkClient, instant: ContinuousClock.Instant)?

  init(share: Double?) {
    self.share = share
  }

  var rememberedClients: Int { uses.count }

  /// Counts requested work. A negative number corrects an estimate that was too high.
  mutating func add(_ seconds: Double, of client: WorkClient, at now: ContinuousClock.Instant) {
    guard let share else { return }
    if client != .server {
      if let last, last.client != client { lastOther = last }
      last = (client, now)
    }
    if uses.count >= Self.capacity, uses[client] == nil {
      uses = uses.filter { left($0.value, at: now) > 0 || !isNew($0.value, at: now) }
      if uses.count >= Self.capacity { uses = uses.filter { !isNew($0.value, at: now) } }
      if uses.count >= Self.capacity { uses = [:] }
    }
    let use = uses[client]
    let sum = (use.map { left($0, at: now) } ?? 0) + seconds
    let most = Self.allowance + Self.longest.seconds * share
    let visit = use.flatMap { now - $0.instant < Self.longestPause ? $0.first : nil }
    uses[client] = Use(seconds: min(most, max(0, sum)), first: visit ?? now, instant: now)
  }

  /// The seconds of work by which a client's work at the front is delayed.
  func delay(of client: WorkClient, at now: ContinuousClock.Instant) -> Double {
    guard share != nil else { return 0 }
    guard let use = uses[client] else { return Self.newcomersDelay }
    return min(Self.allowance, left(use, at: now))
      + (isNew(use, at: now) ? Self.newcomersDelay : 0)
  }

  /// True for a client that is not new and has little recent work.
  func isLight(_ client: WorkClient, at now: ContinuousClock.Instant) -> Bool {
    delay(of: client, at: now) < Self.newcomersDelay
  }

  private func isNew(_ use: Use, at now: ContinuousClock.Instant) -> Bool {
    now - use.first < Self.newness || now - use.instant >= Self.longestPause
  }

  /// The pace of work of `cost`, which `add` has counted already. The server's own work is at the
  /// back.
  func pace(
    of client: WorkClient, for cost: WorkCost, at now: ContinuousClock.Instant
  ) -> WorkPace {
    guard client != .server else { return .back }
    let before = (uses[client].map { left($0, at: now) } ?? 0) - cost.seconds
    return before < Self.allowance || isAlone(client, at: now) ? .front : .back
  }

  /// True if all clients that are present are this one.
  private func isAlone(_ client: WorkClient, at now: ContinuousClock.Instant) -> Bool {
    let other = last?.client == client ? lastOther : last
    return other.map { now - $0.instant >= Self.presence } ?? true
  }

  private func left(_ use: Use, at now: ContinuousClock.Instant) -> Double {
    max(0, use.seconds - (now - use.instant).seconds * (share ?? 0))
  }
}
