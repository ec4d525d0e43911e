import RectoPageModel
import Synchronization

/// Limits the number of layouts of one publication that a client may request: each opens the
/// publication with workers of its own and, for a book, lays out all chapters.
///
/// A token bucket for each client and publication, which is refilled one layout at a time.
final class LayoutAllowance: Sendable {
  private struct Key: Hashable {
    let client: WorkClient
    let publication: String
  }

  private struct Use {
    var count: Double
    let last: ContinuousClock.Instant
  }

  /// The size of the bucket: a reader who looks for a comfortable size tries fewer.
  static let layouts = 12.0
  /// The time after which one more layout may be requested.
  static let returnsAfter = Duration.seconds(10)
  /// The maximum number of pairs of client and publication that are remembered.
  static let capacity = 10_000

  /// If a pair is forgotten early, the limits on work still hold.
  private let uses = Mutex(BoundedCache<Key, Use>(capacity: capacity))
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// Counts one more layout of a publication. Throws 429 with `Retry-After` if the client has used
  /// up its allowance.
  func take(_ publication: String, for client: WorkClient) throws(ServerError) {
    let key = Key(client: client, publication: publication)
    let now = now()
    let wait: Duration? = uses.withLock { uses in
      let count = uses[key].map { Self.left($0, at: now) } ?? 0
      guard count + 1 <= Self.layouts else {
        return Self.returnsAfter * (count + 1 - Self.layouts)
      }
      uses[key] = Use(count: count + 1, last: now)
      return nil
    }
    guard let wait else { return }
    throw ServerError(
      .tooManyRequests,
      "you requested \(Int(Self.layouts)) layouts of this publication in a short time, which is the "
        + "limit: try again later",
      headers: ["Retry-After": "\(max(1, Int(wait.seconds.rounded(.up))))"])
  }

  /// The layouts that still count against the limit.
  private static func left(_ use: Use, at now: ContinuousClock.Instant) -> Double {
    max(0, use.count - (now - use.last) / returnsAfter)
  }
}
