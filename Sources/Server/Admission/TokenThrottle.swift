import RectoHTTP
import RectoPageModel
import Synchronization

/// Limits how many wrong tokens or passwords a client, and all clients together, may send.
///
/// Each has a number of attempts, which are replenished over time. While none is left, even the
/// right token is refused: otherwise an attacker could go on guessing. The limit of all clients
/// does not apply to those that have sent the right token lately, so that guesses of others do not
/// lock them out.
final class TokenThrottle: Sendable {
  private struct Failures {
    var count = 0.0
    var last: ContinuousClock.Instant

    /// The failures that still count at `now`.
    func remaining(at now: ContinuousClock.Instant, perSecond: Double) -> Double {
      max(0, count - (now - last).seconds * perSecond)
    }
  }

  private struct State {
    var all: Failures
    /// If a client is forgotten early, the limit of all clients still holds.
    var ofClient = BoundedCache<ClientNetwork, Failures>(capacity: capacity)
    /// The times at which clients last sent the right token.
    var successes = BoundedCache<ClientNetwork, ContinuousClock.Instant>(capacity: capacity)
  }

  /// The wrong tokens that one client may send, and the number that is forgiven each second.
  static let triesOfClient = 10.0
  static let triesOfClientPerSecond = 0.2
  /// The same for all clients together.
  static let tries = 200.0
  static let triesPerSecond = 5.0
  /// The maximum number of clients that are remembered.
  static let capacity = 10_000
  /// The time for which a right token is remembered.
  static let trusted = Duration.seconds(24 * 3600)

  private let state: Mutex<State>
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    state = Mutex(State(all: Failures(last: now())))
    self.now = now
  }

  var rememberedClients: Int { state.withLock { $0.ofClient.count + $0.successes.count } }

  /// Throws 429 with `Retry-After` if the client has no attempt left.
  func admit(_ address: String) throws(ServerError) {
    let client = ClientNetwork(address)
    let now = now()
    let wait: Double = state.withLock { state in
      let own =
        state.ofClient[client]?.remaining(at: now, perSecond: Self.triesOfClientPerSecond) ?? 0
      let isTrusted = state.successes[client].map { now - $0 < Self.trusted } ?? false
      let all = isTrusted ? 0 : state.all.remaining(at: now, perSecond: Self.triesPerSecond)
      return max(
        (own - Self.triesOfClient + 1) / Self.triesOfClientPerSecond,
        (all - Self.tries + 1) / Self.triesPerSecond)
    }
    guard wait > 0 else { return }
    throw ServerError(
      .tooManyRequests, "too many failed attempts: try again later",
      headers: ["Retry-After": "\(Int(wait.rounded(.up)))"])
  }

  func recordSuccess(of address: String) {
    let client = ClientNetwork(address)
    let now = now()
    state.withLock { $0.successes[client] = now }
  }

  func recordFailure(of address: String) {
    let client = ClientNetwork(address)
    let now = now()
    state.withLock { state in
      state.all.count = state.all.remaining(at: now, perSecond: Self.triesPerSecond) + 1
      state.all.last = now
      let own =
        state.ofClient[client]?.remaining(at: now, perSecond: Self.triesOfClientPerSecond) ?? 0
      state.ofClient[client] = Failures(count: own + 1, last: now)
    }
  }
}
