import Synchronization

/// The state that all exchanges of a server share, and the list of exchanges.
final class ServerCore: Sendable {
  private struct State {
    var isStopping = false
    var exchanges: [ObjectIdentifier: Exchange] = [:]
  }

  let limits: HTTPLimits
  let hosts: HostCheck
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  let watch: HangupWatch
  let connections: ClientConnections
  private let state = Mutex(State())

  init(
    _ configuration: HTTPConfiguration, _ watch: HangupWatch,
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    limits = configuration.limits
    hosts = configuration.hosts
    self.watch = watch
    connections = ClientConnections(limits, now: now)
    self.handler = handler
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }
  var exchanges: [Exchange] { state.withLock { Array($0.exchanges.values) } }

  func enter(_ exchange: Exchange) {
    state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
  }

  /// Forgets an exchange if it is over and its task has ended.
  func leave(_ exchange: Exchange) {
    guard !exchange.isBusy, exchange.isOver else { return }
    state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  /// Refuses requests from now on.
  func beginStopping() { state.withLock { $0.isStopping = true } }
}
