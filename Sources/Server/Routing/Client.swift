import RectoHTTP

/// The sender of a request, and the server's address as it sees it.
struct Client: Sendable {
  /// The address that identifies the client in limits and logs.
  let address: String
  /// See `RequestContext.base`.
  let base: String

  init(of request: HTTPRequest, _ configuration: ServerConfiguration) {
    // Only a proxy on this machine, in front of a server that is configured for one, is believed.
    let isBehindProxy =
      configuration.publicURL != nil
      && ClientNetwork(request.client).isLoopback
    // A proxy adds the address that it sees at the end, some in a line of their own. All before it is
    // what the client sent.
    let forwarded = request.headers.values("X-Forwarded-For").last?.split(separator: ",").last.map {
      $0.filter { !$0.isWhitespace }
    }
    address =
      isBehindProxy ? forwarded.map { String($0.prefix(64)) } ?? request.client : request.client
    base = configuration.publicURL.map(Self.withoutSlash) ?? Self.base(request.headers["Host"])
  }

  private static func withoutSlash(_ url: String) -> String {
    url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  private static let hostLetters = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]_".utf8)

  /// A client's host is used in answers only if it is a valid name.
  private static func base(_ host: String?) -> String {
    guard let host, !host.isEmpty, host.utf8.count <= 255,
      host.utf8.allSatisfy(hostLetters.contains)
    else { return "" }
    return "http://\(host)"
  }
}
