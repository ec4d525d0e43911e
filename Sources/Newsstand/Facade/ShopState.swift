/// The last request to a shop, and the age of its facts.
public struct ShopState: Sendable, Hashable {
  /// The origin of prices and purchases.
  public enum Source: String, Sendable, Hashable {
    /// The shop's answer.
    case shop
    /// Its last good answer, of an earlier time.
    case kept
    /// The catalogs alone: the shop never answered.
    case none
  }

  /// The time of the last good answer: seconds since 1970-01-01T00:00:00Z; nil if there was none.
  var answered: Double?
  /// True if the last request of this program was answered.
  var isAnswered = false
  /// The reason why it did not answer.
  public internal(set) var error: NewsstandError?

  public var source: Source { answered == nil ? .none : isAnswered ? .shop : .kept }

  /// Seconds since the last good answer; nil if there was none, or the clock was set back.
  public func age(at time: Double) -> Double? {
    answered.flatMap { $0 <= time ? time - $0 : nil }
  }
}
