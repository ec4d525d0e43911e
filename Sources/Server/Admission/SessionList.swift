import RectoHTTP
import RectoJSON
import RectoMarkup
import RectoPageModel

/// The list of sessions that have not ended: JSON, or for a browser a page with a button to end
/// each.
struct SessionList {
  let sessions: [SessionStore.Session]
  /// The name of the session that requests the list; nil for a program with the token.
  let current: String?

  func response(to call: RequestContext) -> HTTPResponse {
    let wantsPage = call.request.headers["Accept"]?.contains("text/html") == true
    var response =
      wantsPage
      ? HTTPResponse(Array(page.utf8), type: "text/html; charset=utf-8")
      : HTTPResponse(json, type: "application/json")
    response.headers["Vary"] = "Accept"
    response.headers["Cache-Control"] = "no-store"
    if wantsPage { response.headers["Content-Security-Policy"] = ContentPolicy.login }
    return response
  }

  /// `{"sessions":[{"name","address","agent","began","lastUse","isCurrent"}]}`.
  private var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("sessions")
      json.array(sessions) { json, session in
        json.object { json in
          json.member("name", session.name)
          json.member("address", session.client.address)
          json.member("agent", session.client.agent)
          json.member("began", session.began.iso8601)
          json.member("lastUse", session.lastUse.iso8601)
          json.member("isCurrent", session.name == current)
        }
      }
    }
    return json.bytes
  }

  private var page: String {
    let items = sessions.map { session in
      """
      <li><p>\(session.name == current ? "<strong>This browser</strong>, " : "")\(escapeMarkup(session.client.agent))
      <br>\(escapeMarkup(session.client.address)), since \(session.began.iso8601), last used \(session.lastUse.iso8601)
      <form method="post" action="logout"><input type="hidden" name="session" value="\(session.name)">
      <button>End this session</button></form></li>
      """
    }
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Sessions - Recto</title>
      <link rel="stylesheet" href="login.css">
      <h1>Sessions</h1>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      <form method="post" action="logout"><input type="hidden" name="all" value="1">
      <button>End all sessions</button></form>
      </html>
      """
  }
}
