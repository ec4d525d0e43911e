import RectoHTTP
import RectoPageModel
import Synchronization

/// Validates, authenticates and limits requests.
final class Admission: Sendable {
  private struct State {
    var all = 0
    var ofClient: [ClientNetwork: Int] = [:]
  }

  private let limits: ServerLimits
  private let authenticator: TokenAuthenticator?
  private let state = Mutex(State())

  init(_ configuration: ServerConfiguration) {
    limits = configuration.limits
    authenticator = configuration.token.map { TokenAuthenticator($0) }
  }

  /// Throws 414 if the URL is too long.
  func check(_ request: HTTPRequest) throws(ServerError) {
    guard request.target.text.utf8.count <= limits.urlBytes else {
      throw ServerError(.uriTooLong, "the URL is longer than \(limits.urlBytes) bytes")
    }
  }

  /// The service for logins, if the server has a token.
  var services: [any Service] { authenticator.map { [$0] } ?? [] }

  /// Returns nil for an authenticated request, and a redirect to the login for a browser. Throws
  /// 401 for other clients, and 429 as `TokenAuthenticator` does.
  func authenticate(_ call: RequestContext) throws(ServerError) -> HTTPResponse? {
    try authenticator?.authenticate(call)
  }

  /// Counts a request. Throws 429 or 503 if it exceeds a limit; else the caller must call `leave`.
  func enter(_ address: String) throws(ServerError) {
    do throws(PageError) {
      try OpenFiles.requireRoom(for: Self.spareFiles)
    } catch {
      throw ServerError(error)
    }
    let client = ClientNetwork(address)
    let refusal: ServerError? = state.withLock { state in
      let own = state.ofClient[client, default: 0]
      guard own < limits.requestsOfClient else {
        return ServerError(
          .tooManyRequests,
          "\(limits.requestsOfClient) requests of yours are being answered, which is the limit",
          headers: ["Retry-After": "1"])
      }
      // The last quarter is reserved for clients with few requests.
      let hasFew = own < max(1, limits.requestsOfClient / 8)
      let all = hasFew ? limits.requestsAtOnce : limits.requestsAtOnce * 3 / 4
      guard state.all < all else {
        return .busy("too many requests are being answered")
      }
      state.all += 1
      state.ofClient[client, default: 0] += 1
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Descriptors that are kept free for requests that were admitted.
  private static let spareFiles: Int32 = 32

  func leave(_ address: String) {
    let client = ClientNetwork(address)
    state.withLock { state in
      state.all -= 1
      let others = state.ofClient[client, default: 1] - 1
      state.ofClient[client] = others > 0 ? others : nil
    }
  }
}
