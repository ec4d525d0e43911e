import RectoHTTP

/// The page on which a person enters the server's token.
enum LoginPage {
  static func response(hasFailed: Bool) -> HTTPResponse {
    let error = hasFailed ? "<p role=\"alert\">The token is wrong.</p>" : ""
    let page = """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Recto</title>
      <link rel="stylesheet" href="login.css">
      <h1>Recto</h1>
      \(error)
      <form method="post" action="login">
      <label>Token <input name="token" type="password" autocomplete="current-password" required
        autofocus></label>
      <button>Log in</button>
      </form>
      </html>
      """
    var response = HTTPResponse(
      Array(page.utf8), type: "text/html; charset=utf-8",
      status: hasFailed ? .unauthorized : .ok)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Security-Policy"] = ContentPolicy.login
    return response
  }

  /// The page's style sheet, in a file of its own so that the content policy can refuse inline
  /// styles.
  static var style: HTTPResponse {
    let style = """
      body { font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; max-width: 20rem;
        margin: 20vh auto; padding: 1rem }
      input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem;
        margin-top: .5rem }

      """
    var response = HTTPResponse(Array(style.utf8), type: "text/css; charset=utf-8")
    response.headers["Cache-Control"] = Caching.revalidate.header
    return response
  }
}
