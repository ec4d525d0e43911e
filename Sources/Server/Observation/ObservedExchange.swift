import RectoHTTP

/// A request with its answer, for the log and the figures.
struct ObservedExchange: Sendable {
  let request: HTTPRequest
  let response: HTTPResponse
  let client: String
  /// The pattern of the route's path; `other` where nothing is at the path. There are few of them,
  /// whatever clients ask for.
  let route: String
  /// Until the answer was ready to be sent.
  let duration: Duration

  /// Bytes of the body; nil for a stream.
  var byteCount: Int? {
    guard request.method != .head else { return 0 }
    switch response.body {
    case .bytes(let bytes): return bytes.count
    case .file(let region): return region.count
    case .stream: return nil
    }
  }

  var seconds: Double { duration.seconds }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
