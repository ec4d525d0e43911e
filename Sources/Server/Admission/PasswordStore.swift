import RectoHTTP
import RectoPageModel
import RectoPipeline
import Synchronization

/// The passwords of publications that were entered in browsers, each valid in the session in which
/// it was entered. They are in memory only: a restart forgets them.
final class PasswordStore: Sendable {
  private let sessions: SessionStore
  /// By digests of sessions, and then by ids of publications. The passwords of ended sessions stay
  /// until they are evicted.
  private let passwords = Mutex(
    BoundedCache<CacheKey, BoundedCache<String, String>>(capacity: 2 * SessionStore.capacity))
  /// Limits guesses of passwords.
  let throttle: TokenThrottle

  private static let cookie = "recto-passwords"
  /// The maximum number of publications of a session.
  static let publications = 64
  /// The maximum bytes of a password.
  static let longestPassword = 1024

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    sessions = SessionStore(now: now)
    throttle = TokenThrottle(now: now)
  }

  /// The password that the sender of a request has entered for a publication.
  func password(of id: String, for request: HTTPRequest) -> String? {
    guard let session = request.cookie(Self.cookie), sessions.isValid(session) else { return nil }
    return passwords.withLock { passwords in
      var own = passwords[Self.digest(session)]
      return own?[id]
    }
  }

  /// Keeps a password in the session of the call, or in a new one, and returns the value of
  /// `Set-Cookie` for it.
  func keep(_ password: String, of id: String, for call: RequestContext) -> String {
    let known = call.request.cookie(Self.cookie).flatMap { sessions.isValid($0) ? $0 : nil }
    let session = known ?? sessions.begin()
    passwords.withLock { passwords in
      var own = passwords[Self.digest(session)] ?? BoundedCache(capacity: Self.publications)
      own[id] = password
      passwords[Self.digest(session)] = own
    }
    return call.setCookie(Self.cookie, session)
  }

  private static func digest(_ session: String) -> CacheKey {
    CacheKey(parts: ["recto passwords", session])
  }
}
