import RectoHTTP

extension RequestContext {
  /// Throws 403 for a request from a page of another site, to prevent request forgery. Programs
  /// other than browsers send no `Origin`.
  ///
  /// Only hosts are compared: behind a proxy the server does not know its own scheme.
  func requireOwnOrigin() throws(ServerError) {
    guard let origin = request.headers["Origin"] else { return }
    guard let host = Self.host(of: origin), host == Self.host(of: base) else {
      throw ServerError(.forbidden, "pages of other sites may not send this request")
    }
  }

  /// The host and port of a URL; nil for anything else, such as the origin `null`.
  private static func host(of url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    return url[scheme.upperBound...].prefix { $0 != "/" }.lowercased()
  }
}
