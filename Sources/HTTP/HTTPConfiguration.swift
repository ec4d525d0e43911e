/// The address of a server, its access rules and its limits.
public struct HTTPConfiguration: Sendable, Hashable {
  /// A numeric address. The default can be reached only from this machine.
  public var address = "127.0.0.1"
  /// 0 selects any free port.
  public var port = 0
  /// The names in `Host` that it accepts. A server for other machines must include its own names.
  public var hosts = HostCheck.loopback
  /// The limits of clients.
  public var limits = HTTPLimits()

  /// A server for this machine on a free port.
  public init() {}
}

/// The limits of a server's clients.
public struct HTTPLimits: Sendable, Hashable {
  /// The maximum number of connections; further ones wait to be accepted.
  public var connections = 2000
  /// The number of descriptors reserved for work other than connections: a connection that would
  /// use one of these is closed at once.
  public var spareDescriptors: Int32 = 40
  /// The maximum number of connections of one client, which is an IPv4 address or an IPv6 network
  /// of 64 bits; further ones are closed at once. Clients on this machine have no such limit,
  /// since a proxy may be one.
  public var connectionsOfClient = 128
  /// The maximum size of a request's first line and header in bytes; beyond it the answer is 414
  /// or 431.
  public var headerBytes = 32 << 10
  /// The maximum size of a request's body in bytes; beyond it the answer is 413.
  public var bodyBytes = 1 << 20
  /// The time in seconds that a client may take to send or receive data, without the time in
  /// which its answer is made.
  public var idleSeconds = 30
  /// The time in seconds that a client may take from connecting to the end of its first request's
  /// header.
  public var headerSeconds = 10.0
  /// The number of bytes that a client must send or receive each second. A slower one uses up its
  /// time: `headerSeconds`, and `idleSeconds` for a body, an answer or the next request.
  public var bytesPerSecond = 1024
  /// The time in seconds for which a stopping server waits for clients to receive the answers of
  /// handlers that it cancelled.
  public var lastAnswerSeconds = 1.0
  /// The number of bytes of a stream that are buffered for the client; beyond it the writer
  /// waits.
  public var streamBytes = 64 << 10

  /// The default limits, each of which can be set.
  public init() {}
}

/// The names in `Host` for which a server answers.
///
/// A foreign site can point its own name at this machine, so that its pages can read the answers of
/// a local server (DNS rebinding). Their requests still have the foreign name in `Host`.
public enum HostCheck: Sendable, Hashable {
  /// All names.
  case any
  /// These names, in lowercase, with any port. Requests without `Host`, which browsers do not send,
  /// are answered too.
  case names(Set<String>)

  /// The names by which this machine reaches itself.
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
