import Pipeline
import Synchronization

/// The sessions of browsers that logged in. They are in memory only: a restart ends them.
///
/// A session's identifier is random and is kept as a digest, so that nothing that reads this
/// process's memory or a log of it can use one.
final class SessionStore: Sendable {
  fileprivate struct State {
    var ends: [CacheKey: ContinuousClock.Instant] = [:]
    /// Digests in the order in which their sessions began.
    var order: [CacheKey] = []
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// Seconds after which a session ends.
  static let lifetime = 30 * 24 * 3600
  /// Sessions at once; the oldest ends for one more.
  static let capacity = 1_000

  /// Begins a session and gives its identifier: 256 random bits in hexadecimal digits.
  func begin() -> String {
    var random = SystemRandomNumberGenerator()
    let identifier = (0..<4).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let digest = Self.digest(identifier)
    let end = now() + .seconds(Self.lifetime)
    state.withLock { state in
      if state.order.count >= Self.capacity { state.ends[state.order.removeFirst()] = nil }
      state.order.append(digest)
      state.ends[digest] = end
    }
    return identifier
  }

  func isValid(_ identifier: String) -> Bool {
    let digest = Self.digest(identifier)
    let now = now()
    return state.withLock { state in
      guard let end = state.ends[digest] else { return false }
      if now < end { return true }
      state.remove(digest)
      return false
    }
  }

  func end(_ identifier: String) {
    let digest = Self.digest(identifier)
    state.withLock { $0.remove(digest) }
  }

  func endAll() {
    state.withLock { $0 = State() }
  }

  private static func digest(_ identifier: String) -> CacheKey {
    CacheKey(parts: ["recto session", identifier])
  }
}

extension SessionStore.State {
  fileprivate mutating func remove(_ digest: CacheKey) {
    ends[digest] = nil
    order.removeAll { $0 == digest }
  }
}
