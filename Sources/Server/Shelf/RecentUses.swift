/// The uses of an open publication, which decide which one is closed to make room for another.
struct RecentUses: Sendable {
  private static let lately = Duration.seconds(60)
  private static let rememberedClients = 8

  /// The number of the last use, among those of all publications.
  private(set) var last = 0
  /// The clients that used it last, and when.
  private var clients: [WorkClient: ContinuousClock.Instant] = [:]

  /// For the test of the limit, which nothing else shows.
  var clientCount: Int { clients.count }

  mutating func add(_ number: Int, by client: WorkClient, at now: ContinuousClock.Instant) {
    last = number
    clients[client] = now
    guard clients.count > Self.rememberedClients, let oldest = clients.values.min() else { return }
    clients = clients.filter { $0.value > oldest }
  }

  private func clients(at now: ContinuousClock.Instant) -> [WorkClient] {
    clients.filter { now - $0.value < Self.lately }.map(\.key)
  }

  /// The publication to close: the oldest of those that no client used lately; else the oldest of
  /// the client with the most publications that only it uses, so that a client that asks for many
  /// layouts closes its own; else the oldest of all.
  static func leastUseful<Key>(
    of publications: [Key: RecentUses], at now: ContinuousClock.Instant
  ) -> Key? {
    let all = publications.map {
      (key: $0.key, last: $0.value.last, clients: $0.value.clients(at: now))
    }
    let unused = all.filter(\.clients.isEmpty)
    let own = all.filter { $0.clients.count == 1 }
    let counts = Dictionary(grouping: own) { $0.clients[0] }.mapValues(\.count)
    let most = own.filter { counts[$0.clients[0]] == counts.values.max() }
    return [unused, most, all].first { !$0.isEmpty }?.min { $0.last < $1.last }?.key
  }
}
