import RectoPageModel
import Synchronization

/// Limits how many layouts of one publication a client may have made: each is an opening with workers
/// and, for a book, the work of laying out all chapters.
///
/// A client has some layouts of each publication at once, which come back one after the other.
final class LayoutAllowance: Sendable {
  private struct Key: Hashable {
    let client: WorkClient
    let publication: String
  }

  private struct Use {
    var count: Double
    let last: ContinuousClock.Instant
  }

  /// Layouts of one publication at once: a reader who looks for a comfortable size tries fewer.
  static let layouts = 12.0
  /// The time after which one more may be made.
  static let returnsAfter = Duration.seconds(10)
  /// Pairs of client and publication that are remembered.
  static let capacity = 10_000

  /// Other limits hold where one is forgotten before its time.
  private let uses = Mutex(BoundedCache<Key, Use>(capacity: capacity))
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// Counts one more layout of a publication. Throws 429 with `Retry-After` where the client has had
  /// its share.
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
      "\(Int(Self.layouts)) layouts of this publication were made for you lately, which is the "
        + "limit: try again later",
      headers: ["Retry-After": "\(max(1, Int(wait.seconds.rounded(.up))))"])
  }

  /// The layouts that have not come back.
  private static func left(_ use: Use, at now: ContinuousClock.Instant) -> Double {
    max(0, use.count - (now - use.last) / returnsAfter)
  }
}
