import HTTP

/// A part of the site: it knows some of its paths.
///
/// What it throws becomes an answer: `ServerError` as it says, `PageError` by its code (see
/// `ServerError(_:)`). What asks a worker for something that takes time runs under
/// `ServerContext.desk`. Tags, conditional requests, ranges, compression and CORS are added to every
/// answer by `Delivery`.
protocol Service: Sendable {
  /// The answer to GET and HEAD, whose body the server leaves out; nil where nothing of this service
  /// is at the path.
  func response(to call: Call) async throws -> HTTPResponse?

  /// Whether there is nothing to get at the path, but something can be sent to it. No by default.
  func takesOnlyPost(_ call: Call) -> Bool

  /// Whether something can be sent to the path with POST. No by default.
  func takesPost(_ call: Call) -> Bool

  /// The answer to POST, where `takesPost` says so.
  func post(_ call: Call) async throws -> HTTPResponse
}

extension Service {
  func takesOnlyPost(_ call: Call) -> Bool { false }

  func takesPost(_ call: Call) -> Bool { false }

  func post(_ call: Call) async throws -> HTTPResponse {
    throw ServerError.methodNotAllowed(takesPost: false)
  }
}
