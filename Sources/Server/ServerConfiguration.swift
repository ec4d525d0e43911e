import RectoHTTP
import RectoNewsstand

/// The address of a server, its access rules and its limits.
public struct ServerConfiguration: Sendable {
  /// A numeric address; only this machine reaches the default.
  public var address = "127.0.0.1"
  /// The port; 0 selects any free one.
  public var port = 8080
  /// The names that the server answers for besides those of this machine. With an address other
  /// than a loopback address and without names, it answers for all names.
  public var hosts: Set<String> = []
  /// The token that clients must send (`Authorization: Bearer`, or log in with); nil for an open
  /// server.
  public var token: String?
  /// Sites whose pages may read answers in a browser.
  public var origins = AllowedOrigins.none
  /// The URL at which clients reach the server through a proxy, such as `https://host/prefix`;
  /// nil to use their `Host` field.
  public var publicURL: String?
  /// The access log; nil for none.
  public var accessLog: AccessLog?
  /// The served library, with the offers of its stores; nil for none.
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
  /// The number of publications that are kept open, each with workers of its own.
  public var openPublications = 8
  /// The maximum number of concurrent renders, openings and readings.
  public var workAtOnce = 4
  /// The maximum number of requests that wait for their turn; beyond it the answer is 503.
  public var workWaiting = 256
  /// The time in seconds for which they wait; then the answer is 503.
  public var waitingSeconds = 30.0
  /// The maximum number of concurrent requests of one client; beyond it the answer is 429.
  public var requestsOfClient = 64
  /// The maximum number of concurrent requests of all clients; beyond it the answer is 503.
  public var requestsAtOnce = 512
  /// The maximum number of connections of all clients; further ones wait to be accepted.
  public var connections = 2_000
  /// The maximum size of a request's body in bytes; beyond it the answer is 413.
  public var bodyBytes = 256 << 10
  /// The maximum length of a URL in bytes; beyond it the answer is 414.
  public var urlBytes = 8 << 10
  /// The maximum number of pixels of an image; beyond it the answer is 400.
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
