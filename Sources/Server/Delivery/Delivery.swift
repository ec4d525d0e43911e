import RectoHTTP

/// Completes the answers of services: tags, conditional and range requests, compression, and the
/// header fields that say which sites may use them.
struct Delivery: Sendable {
  /// True if shared caches must not store answers.
  let isPrivate: Bool
  let origins: AllowedOrigins

  func finish(_ answer: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    var response = answer
    if request.method == .options { addPreflight(to: &response, request) }
    if [.get, .head].contains(request.method), [.ok, .notModified].contains(response.status) {
      response = Representation(response, request).response
    }
    addFields(to: &response, request)
    return response
  }

  private func addFields(to response: inout HTTPResponse, _ request: HTTPRequest) {
    if isPrivate { response.makePrivate() }
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    if response.headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] = ContentPolicy.nothing
    }
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    // Sites that may read answers may also embed pictures.
    response.headers["Cross-Origin-Resource-Policy"] =
      origins == .none ? "same-origin" : "cross-origin"
    if origins.dependsOnOrigin {
      response.addVary("Origin")
    }
    // Without `Access-Control-Allow-Credentials`: cookies are not for other sites.
    guard let allowed = origins.answer(to: request.headers["Origin"]) else { return }
    response.headers["Access-Control-Allow-Origin"] = allowed
    response.headers["Access-Control-Expose-Headers"] =
      "ETag, Link, Content-Range, Accept-Ranges, Retry-After, Content-Length"
  }

  /// Adds the methods and fields that a page of another site may send.
  private func addPreflight(to response: inout HTTPResponse, _ request: HTTPRequest) {
    guard origins.answer(to: request.headers["Origin"]) != nil else { return }
    response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
    response.headers["Access-Control-Allow-Headers"] =
      "Authorization, Content-Type, Range, If-Match, If-None-Match, If-Range, If-Modified-Since"
    response.headers["Access-Control-Max-Age"] = "86400"
  }
}

extension HTTPResponse {
  /// Says that shared caches must not store it.
  mutating func makePrivate() {
    guard let caching = headers["Cache-Control"] else {
      headers["Cache-Control"] = "private"
      return
    }
    guard caching != "no-store", !caching.hasPrefix("private") else { return }
    let rest = caching.hasPrefix("public, ") ? String(caching.dropFirst(8)) : caching
    headers["Cache-Control"] = "private, \(rest)"
  }
}
