/// The limits of a server's clients.
public struct HTTPLimits: Sendable, Hashable {
  /// Connections at a time; more of them wait to be accepted.
  public var connections = 1000
  /// Bytes of a request's first line and header; beyond it the answer is 414 or 431.
  public var headerBytes = 32 << 10
  /// Bytes of a request's body; beyond it the answer is 413.
  public var bodyBytes = 1 << 20
  /// Seconds that a client may take to send or receive something; while its answer is being made
  /// the time stands still.
  public var idleSeconds = 30
  /// Seconds for which a server that stops waits until clients have taken the answers of handlers
  /// that it cancelled.
  public var lastAnswerSeconds = 1.0
  /// Bytes of a stream that wait for the client; its writer waits beyond.
  public var streamBytes = 64 << 10

  /// The default limits, each of which can be set.
  public init() {}
}
