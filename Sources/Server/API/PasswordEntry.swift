import RectoHTTP
import RectoPageModel
import RectoPipeline

/// `POST /api/1/publications/{id}/password`: opens an encrypted publication for the client's
/// session.
struct PasswordEntry: Sendable {
  private let call: RequestContext
  private let context: ServerContext

  init(_ call: RequestContext, _ context: ServerContext) {
    self.call = call
    self.context = context
  }

  /// 204 with a cookie where the password opens the publication. Takes a form's `password=…` or the
  /// JSON `{"password":"…"}`.
  ///
  /// Throws 400, 403 for a wrong password and for pages of other sites, 429 for a client that has sent
  /// too many wrong ones, and what opening throws.
  func response() async throws -> HTTPResponse {
    try call.requireOwnOrigin()
    let form = HTTPTarget("/?\(String(decoding: call.request.body, as: UTF8.self))")
    guard let password = call.jsonText("password") ?? form?["password"] else {
      throw ServerError.badRequest("the password is missing: send a form or JSON with it")
    }
    guard password.utf8.count <= PasswordStore.longestPassword else {
      throw ServerError.badRequest(
        "the password is longer than \(PasswordStore.longestPassword) bytes")
    }
    try context.passwords.throttle.admit(call.client)
    do {
      try await context.shelf.reading(
        call.parameters["id"], password: password, counting: .onDemand
      ) { _, _ in }
    } catch let error as PageError where error.code == .needsPassword {
      context.passwords.throttle.recordFailure(of: call.client)
      throw ServerError(.forbidden, error.message, code: .needsPassword)
    }
    return HTTPResponse(
      .noContent,
      headers: [
        "Cache-Control": "no-store",
        "Set-Cookie": context.passwords.keep(password, of: call.parameters["id"], for: call),
      ])
  }
}
