import RectoHTTP

/// The address and name of the browser in which a session began. The browser states its name
/// itself.
struct SessionClient: Sendable, Hashable {
  var address = ""
  /// The first 256 characters of `User-Agent`.
  var agent = ""
}

extension SessionClient {
  init(_ call: RequestContext) {
    address = call.client
    agent = String((call.request.headers["User-Agent"] ?? "").prefix(256))
  }
}
