import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// The reason why a request has no result, as it is told to the client: a problem of RFC 9457.
struct ServerError: Error, Sendable {
  /// The outcome.
  var status: HTTPStatus
  /// One sentence: what, and what to do; no full stop at its end.
  var detail: String
  /// The code of a problem of the publication, for programs; nil for other problems.
  var code: PageError.Code?
  /// Further fields of the header, such as `Retry-After`.
  var headers: HTTPHeaders = [:]

  init(
    _ status: HTTPStatus, _ detail: String, code: PageError.Code? = nil, headers: HTTPHeaders = [:]
  ) {
    self.status = status
    self.detail = detail
    self.code = code
    self.headers = headers
  }

  static func badRequest(_ detail: String) -> ServerError { ServerError(.badRequest, detail) }

  static func notFound(_ detail: String) -> ServerError { ServerError(.notFound, detail) }

  /// The same may succeed in a moment.
  static func busy(_ detail: String) -> ServerError {
    ServerError(.serviceUnavailable, detail, headers: ["Retry-After": "1"])
  }

  /// An error of a publication. 422 is for a source that exists and cannot be shown: neither
  /// repeating nor changing the request helps, and the server is not at fault.
  init(_ error: PageError) {
    switch error.code {
    case .badRequest: self = .badRequest(error.message)
    case .noSuchPage, .notFound: self = .notFound(error.message)
    case .unreadable, .unsupported, .damaged, .needsPassword, .limit:
      self.init(.unprocessableContent, error.message, code: error.code)
    case .notInstalled: self.init(.notImplemented, error.message)
    case .busy, .cancelled: self = .busy(error.message)
    case .cannotWrite:
      // The message has a path of the server's, which is not for clients.
      self = .busy("the server cannot write what that needs: its disk may be full")
    case .outputClosed, .bug: self.init(.internalServerError, error.message)
    }
  }

  /// An error of the newsstand.
  init(_ error: NewsstandError) {
    switch error.code {
    case .badRequest: self = .badRequest(error.message)
    case .notFound: self = .notFound(error.message)
    case .notNow: self.init(.conflict, error.message)
    case .needsPurchase:
      self.init(.paymentRequired, error.message)
      headers["Link"] = error.payment.map { "<\($0)>; rel=\"payment\"" }
    case .cancelled: self = .busy(error.message)
    case .noSpace, .cannotWrite, .badLibrary: self.init(.internalServerError, error.message)
    case .badCatalog, .refused, .unreachable, .stalled, .badAnswer, .needsAuthorization, .corrupt,
      .untrusted, .tooLarge, .badContent:
      self.init(.badGateway, error.message)
    }
  }

  /// Whatever a service threw.
  init(of error: any Error) {
    switch error {
    case let error as ServerError: self = error
    case let error as PageError: self.init(error)
    case let error as NewsstandError: self.init(error)
    case is CancellationError: self = .busy("the request was cancelled")
    default: self.init(.internalServerError, "this is a bug in Recto: \(error)")
    }
  }

  /// `{"title","status","detail"}` (RFC 9457), with `"code"` where a publication cannot be shown.
  var response: HTTPResponse {
    var json = JSONWriter()
    json.object { json in
      json.member("title", status.phrase)
      json.member("status", status.rawValue)
      json.member("detail", detail)
      if let code { json.member("code", code.rawValue) }
    }
    var response = HTTPResponse(json.bytes, type: "application/problem+json", status: status)
    for field in headers.fields { response.headers.append(field.name, field.value) }
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
