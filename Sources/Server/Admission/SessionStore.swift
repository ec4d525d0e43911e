import RectoPageModel
import RectoPipeline
import Synchronization

/// The sessions of browsers that logged in. They are in memory only: a restart ends them.
///
/// A session's identifier is random. Only its digest is kept, so that an identifier cannot be read
/// from this process's memory or logs.
final class SessionStore: Sendable {
  /// A session as its owner sees it.
  struct Session: Sendable, Hashable {
    /// Its name in lists: the beginning of the identifier's digest, which does not help to guess
    /// the identifier.
    let name: String
    let client: SessionClient
    let began: Timestamp
    var lastUse: Timestamp
  }

  fileprivate struct Entry {
    var session: Session
    let end: ContinuousClock.Instant
  }

  fileprivate struct State {
    var entries: [CacheKey: Entry] = [:]
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
  /// The maximum number of sessions; one more ends the oldest.
  static let capacity = 1_000

  /// Begins a session and returns its identifier: 256 random bits in hexadecimal digits.
  func begin(by client: SessionClient = SessionClient()) -> String {
    var random = SystemRandomNumberGenerator()
    let identifier = (0..<4).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let digest = Self.digest(identifier)
    let session = Session(
      name: Self.name(digest), client: client, began: .now, lastUse: .now)
    let entry = Entry(session: session, end: now() + .seconds(Self.lifetime))
    state.withLock { state in
      if state.order.count >= Self.capacity { state.entries[state.order.removeFirst()] = nil }
      state.order.append(digest)
      state.entries[digest] = entry
    }
    return identifier
  }

  /// True for a session that has not ended. Records now as its last use.
  func isValid(_ identifier: String) -> Bool {
    let digest = Self.digest(identifier)
    let now = now()
    return state.withLock { state in
      guard let end = state.entries[digest]?.end else { return false }
      if now < end {
        state.entries[digest]?.session.lastUse = .now
        return true
      }
      state.remove(digest)
      return false
    }
  }

  /// The sessions that have not ended, the newest first.
  var sessions: [Session] {
    let now = now()
    return state.withLock { state in
      state.order.reversed().compactMap { state.entries[$0] }.filter { now < $0.end }
        .map(\.session)
    }
  }

  /// The name of a session in lists.
  static func name(_ identifier: String) -> String { name(digest(identifier)) }

  /// Ends the session of a name. Returns false for an unknown name.
  func end(named name: String) -> Bool {
    state.withLock { state in
      guard let digest = state.order.first(where: { Self.name($0) == name }) else { return false }
      state.remove(digest)
      return true
    }
  }

  func end(_ identifier: String) {
    let digest = Self.digest(identifier)
    state.withLock { $0.remove(digest) }
  }

  func endAll() {
    state.withLock { $0 = State() }
  }

  private static func name(_ digest: CacheKey) -> String { String(digest.hex.prefix(16)) }

  private static func digest(_ identifier: String) -> CacheKey {
    CacheKey(parts: ["recto session", identifier])
  }
}

extension SessionStore.State {
  fileprivate mutating func remove(_ digest: CacheKey) {
    entries[digest] = nil
    order.removeAll { $0 == digest }
  }
}
