import RectoHTTP

/// A request with its answer, for the log and the figures.
struct ObservedExchange: Sendable {
  let request: HTTPRequest
  let response: HTTPResponse
  let client: String
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
  /// The route's name, one of few, whatever clients request.
  var route: String { RouteName(request.target.segments).text }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
