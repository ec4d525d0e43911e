import RectoHTTP
import RectoNewsstand

/// The address of a server, its access rules and its limits.
public struct ServerConfiguration: Sendable {
  /// A numeric address; only this machine reaches the default.
  public var address = "127.0.0.1"
  /// 0 is any that is free.
  public var port = 8080
  /// Names that the server answers for beside those of this machine. With an address that is not a
  /// loopback one and no names, it answers for all.
  public var hosts: Set<String> = []
  /// The token that clients must send (`Authorization: Bearer`, or log in with); nil for an open
  /// server.
  public var token: String?
  /// Sites whose pages may read answers in a browser.
  public var origins = AllowedOrigins.none
  /// The URL at which clients reach the server, such as `https://host/prefix`, if that is a
  /// proxy's; nil to use their `Host` field.
  public var publicURL: String?
  /// The access log; nil for none.
  public var accessLog: AccessLog?
  /// The library that is served, with what stores offer for it; nil for none.
  public var newsstand: Newsstand?
  /// The published store that is served below `/store`; nil for none.
  public var store: PublishedStore?
  /// Asks sites that links lead to whether they can be shown in a frame.
  public var frames = FramePermissions()
  /// The limits of clients.
  public var limits = ServerLimits()

  /// An open server for this machine on port 8080.
  public init() {}

  /// True if only this machine can reach it.
  public var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}

/// The limits of a server's clients, in total and for each.
public struct ServerLimits: Sendable, Hashable {
  /// Publications that are kept open, each with workers of its own.
  public var openPublications = 8
  /// Renders, openings and readings at once.
  public var workAtOnce = 4
  /// The maximum number that wait for their turn; beyond it the answer is 503.
  public var workWaiting = 256
  /// Seconds for which they wait; then the answer is 503.
  public var waitingSeconds = 30.0
  /// Requests of one client at once; beyond it the answer is 429.
  public var requestsOfClient = 64
  /// Requests of all clients at once; beyond it the answer is 503.
  public var requestsAtOnce = 512
  /// Connections of all clients; more of them wait to be accepted.
  public var connections = 2_000
  /// Bytes of a request's body; beyond it the answer is 413.
  public var bodyBytes = 256 << 10
  /// Bytes of a URL; beyond it the answer is 414.
  public var urlBytes = 8 << 10
  /// Pixels of one image; a request for more is refused, with 400.
  public var imagePixels = 16 << 20

  /// The default limits, each of which can be set.
  public init() {}
}

extension ServerConfiguration {
  /// The settings of the HTTP server.
  var http: HTTPConfiguration {
    var http = HTTPConfiguration()
    http.address = address
    http.port = port
    http.limits.bodyBytes = limits.bodyBytes
    http.limits.connections = limits.connections
    // Some wait for the next request.
    http.limits.connectionsOfClient = 2 * limits.requestsOfClient
    // A longer URL than is taken has to be read to be told of.
    http.limits.headerBytes = max(http.limits.headerBytes, limits.urlBytes * 4)
    var names = hosts
    if let publicURL, let host = Self.host(of: publicURL) { names.insert(host) }
    if !isLoopback, names.isEmpty {
      http.hosts = .any
    } else if case .names(let own) = HostCheck.loopback {
      http.hosts = .names(own.union([address]).union(names.map { $0.lowercased() }))
    }
    return http
  }

  private static func host(of url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" }
    if authority.hasPrefix("[") {
      return authority.firstIndex(of: "]").map { String(authority[...$0]) }
    }
    return authority.prefix { $0 != ":" }.lowercased()
  }
}
