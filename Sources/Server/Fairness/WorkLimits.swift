/// The numbers of turns at a `WorkScheduler`, of each pace.
struct WorkLimits: Sendable, Hashable {
  /// Turns of small work at once.
  var small: Int
  /// Those of one client.
  var smallOfClient: Int
  /// Further ones for clients who have been here for a while and have asked for little.
  var reserve = 1
  /// Turns of big work at once, beside the small.
  var big: Int
  var bigOfClient: Int
  /// Turns of work that takes long, beside all others; each may have a worker of some hundred
  /// megabytes.
  var slow: Int
  var slowOfClient: Int
  /// Requests that wait for a turn.
  var waiting: Int
  /// Seconds of work that a client may ask for each second and stay at the front; nil for as many as it
  /// wants. See `RecentWork`.
  var share: Double?

  /// The limits of a server: one of several turns is for another client than the one that has the
  /// others.
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
