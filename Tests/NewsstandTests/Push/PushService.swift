import RectoHTTP
import RectoJSON
import TestSupport
import Testing

@testable import RectoNewsstand

/// A push service on this machine: keeps what it is sent, and answers with a status for each path.
final class PushService: Sendable {
  let received = Log<HTTPRequest>()
  private let server: HTTPServer

  /// `/gone` is answered with 410, `/full` with 429, `/denied` with 403, others with 201.
  init() throws {
    let received = received
    server = try HTTPServer { request in
      received.append(request)
      switch request.target.path {
      case "/gone": return HTTPResponse(HTTPStatus(rawValue: 410))
      case "/full": return HTTPResponse(.tooManyRequests, headers: ["Retry-After": "3600"])
      case "/denied": return HTTPResponse(.forbidden)
      default: return HTTPResponse(HTTPStatus(rawValue: 201))
      }
    }
  }

  var url: String { server.url }
  func stop() async { await server.stop() }

  /// A browser with a subscription here.
  func reader(_ path: String) throws -> MadeReader { try MadeReader(endpoint: server.url + path) }
}

/// A browser that allowed messages, with its secrets.
struct MadeReader {
  let key = P256Key()
  let auth = PushEncryption.random(16)
  let endpoint: String

  init(endpoint: String) throws { self.endpoint = endpoint }

  var json: String {
    """
    {"endpoint":"\(endpoint)","expirationTime":null,"keys":{
     "p256dh":"\(Base64URL.encode(key.publicBytes))","auth":"\(Base64URL.encode(auth))"}}
    """
  }

  var reader: PushReader {
    get throws { try PushReader(json: Array(json.utf8)) }
  }

  /// The text of a message that it got.
  func text(of request: HTTPRequest) throws -> String {
    let message = try #require(PushEncryption.message(in: request.body, for: key, auth: auth))
    return String(decoding: message, as: UTF8.self)
  }
}
