/// The outcome of a request (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Sendable, Hashable {
  /// The number, from 200 to 599.
  public let rawValue: Int

  /// The status of this number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The request succeeded.
  public static let ok = HTTPStatus(rawValue: 200)
  /// The request succeeded, and the answer has no body.
  public static let noContent = HTTPStatus(rawValue: 204)
  /// The body is the requested part: see `Content-Range`.
  public static let partialContent = HTTPStatus(rawValue: 206)
  /// The answer is at another URL: see `Location`.
  public static let seeOther = HTTPStatus(rawValue: 303)
  /// The client's copy is still valid.
  public static let notModified = HTTPStatus(rawValue: 304)
  /// The request is invalid.
  public static let badRequest = HTTPStatus(rawValue: 400)
  /// The client must authenticate: see `WWW-Authenticate`.
  public static let unauthorized = HTTPStatus(rawValue: 401)
  /// The content must be bought first.
  public static let paymentRequired = HTTPStatus(rawValue: 402)
  /// The request is understood and refused.
  public static let forbidden = HTTPStatus(rawValue: 403)
  /// The server has nothing at the target.
  public static let notFound = HTTPStatus(rawValue: 404)
  /// The target does not support the method: see `Allow`.
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  /// The request conflicts with the present state.
  public static let conflict = HTTPStatus(rawValue: 409)
  /// The request needs a `Content-Length`.
  public static let lengthRequired = HTTPStatus(rawValue: 411)
  /// The target is not in the state that the client expects: see `If-Match`.
  public static let preconditionFailed = HTTPStatus(rawValue: 412)
  /// The body is longer than the server accepts.
  public static let contentTooLarge = HTTPStatus(rawValue: 413)
  /// The target is longer than the server accepts.
  public static let uriTooLong = HTTPStatus(rawValue: 414)
  /// The target has no such range: see `Content-Range`.
  public static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
  /// The server does not answer for the name in `Host`.
  public static let misdirectedRequest = HTTPStatus(rawValue: 421)
  /// The request is understood but cannot be done.
  public static let unprocessableContent = HTTPStatus(rawValue: 422)
  /// The client sends too many requests: see `Retry-After`.
  public static let tooManyRequests = HTTPStatus(rawValue: 429)
  /// The client closed the connection before the answer: for logs and metrics, as in other
  /// servers.
  public static let clientClosedRequest = HTTPStatus(rawValue: 499)
  /// The server has failed.
  public static let internalServerError = HTTPStatus(rawValue: 500)
  /// The server lacks what the request needs.
  public static let notImplemented = HTTPStatus(rawValue: 501)
  /// Another server sent an invalid answer, or none.
  public static let badGateway = HTTPStatus(rawValue: 502)
  /// The server is overloaded: see `Retry-After`.
  public static let serviceUnavailable = HTTPStatus(rawValue: 503)

  /// The reason phrase of RFC 9110; `Unknown` for a status without a name here.
  public var phrase: String { Self.phrases[rawValue] ?? "Unknown" }

  private static let phrases = [
    200: "OK", 204: "No Content", 206: "Partial Content", 303: "See Other", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed", 409: "Conflict", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 416: "Range Not Satisfiable",
    421: "Misdirected Request", 422: "Unprocessable Content", 429: "Too Many Requests",
    499: "Client Closed Request",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable",
  ]
}
