import RectoWorkers

/// The recent work of each client, in seconds of a worker. A client that asks for more than its
/// share of the server is at the back; at the front, work of clients who asked for little comes before
/// that of others and of newcomers.
struct RecentWork: Sendable {
  private struct Use {
    var seconds: Double
    /// The first request of a visit, and the last.
    let first: ContinuousClock.Instant
    let instant: ContinuousClock.Instant
  }

  /// Seconds of work that a client may ask for at once and stay at the front.
  static let allowance = 1.0
  /// The most that is remembered of a client: it is forgotten after half a minute.
  private static let longest = Duration.seconds(30)
  /// The delay of newcomers, in seconds of work: who comes from many addresses has little recent work
  /// from each.
  static let newcomersDelay = 0.25
  /// A client is new for that long, and again after a pause.
  private static let newness = Duration.seconds(10)
  private static let longestPause = Duration.seconds(600)
  /// Clients that are remembered. When there are more, all are forgotten, newcomers before others.
  private static let capacity = 4_096

  /// Seconds of work that are forgotten each second; nil where all clients stay at the front.
  let share: Double?
  private var uses: [WorkClient: Use] = [:]

  init(share: Double?) {
    self.share = share
  }

  var rememberedClients: Int { uses.count }

  /// Counts work that was asked for; with a negative number, what it turned out not to take.
  mutating func add(_ seconds: Double, of client: WorkClient, at now: ContinuousClock.Instant) {
    guard let share else { return }
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

  /// The seconds of work by which a client's work at the front comes after that of others.
  func delay(of client: WorkClient, at now: ContinuousClock.Instant) -> Double {
    guard share != nil else { return 0 }
    guard let use = uses[client] else { return Self.newcomersDelay }
    return min(Self.allowance, left(use, at: now))
      + (isNew(use, at: now) ? Self.newcomersDelay : 0)
  }

  /// True for a client that has been here for a while and has asked for little.
  func isLight(_ client: WorkClient, at now: ContinuousClock.Instant) -> Bool {
    delay(of: client, at: now) < Self.newcomersDelay
  }

  private func isNew(_ use: Use, at now: ContinuousClock.Instant) -> Bool {
    now - use.first < Self.newness || now - use.instant >= Self.longestPause
  }

  /// The pace of work that a client has asked for, of which `cost` is a part. The server's own work
  /// waits for that of clients.
  func pace(
    of client: WorkClient, for cost: WorkCost, at now: ContinuousClock.Instant
  ) -> WorkPace {
    guard client != .server else { return .back }
    let others = (uses[client].map { left($0, at: now) } ?? 0) - cost.seconds
    return others < Self.allowance ? .front : .back
  }

  private func left(_ use: Use, at now: ContinuousClock.Instant) -> Double {
    max(0, use.seconds - (now - use.instant).seconds * (share ?? 0))
  }
}
