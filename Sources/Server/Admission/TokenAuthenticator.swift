import RectoHTTP
import RectoPageModel
import RectoPipeline

/// Requires the token: as `Authorization: Bearer`, or as the cookie of a session that began with a
/// login, which browsers also send with requests for a page's pictures. Tokens in URLs are not
/// accepted, since URLs are logged and shared.
struct TokenAuthenticator: Service {
  private let token: CacheKey
  private let sessions: SessionStore
  private let throttle: TokenThrottle

  private static let cookie = "recto-session"

  init(_ token: String, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.token = Self.digest(token)
    sessions = SessionStore(now: now)
    throttle = TokenThrottle(now: now)
  }

  var routes: [Route] {
    [
      Route(
        "/login", isPublic: true, get: { _ in LoginPage.response(hasFailed: false) }, post: logIn),
      Route("/login.css", isPublic: true, get: { _ in LoginPage.style }),
      Route("/logout", isPublic: true, post: logOut),
      Route("/sessions", get: list),
    ]
  }

  /// Returns nil for a client that has the token or a session, and a redirect to the login for a
  /// browser.
  ///
  /// Throws 401, and 429 for a client that has sent too many wrong tokens.
  func authenticate(_ call: RequestContext) throws(ServerError) -> HTTPResponse? {
    if try isAllowed(call) { return nil }
    if call.request.method == .get, call.request.headers["Accept"]?.contains("text/html") == true {
      return HTTPResponse(
        .seeOther, headers: ["Location": "\(call.base)/login", "Cache-Control": "no-store"])
    }
    throw ServerError(
      .unauthorized, "this server requires a token: send it as Authorization: Bearer, or log in",
      headers: ["WWW-Authenticate": "Bearer realm=\"recto\""])
  }

  private func isAllowed(_ call: RequestContext) throws(ServerError) -> Bool {
    let field = call.request.headers["Authorization"]
    if let field, field.lowercased().hasPrefix("bearer ") {
      return try isToken(String(field.dropFirst(7)).filter { $0 != " " }, from: call.client)
    }
    return call.request.cookie(Self.cookie).map(sessions.isValid) ?? false
  }

  /// True if `text` is the token. Compares digests, so that the time it takes reveals nothing about
  /// the token.
  private func isToken(_ text: String, from client: String) throws(ServerError) -> Bool {
    try throttle.admit(client)
    let isRight = Self.digest(text) == token
    if isRight { throttle.recordSuccess(of: client) } else { throttle.recordFailure(of: client) }
    return isRight
  }

  private static func digest(_ text: String) -> CacheKey { CacheKey(parts: ["recto token", text]) }

  // MARK: Logging in and out

  /// Reads a form's `token=…` or the JSON `{"token":"…"}`. Throws 403 for a request from a page of
  /// another site, and 429 for a client that has sent too many wrong tokens.
  private func logIn(_ call: RequestContext) throws(ServerError) -> HTTPResponse {
    try call.requireOwnOrigin()
    let body = String(decoding: call.request.body, as: UTF8.self)
    // A form is encoded like a query.
    let form = HTTPTarget("/?\(body)")?["token"]
    guard let given = form ?? call.jsonText("token") else {
      throw .badRequest("the token is missing: send a form or JSON with it")
    }
    guard try isToken(given, from: call.client) else {
      guard form != nil else { throw ServerError(.unauthorized, "the token is wrong") }
      return LoginPage.response(hasFailed: true)
    }
    return found(call, sessions.begin(by: SessionClient(call)), maximumAge: SessionStore.lifetime)
  }

  private func logOut(_ call: RequestContext) throws(ServerError) -> HTTPResponse {
    try call.requireOwnOrigin()
    let session = call.request.cookie(Self.cookie).flatMap { sessions.isValid($0) ? $0 : nil }
    let form = HTTPTarget("/?\(String(decoding: call.request.body, as: UTF8.self))")
    let (name, endsAll) = (form?["session"], form?["all"] == "1")
    guard name != nil || endsAll else {
      if let session { sessions.end(session) }
      return found(call, "", maximumAge: 0)
    }
    // A client that is logged in or has the token may end sessions of other browsers, such as that
    // of a lost device.
    guard try isAllowed(call) else {
      throw ServerError(.unauthorized, "log in to end other sessions")
    }
    guard let name, !endsAll else {
      sessions.endAll()
      return found(call, "", maximumAge: 0)
    }
    guard sessions.end(named: name) else { throw .notFound("there is no session with that name") }
    guard let session, sessions.isValid(session) else {
      return found(call, "", maximumAge: 0)
    }
    return HTTPResponse(
      .seeOther, headers: ["Location": "\(call.base)/sessions", "Cache-Control": "no-store"])
  }

  private func list(_ call: RequestContext) -> HTTPResponse {
    SessionList(
      sessions: sessions.sessions,
      current: call.request.cookie(Self.cookie).map(SessionStore.name)
    ).response(to: call)
  }

  private func found(_ call: RequestContext, _ session: String, maximumAge: Int) -> HTTPResponse {
    HTTPResponse(
      .seeOther,
      headers: [
        "Location": "\(call.base)/", "Cache-Control": "no-store",
        "Set-Cookie": call.setCookie(Self.cookie, session, maximumAge: maximumAge),
      ])
  }
}
