/// The time that the server still waits for a client. It shrinks as time passes, and bytes that
/// move give some back: a client that sends or takes them too slowly uses it up.
struct Patience {
  /// The most that there can be, in seconds.
  private let most: Double
  /// Bytes that are worth a second.
  private let rate: Double
  private var left: Double
  private var bytes: UInt64

  /// Full patience with a connection that has moved `bytes` so far.
  init(seconds: Double, bytesPerSecond: Double, bytes: UInt64) {
    most = seconds
    left = seconds
    rate = bytesPerSecond
    self.bytes = bytes
  }

  var isOver: Bool { left <= 0 }

  /// `seconds` have passed, and so many bytes have moved since the connection began.
  mutating func wait(seconds: Double, bytes total: UInt64) {
    let moved = Double(total - min(bytes, total))
    bytes = total
    left = min(most, left - seconds + moved / rate)
  }

  /// The server had the client wait: no time passes.
  mutating func rest(bytes total: UInt64) { bytes = total }
}
