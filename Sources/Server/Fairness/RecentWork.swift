import RectoWorkers

/// The recent work of each client, in seconds of a worker. A client that asks for more than its
/// share of the server is at the back.
struct RecentWork: Sendable {
  private struct Use {
    var seconds: Double
    let instant: ContinuousClock.Instant
  }

  /// Seconds of work that a client may ask for at once and stay at the front.
  static let allowance = 1.0
  /// The most that is remembered of a client: it is forgotten after half a minute.
  private static let longest = Duration.seconds(30)
  /// Clients that are remembered. When there are more, all are forgotten.
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
      uses = uses.filter { left($0.value, at: now) > 0 }
      if uses.count >= Self.capacity { uses = [:] }
    }
    let sum = (uses[client].map { left($0, at: now) } ?? 0) + seconds
    let most = Self.allowance + Self.longest.seconds * share
    uses[client] = Use(seconds: min(most, max(0, sum)), instant: now)
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
