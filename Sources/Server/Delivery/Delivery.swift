import HTTP

/// Completes what services answer: tags, conditional and range requests, compression, and what lets
/// pages of other sites use it.
struct Delivery: Sendable {
  /// Whether answers are for whoever asked only.
  let isPrivate: Bool

  func finish(_ answer: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    var response = answer
    if request.method == .options { addPreflight(to: &response) }
    if [.get, .head].contains(request.method), [.ok, .notModified].contains(response.status) {
      response = Representation(response, request).response
    }
    addFields(to: &response)
    return response
  }

  private func addFields(to response: inout HTTPResponse) {
    if isPrivate, let caching = response.headers["Cache-Control"], caching != "no-store" {
      let rest = caching.hasPrefix("public, ") ? String(caching.dropFirst(8)) : caching
      response.headers["Cache-Control"] = "private, \(rest)"
    }
    response.headers["X-Content-Type-Options"] = "nosniff"
    guard response.headers["Access-Control-Allow-Origin"] == nil else { return }
    // Whoever may read at all may read from any page: no cookie counts in such requests.
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] =
      "ETag, Link, Content-Range, Accept-Ranges, Retry-After, Content-Length"
  }

  /// The answer to a browser that asks what a page of another site may do.
  private func addPreflight(to response: inout HTTPResponse) {
    response.headers["Access-Control-Allow-Headers"] =
      "Authorization, Content-Type, Range, If-Match, If-None-Match, If-Range, If-Modified-Since"
    response.headers["Access-Control-Max-Age"] = "86400"
  }
}
