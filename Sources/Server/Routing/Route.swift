import RectoHTTP

/// A path of the site with the handlers of its methods.
struct Route: Sendable {
  /// Answers one method. Errors become answers: `ServerError` as it states, `PageError` by its code.
  typealias Handler = @Sendable (RequestContext) async throws -> HTTPResponse

  let pattern: RoutePattern
  /// True where the path is answered without the server's token.
  let isPublic: Bool
  /// GET and HEAD, whose body the server leaves out.
  private let get: Handler?
  private let post: Handler?

  init(_ pattern: RoutePattern, isPublic: Bool = false, get: Handler? = nil, post: Handler? = nil) {
    self.pattern = pattern
    self.isPublic = isPublic
    self.get = get
    self.post = post
  }

  /// The methods that have a handler; HEAD belongs to GET.
  private var handledMethods: [String] {
    (get == nil ? [] : ["GET"]) + (post == nil ? [] : ["POST"])
  }

  /// The value of the field `Allow` (RFC 9110, section 10.2.1).
  var allowedMethods: String {
    let all = handledMethods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"]
    return all.joined(separator: ", ")
  }

  /// Answers a request. Throws 405 for a method that the path does not take.
  func response(to call: RequestContext) async throws -> HTTPResponse {
    let handler =
      switch call.request.method {
      case .get, .head: get
      case .post: post
      default: nil as Handler?
      }
    guard let handler else {
      throw ServerError(
        .methodNotAllowed,
        "this URL supports only \(handledMethods.joined(separator: " and "))",
        headers: ["Allow": allowedMethods])
    }
    return try await handler(call)
  }
}
