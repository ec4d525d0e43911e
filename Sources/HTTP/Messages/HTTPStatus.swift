/// The outcome of a request (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Sendable, Hashable {
  /// From 200 to 599.
  public let rawValue: Int

  /// The status of this number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Done.
  public static let ok = HTTPStatus(rawValue: 200)
  /// Done, and there is nothing to give.
  public static let noContent = HTTPStatus(rawValue: 204)
  /// A part of it follows: see `Content-Range`.
  public static let partialContent = HTTPStatus(rawValue: 206)
  /// It is elsewhere: see `Location`, with GET.
  public static let seeOther = HTTPStatus(rawValue: 303)
  /// The client has it already.
  public static let notModified = HTTPStatus(rawValue: 304)
  /// The request is invalid.
  public static let badRequest = HTTPStatus(rawValue: 400)
  /// The client must authenticate: see `WWW-Authenticate`.
  public static let unauthorized = HTTPStatus(rawValue: 401)
  /// It has to be paid for first.
  public static let paymentRequired = HTTPStatus(rawValue: 402)
  /// The request is understood and refused.
  public static let forbidden = HTTPStatus(rawValue: 403)
  /// There is nothing at the target.
  public static let notFound = HTTPStatus(rawValue: 404)
  /// The target does not do that: see `Allow`.
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  /// It cannot be done as things stand.
  public static let conflict = HTTPStatus(rawValue: 409)
  /// The body's length has to be said first.
  public static let lengthRequired = HTTPStatus(rawValue: 411)
  /// It is not what the client has in mind: see `If-Match`.
  public static let preconditionFailed = HTTPStatus(rawValue: 412)
  /// The body is longer than the server takes.
  public static let contentTooLarge = HTTPStatus(rawValue: 413)
  /// The target is longer than the server takes.
  public static let uriTooLong = HTTPStatus(rawValue: 414)
  /// The body is of a type that is not understood.
  /// It has no such part: see `Content-Range`.
  public static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
  /// The request is meant for a server of another name.
  public static let misdirectedRequest = HTTPStatus(rawValue: 421)
  /// The request is understood and cannot be done.
  public static let unprocessableContent = HTTPStatus(rawValue: 422)
  /// This client asks too much: see `Retry-After`.
  public static let tooManyRequests = HTTPStatus(rawValue: 429)
  /// The client has left, and nothing was sent to it: for logs and figures, as other servers have it.
  public static let clientClosedRequest = HTTPStatus(rawValue: 499)
  /// Something went wrong here.
  public static let internalServerError = HTTPStatus(rawValue: 500)
  /// The server lacks what that needs.
  public static let notImplemented = HTTPStatus(rawValue: 501)
  /// Another server, which this one asked, did not answer as it should.
  public static let badGateway = HTTPStatus(rawValue: 502)
  /// Not now: see `Retry-After`.
  public static let serviceUnavailable = HTTPStatus(rawValue: 503)

  /// The status in words, as RFC 9110 has them; `Unknown` for one that has no name here.
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
