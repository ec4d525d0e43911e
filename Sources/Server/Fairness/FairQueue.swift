import RectoPipeline

/// Work in an order that is fair between clients: start-time fair queueing (Goyal, Vin and Cheng,
/// 1996) with one flow for each client.
///
/// Each client has a virtual time, to which the cost of its work is added, and the client with the
/// lowest is next. A client that was idle begins at the present virtual time, so that unused turns
/// do not accumulate. The work of some clients may be delayed by some virtual time, so that a crowd
/// that arrives at once does not hold up others. Of one client's work, the most urgent is next, and
/// the oldest of equally urgent work.
struct FairQueue<Element: Sendable>: Sendable {
  struct Entry: Sendable {
    let account: WorkAccount
    let priority: RequestOptions.Priority
    let cost: WorkCost
    let element: Element
    /// The virtual time at which it was added.
    fileprivate(set) var arrival = 0.0
  }

  /// In the order in which they were added.
  private(set) var entries: [Entry] = []
  /// The virtual start time of the work that was taken last.
  private var now = 0.0
  /// The virtual times of clients that are ahead of `now`.
  private var times: [WorkClient: Double] = [:]

  /// The maximum number of clients that are remembered. If more are ahead of `now`, all are
  /// forgotten.
  static var capacity: Int { 4_096 }

  /// The number of clients with a virtual time.
  var rememberedClients: Int { times.count }

  mutating func add(_ entry: Entry) {
    var entry = entry
    entry.arrival = now
    entries.append(entry)
  }

  /// Removes and returns the next entry, with the client whose turn it is; nil if none may run.
  /// `mayRun` says whether work of a cost may begin for a client; `delay` is added to a client's
  /// virtual time for the comparison.
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

  /// Removes and returns the entries for which `isRefused` is true.
  mutating func remove(where isRefused: (Element) -> Bool) -> [Entry] {
    let removed = entries.filter { isRefused($0.element) }
    entries.removeAll { isRefused($0.element) }
    return removed
  }

  /// Removes and returns an entry of the client with the most entries, if that client has at least
  /// two more than `client`: the newest of its least urgent ones. Nil if no client has.
  mutating func makeRoom(for client: WorkClient) -> Entry? {
    var counts: [WorkClient: Int] = [:]
    for entry in entries {
      for client in entry.account.clients { counts[client, default: 0] += 1 }
    }
    guard let most = counts.max(by: { $0.value < $1.value }),
      most.value > counts[client, default: 0] + 1
    else { return nil }
    // Work that other clients wait for too stays.
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
