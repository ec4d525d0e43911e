/// The time that the server still waits for a client. It shrinks as time passes and grows with each
/// byte that is sent or received, so that a client that is too slow uses it up.
struct RateTimeout {
  /// The maximum, in seconds.
  private let most: Double
  /// The number of bytes that give a second back.
  private let rate: Double
  private var left: Double
  private var bytes: UInt64

  /// The full time for a connection that has moved `bytes` so far.
  init(seconds: Double, bytesPerSecond: Double, bytes: UInt64) {
    most = seconds
    left = seconds
    rate = bytesPerSecond
    self.bytes = bytes
  }

  var isOver: Bool { left <= 0 }

  /// Counts `seconds` that have passed. `total` is the number of bytes moved since the connection
  /// began.
  mutating func wait(seconds: Double, bytes total: UInt64) {
    let moved = Double(total - min(bytes, total))
    bytes = total
    left = min(most, left - seconds + moved / rate)
  }

  /// Counts no time, because the client had to wait for the server.
  mutating func rest(bytes total: UInt64) { bytes = total }
}
