import HTTP
import PageModel
import Pipeline

/// Asks for the token: as `Authorization: Bearer`, or as the cookie that logging in sets, which is
/// what pictures in a page come with. No token is ever taken from a URL: those are logged and shared.
struct TokenKeeper: Sendable {
  private let token: CacheKey
  /// What the cookie holds: made of the token, but not the token.
  private let session: String

  private static let cookie = "recto-session"

  init(_ token: String) {
    self.token = Self.digest(token)
    session = CacheKey(parts: ["recto session", token]).hex
  }

  /// The answer to who logs in or out, and to who has to; nil where the request may go on.
  ///
  /// Throws 401.
  func response(to call: Call) throws(ServerError) -> HTTPResponse? {
    switch (call.path, call.request.method) {
    // Whoever watches the server sees no publication by it.
    case (["healthz"], _): return nil
    case (["login"], .get), (["login"], .head): return LoginPage.response(hasFailed: false)
    case (["login"], .post): return try logIn(call)
    case (["logout"], .post): return found(call, cookie: "; Max-Age=0", value: "")
    default: break
    }
    if isAllowed(call.request) { return nil }
    if call.request.method == .get, call.request.headers["Accept"]?.contains("text/html") == true {
      return HTTPResponse(
        .seeOther, headers: ["Location": "\(call.base)/login", "Cache-Control": "no-store"])
    }
    throw ServerError(
      .unauthorized, "this server wants a token: send it as Authorization: Bearer, or log in",
      headers: ["WWW-Authenticate": "Bearer realm=\"recto\""])
  }

  private func isAllowed(_ request: HTTPRequest) -> Bool {
    if let field = request.headers["Authorization"], field.lowercased().hasPrefix("bearer ") {
      return isToken(String(field.dropFirst(7)).filter { $0 != " " })
    }
    let cookies = (request.headers["Cookie"] ?? "").split(separator: ";")
      .map { $0.drop { $0 == " " } }
    guard let own = cookies.first(where: { $0.hasPrefix("\(Self.cookie)=") }) else { return false }
    return Self.digest(String(own.dropFirst(Self.cookie.count + 1))) == Self.digest(session)
  }

  /// Digests are compared, of which neither the length nor how far two are alike tells of the token.
  private func isToken(_ text: String) -> Bool { Self.digest(text) == token }

  private static func digest(_ text: String) -> CacheKey { CacheKey(parts: ["recto token", text]) }

  // MARK: Logging in

  /// Takes a form's `token=…` or the JSON `{"token":"…"}`.
  private func logIn(_ call: Call) throws(ServerError) -> HTTPResponse {
    let body = String(decoding: call.request.body, as: UTF8.self)
    // A form is encoded as a query is.
    let form = HTTPTarget("/?\(body)")?["token"]
    guard let given = form ?? LoginPage.token(inJSON: call.request.body) else {
      throw .badRequest("the token is missing: send a form or JSON with it")
    }
    guard isToken(given) else {
      guard form != nil else { throw ServerError(.unauthorized, "that is not the token") }
      return LoginPage.response(hasFailed: true)
    }
    return found(call, cookie: "; Max-Age=2592000", value: session)
  }

  private func found(_ call: Call, cookie attributes: String, value: String) -> HTTPResponse {
    let isSecure = call.base.hasPrefix("https:") ? "; Secure" : ""
    return HTTPResponse(
      .seeOther,
      headers: [
        "Location": "\(call.base)/", "Cache-Control": "no-store",
        "Set-Cookie":
          "\(Self.cookie)=\(value); Path=/; HttpOnly; SameSite=Strict\(isSecure)\(attributes)",
      ])
  }
}
