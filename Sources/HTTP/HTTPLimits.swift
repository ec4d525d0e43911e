/// The limits of a server's clients.
public struct HTTPLimits: Sendable, Hashable {
  /// Connections at a time; more of them wait to be accepted.
  public var connections = 1000
  /// Descriptors that are kept for other work than connections: a connection that would take one of these
  /// is closed at once.
  public var spareDescriptors: Int32 = 40
  /// The share of one client, which is an IPv4 address or an IPv6 network of 64 bits;
  /// further ones are closed at once. Clients on this machine may have them all, since a proxy is one.
  public var connectionsOfClient = 128
  /// Bytes of a request's first line and header; beyond it the answer is 414 or 431.
  public var headerBytes = 32 << 10
  /// Bytes of a request's body; beyond it the answer is 413.
  public var bodyBytes = 1 << 20
  /// Seconds that a client may take to send or receive something; while its answer is being made
  /// the time stands still.
  public var idleSeconds = 30
  /// Seconds that a client may take from connecting to the end of its first request's header.
  public var headerSeconds = 10.0
  /// Bytes that a client has to send or take each second. A slower one uses its time up:
  /// `headerSeconds`, and `idleSeconds` for a body, an answer or the next request.
  public var bytesPerSecond = 1024
  /// Seconds for which a server that stops waits until clients have taken the answers of handlers
  /// that it cancelled.
  public var lastAnswerSeconds = 1.0
  /// Bytes of a stream that wait for the client; its writer waits beyond.
  public var streamBytes = 64 << 10

  /// The default limits, each of which can be set.
  public init() {}
}
