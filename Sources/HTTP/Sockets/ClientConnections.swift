import CRectoLinux
import Glibc
import Synchronization

/// The open connections. Limits their number for each client, and closes those of slow clients.
///
/// libmicrohttpd closes a connection without any traffic, but would keep one open forever if a byte
/// is sent now and then.
final class ClientConnections: Sendable {
  fileprivate struct Entry {
    let descriptor: Int32
    let network: ClientNetwork
    var timeout: RateTimeout
    /// True while its handler works, or its stream has nothing to send.
    var waitsForServer = false
  }

  private struct State {
    var entries: [UInt: Entry] = [:]
    var counts: [ClientNetwork: Int] = [:]
    /// The times at which networks last got an answer other than an error.
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

  /// The bytes that all open connections have sent and received: tests wait until the kernel's
  /// buffers are full.
  var movedBytes: UInt64 {
    state.withLock { $0.entries.values.reduce(0) { $0 + linux_moved_bytes($1.descriptor) } }
  }

  // MARK: Coming and going

  /// True if a client of this address may have another connection. Clients on this machine always
  /// may, since a proxy is one. The last quarter of all connections is for networks that were
  /// served recently.
  func admits(_ address: String) -> Bool {
    let network = ClientNetwork(address)
    let now = now()
    // Other work needs descriptors too.
    guard linux_has_descriptors(limits.spareDescriptors) else { return false }
    return network.isLoopback
      || state.withLock { state in
        guard state.counts[network, default: 0] < limits.connectionsOfClient else { return false }
        guard state.entries.count >= limits.connections / 4 * 3 else { return true }
        return state.served[network].map { now - $0 < Self.remembered } ?? false
      }
  }

  /// Adds a new connection. `key` identifies it until `remove`; its descriptor is open until then.
  func add(_ key: UInt, descriptor: Int32, address: String) {
    let entry = Entry(
      descriptor: descriptor, network: ClientNetwork(address),
      timeout: timeout(limits.headerSeconds, descriptor))
    state.withLock { state in
      state.entries[key] = entry
      state.counts[entry.network, default: 0] += 1
    }
  }

  /// Removes a connection. Its descriptor may be closed after that.
  func remove(_ key: UInt) {
    state.withLock { state in
      guard let network = state.entries.removeValue(forKey: key)?.network else { return }
      let others = state.counts[network, default: 1] - 1
      state.counts[network] = others > 0 ? others : nil
    }
  }

  // MARK: Progress

  /// Restarts the client's time when a step is done: the header is complete, the answer is made, or
  /// the answer is sent.
  func advance(_ key: UInt) {
    state.withLock { state in
      guard let descriptor = state.entries[key]?.descriptor else { return }
      state.entries[key]?.timeout = timeout(Double(limits.idleSeconds), descriptor)
    }
  }

  func setWaitsForServer(_ waits: Bool, _ key: UInt) {
    state.withLock { $0.entries[key]?.waitsForServer = waits }
  }

  /// Records that its client's request was answered.
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
  /// The maximum number of networks that are remembered.
  static let capacity = 4_096

  // MARK: Slow clients

  /// Closes the connections of slow clients every second, until its task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      closeSlow()
    }
  }

  /// Closes the connections of clients that have used up their time. Calls `shutdown`;
  /// libmicrohttpd closes the descriptors.
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

  private func timeout(_ seconds: Double, _ descriptor: Int32) -> RateTimeout {
    RateTimeout(
      seconds: seconds, bytesPerSecond: Double(limits.bytesPerSecond),
      bytes: linux_moved_bytes(descriptor))
  }
}

extension ClientConnections.Entry {
  fileprivate mutating func pass(_ seconds: Double) {
    let bytes = linux_moved_bytes(descriptor)
    guard !waitsForServer else { return timeout.rest(bytes: bytes) }
    timeout.wait(seconds: seconds, bytes: bytes)
    guard timeout.isOver else { return }
    // Bytes that the client has not received are discarded instead of kept in the kernel.
    var noLinger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
