import RectoHTTP

/// A part of the site: it knows some of its paths.
///
/// Errors become answers: `ServerError` as it states, `PageError` by its code (see
/// `ServerError(_:)`). Requests that keep a worker busy run under `ServerContext.desk`. Tags,
/// conditional requests, ranges, compression and CORS are added to every answer by `Delivery`.
protocol Service: Sendable {
  /// The answer to GET and HEAD, whose body the server leaves out; nil where nothing of this service
  /// is at the path.
  func response(to call: RequestContext) async throws -> HTTPResponse?

  /// True if the path cannot be read, but takes POST. False by default.
  func takesOnlyPost(_ call: RequestContext) -> Bool

  /// True if the path takes POST. False by default.
  func takesPost(_ call: RequestContext) -> Bool

  /// The answer to POST, where `takesPost` says so.
  func post(_ call: RequestContext) async throws -> HTTPResponse
}

extension Service {
  func takesOnlyPost(_ call: RequestContext) -> Bool { false }

  func takesPost(_ call: RequestContext) -> Bool { false }

  func post(_ call: RequestContext) async throws -> HTTPResponse {
    throw ServerError.methodNotAllowed(takesPost: false)
  }
}
