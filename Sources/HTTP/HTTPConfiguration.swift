/// The address of a server, its access rules and its limits.
public struct HTTPConfiguration: Sendable, Hashable {
  /// A numeric address; only this machine reaches the default.
  public var address = "127.0.0.1"
  /// 0 is any that is free.
  public var port = 0
  /// The names that it answers for. A server for other machines has to have its own in it.
  public var hosts = HostCheck.loopback
  /// The limits of clients.
  public var limits = HTTPLimits()

  /// A server for this machine on a free port.
  public init() {}
}

/// The limits of a server's clients.
public struct HTTPLimits: Sendable, Hashable {
  /// Connections at a time; more of them wait to be accepted.
  public var connections = 2000
  /// Descriptors that are kept for other work than connections: a connection that would take one of
  /// these is closed at once.
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

/// For which names a server answers.
///
/// A page of a foreign site can have its own name lead to this machine and then read what a local
/// server says (DNS rebinding). Its requests still carry the foreign name in `Host`.
public enum HostCheck: Sendable, Hashable {
  /// For all.
  case any
  /// For these, in lowercase, on whatever port. Requests without `Host`, which browsers do not
  /// send, are answered too.
  case names(Set<String>)

  /// The names of this machine on itself.
  public static let loopback = HostCheck.names(["localhost", "127.0.0.1", "[::1]"])

  /// True if a request with this `Host` is answered.
  func allows(_ host: String?) -> Bool {
    guard case .names(let names) = self, let host else { return true }
    let end = host.hasPrefix("[") ? host.lastIndex(of: "]").map(host.index(after:)) : nil
    let name = end.map { host[..<$0] } ?? host.prefix { $0 != ":" }
    let port = host[name.endIndex...]
    return names.contains(name.lowercased())
      && (port.isEmpty || port.dropFirst().allSatisfy(\.isNumber) && port.first == ":")
  }
}
