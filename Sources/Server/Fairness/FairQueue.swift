import RectoPipeline

/// Work in an order that is fair between clients: start-time fair queueing (Goyal, Vin and Cheng, 1996)
/// with one flow for each client.
///
/// Each client has a virtual time, which the cost of its work moves on, and the client that is furthest
/// behind is next. One that was idle begins at the present virtual time: it has no claim to turns
/// that it did not use. The work of some clients may be delayed by some virtual time, so that many who
/// come at once do not hold up others. Within a client, the most urgent work is next, and the oldest of
/// several.
struct FairQueue<Element: Sendable>: Sendable {
  struct Entry: Sendable {
    let account: WorkAccount
    let priority: RequestOptions.Priority
    let cost: WorkCost
    let element: Element
    /// The virtual time at which it came.
    fileprivate(set) var arrival = 0.0

    init(
      account: WorkAccount, priority: RequestOptions.Priority, cost: WorkCost, element: Element
    ) {
      self.account = account
      self.priority = priority
      self.cost = cost
      self.element = element
    }
  }

  /// In the order in which they came.
  private(set) var entries: [Entry] = []
  /// The start time of the work that was taken last.
  private var now = 0.0
  /// The virtual times of clients that are ahead of `now`.
  private var times: [WorkClient: Double] = [:]

  /// Clients that are remembered. When there are more, all are forgotten.
  static var capacity: Int { 4_096 }

  /// The number of clients with a virtual time.
  var rememberedClients: Int { times.count }

  mutating func add(_ entry: Entry) {
    var entry = entry
    entry.arrival = now
    entries.append(entry)
  }

  /// Removes and gives the next entry, and the client whose turn it is. `mayRun` says whether work
  /// of such a cost may begin for a client; `delay` is the virtual time by which its work comes later.
  mutating func next(
    delay: (WorkClient) -> Double = { _ in 0 },
    where mayRun: (WorkCost, WorkClient) -> Bool
  ) -> (entry: Entry, client: WorkClient)? {
    var best: (place: Int, client: WorkClient, time: Double)?
    for (place, entry) in entries.enumerated() {
      for client in entry.account.clients where mayRun(entry.cost, client) {
        let time = max(entry.arrival, times[client] ?? 0) + delay(client)
        if let best {
          let isBefore =
            time < best.time
            || (time == best.time && entry.priority < entries[best.place].priority)
          guard isBefore else { continue }
        }
        best = (place, client, time)
      }
    }
    guard let best else { return nil }
    let entry = entries.remove(at: best.place)
    charge(entry.cost, to: best.client)
    return (entry, best.client)
  }

  /// Charges work that begins at once.
  mutating func charge(_ cost: WorkCost, to client: WorkClient) {
    let start = time(of: client)
    now = max(now, start)
    move(client, to: start + cost.seconds * client.weight)
  }

  /// Charges the difference between the time that work took and its expected cost.
  mutating func settle(_ cost: WorkCost, _ client: WorkClient, took seconds: Double) {
    move(client, to: time(of: client) + (seconds - cost.seconds) * client.weight)
  }

  /// Removes and gives all that `isRefused`.
  mutating func remove(where isRefused: (Element) -> Bool) -> [Entry] {
    let removed = entries.filter { isRefused($0.element) }
    entries.removeAll { isRefused($0.element) }
    return removed
  }

  /// Removes and gives the last and least urgent entry of the client with most of them, if that client
  /// has at least two more than `client`.
  mutating func makeRoom(for client: WorkClient) -> Entry? {
    var counts: [WorkClient: Int] = [:]
    for entry in entries {
      for client in entry.account.clients { counts[client, default: 0] += 1 }
    }
    guard let most = counts.max(by: { $0.value < $1.value }),
      most.value > counts[client, default: 0] + 1
    else { return nil }
    // Work that others want too stays.
    let own = entries.indices.filter { entries[$0].account.clients == [most.key] }
    guard
      let last = own.max(by: {
        (entries[$0].priority, $0) < (entries[$1].priority, $1)
      })
    else { return nil }
    return entries.remove(at: last)
  }

  private func time(of client: WorkClient) -> Double { max(now, times[client] ?? now) }

  private mutating func move(_ client: WorkClient, to time: Double) {
    times[client] = time > now ? time : nil
    guard times.count > Self.capacity else { return }
    times = times.filter { $0.value > now }
    if times.count > Self.capacity { times = [:] }
  }
}
