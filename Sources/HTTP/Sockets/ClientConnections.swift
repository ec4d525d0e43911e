import CRectoLinux
import Glibc
import Synchronization

/// The open connections: who may have another one, and which are closed since their clients are too
/// slow.
///
/// libmicrohttpd closes a connection on which nothing moves. It would keep one on which a byte
/// moves now and then open forever, with all that belongs to it.
final class ClientConnections: Sendable {
  fileprivate struct Entry {
    let descriptor: Int32
    let network: ClientNetwork
    var patience: Patience
    /// True if its handler works, or its stream has nothing to send.
    var waitsForServer = false
  }

  private struct State {
    var entries: [UInt: Entry] = [:]
    var counts: [ClientNetwork: Int] = [:]
    /// When networks were last answered well.
    var served: [ClientNetwork: ContinuousClock.Instant] = [:]
    var lastSweep: ContinuousClock.Instant
  }

  private let limits: HTTPLimits
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  init(_ limits: HTTPLimits, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.limits = limits
    self.now = now
    state = Mutex(State(lastSweep: now()))
  }

  /// The number of all open connections.
  var count: Int { state.withLock { $0.entries.count } }

  /// The bytes that all open connections have sent and received: tests wait until the kernel takes
  /// no more of an answer.
  var movedBytes: UInt64 {
    state.withLock { $0.entries.values.reduce(0) { $0 + linux_moved_bytes($1.descriptor) } }
  }

  // MARK: Coming and going

  /// True if a client of this address may have another connection. Clients on this machine may, since
  /// a proxy is one. The last quarter of all connections is for networks that were served lately.
  func admits(_ address: String) -> Bool {
    let network = ClientNetwork(address)
    let now = now()
    // Without a free descriptor nothing else works.
    guard linux_has_descriptors(limits.spareDescriptors) else { return false }
    return network.isLoopback
      || state.withLock { state in
        guard state.counts[network, default: 0] < limits.connectionsOfClient else { return false }
        guard state.entries.count >= limits.connections / 4 * 3 else { return true }
        return state.served[network].map { now - $0 < Self.remembered } ?? false
      }
  }

  /// A connection came. `key` names it until it goes; its descriptor is open until then.
  func add(_ key: UInt, descriptor: Int32, address: String) {
    let entry = Entry(
      descriptor: descriptor, network: ClientNetwork(address),
      patience: patience(limits.headerSeconds, descriptor))
    state.withLock { state in
      state.entries[key] = entry
      state.counts[entry.network, default: 0] += 1
    }
  }

  /// It goes: its descriptor may be closed when this has returned.
  func remove(_ key: UInt) {
    state.withLock { state in
      guard let network = state.entries.removeValue(forKey: key)?.network else { return }
      let others = state.counts[network, default: 1] - 1
      state.counts[network] = others > 0 ? others : nil
    }
  }

  // MARK: What happens on them

  /// Something of it is done - the header is there, the answer, all of it is sent - so that there is
  /// time for what comes next.
  func advance(_ key: UInt) {
    state.withLock { state in
      guard let descriptor = state.entries[key]?.descriptor else { return }
      state.entries[key]?.patience = patience(Double(limits.idleSeconds), descriptor)
    }
  }

  func setWaitsForServer(_ waits: Bool, _ key: UInt) {
    state.withLock { $0.entries[key]?.waitsForServer = waits }
  }

  /// Its client's request was answered.
  func noteServed(_ key: UInt) {
    let now = now()
    state.withLock { state in
      guard let network = state.entries[key]?.network, !network.isLoopback else { return }
      if state.served.count >= Self.capacity, state.served[network] == nil {
        state.served = state.served.filter { now - $0.value < Self.remembered }
        guard state.served.count < Self.capacity else { return }
      }
      state.served[network] = now
    }
  }

  /// The time for which a network counts as served.
  private static let remembered = Duration.seconds(600)
  /// Networks that are remembered.
  static let capacity = 4_096

  // MARK: Slow clients

  /// Closes the connections of clients that were too slow, looking at them each second. Returns when
  /// its task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      closeSlow()
    }
  }

  /// Closes the connections of clients that were too slow up to now. Calls `shutdown`; libmicrohttpd
  /// closes the descriptors.
  func closeSlow() {
    let now = now()
    state.withLock { state in
      let seconds = (now - state.lastSweep) / .seconds(1)
      state.lastSweep = now
      for key in state.entries.keys {
        state.entries[key]!.pass(seconds)
      }
    }
  }

  private func patience(_ seconds: Double, _ descriptor: Int32) -> Patience {
    Patience(
      seconds: seconds, bytesPerSecond: Double(limits.bytesPerSecond),
      bytes: linux_moved_bytes(descriptor))
  }
}

extension ClientConnections.Entry {
  fileprivate mutating func pass(_ seconds: Double) {
    let bytes = linux_moved_bytes(descriptor)
    guard !waitsForServer else { return patience.rest(bytes: bytes) }
    patience.wait(seconds: seconds, bytes: bytes)
    guard patience.isOver else { return }
    // Bytes that the client has not taken yet are thrown away, and not kept in the kernel.
    var noLinger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
