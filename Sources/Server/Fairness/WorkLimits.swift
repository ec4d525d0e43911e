/// The limits of a `WorkScheduler`. Each pace has its own small and big turns.
struct WorkLimits: Sendable, Hashable {
  /// The number of small jobs that may run at once.
  var small: Int
  /// The number of those that one client may have.
  var smallOfClient: Int
  /// Further small jobs for clients that are not new and have little recent work.
  var reserve = 1
  /// The number of big jobs that may run at once, in addition to the small ones.
  var big: Int
  var bigOfClient: Int
  /// The number of slow jobs that may run at once, in addition to all others; each may have a
  /// worker of some hundred megabytes.
  var slow: Int
  var slowOfClient: Int
  /// The maximum number of requests that wait for a turn.
  var waiting: Int
  /// The seconds of work that a client may request each second and stay at the front; nil for no
  /// limit. See `RecentWork`.
  var share: Double?

  /// The limits of a server. If there are several turns, one client can take all but one of them.
  init(atOnce: Int, waiting: Int) {
    small = max(1, atOnce)
    smallOfClient = max(1, small - 1)
    big = max(2, small / 2)
    bigOfClient = big - 1
    slow = 16
    slowOfClient = 4
    self.waiting = waiting
    // Eight readers may keep the processors busy.
    share = Double(smallOfClient) / 8
  }

  /// Limits without shares for clients: one client may use all of them.
  static func plain(_ atOnce: Int, waiting: Int) -> WorkLimits {
    var limits = WorkLimits(atOnce: atOnce, waiting: waiting)
    limits.smallOfClient = limits.small
    limits.reserve = 0
    limits.big = 1
    limits.bigOfClient = 1
    limits.slow = 0
    limits.slowOfClient = 0
    limits.share = nil
    return limits
  }
}
