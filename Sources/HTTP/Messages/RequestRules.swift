/// The rules for a request's head, checked before anything is done with it (RFC 9110 and 9112).
///
/// If a proxy and a server divide the same bytes into different requests, one client can forge a
/// request of another (request smuggling). So a head that can be read in two ways is refused.
struct RequestRules {
  /// The maximum bytes of a body.
  let bodyBytes: Int

  /// Throws the refusal to send to the client. The connection is closed after it, since it is
  /// unknown where the next request would begin.
  func check(_ method: String, version: String, _ headers: HTTPHeaders) throws(RefusedRequest) {
    guard method.utf8.isToken else { throw .malformed("the method is not a token") }
    for field in headers.fields {
      guard field.name.utf8.isToken else { throw .malformed("a field's name is not a token") }
      guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw .malformed("a field's value has a control character")
      }
    }
    let hosts = headers.values("Host")
    guard hosts.count == 1 || hosts.isEmpty && version == "HTTP/1.0" else {
      throw .malformed("there must be one Host")
    }
    // libmicrohttpd parses the last chunk and its trailers leniently, and the result does not show
    // it.
    guard headers.values("Transfer-Encoding").isEmpty else {
      throw RefusedRequest(.lengthRequired, "bodies must have a Content-Length")
    }
    try checkLength(headers.values("Content-Length"))
  }

  private func checkLength(_ lengths: [String]) throws(RefusedRequest) {
    guard let length = lengths.first else { return }
    guard lengths.count == 1, !length.isEmpty,
      length.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { throw .malformed("there must be one Content-Length, in digits") }
    guard let count = Int(length), count <= bodyBytes else {
      throw RefusedRequest(.contentTooLarge, "the body is longer than \(bodyBytes) bytes")
    }
  }
}

/// The reason for refusing a request before a handler gets it.
struct RefusedRequest: Error {
  let status: HTTPStatus
  let sentence: String

  init(_ status: HTTPStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  static func malformed(_ sentence: String) -> RefusedRequest {
    RefusedRequest(.badRequest, sentence)
  }

  /// The answer, which closes the connection. It has the security fields itself, since no handler
  /// adds them.
  var response: HTTPResponse {
    var response = HTTPResponse(sentence, status: status)
    response.headers["Connection"] = "close"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }
}

extension Collection<UInt8> {
  /// RFC 9110, section 5.6.2.
  fileprivate var isToken: Bool { !isEmpty && allSatisfy(tokenBytes.contains) }
}

private let tokenBytes = Set(
  "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
