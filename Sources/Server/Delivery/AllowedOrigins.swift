import RectoHTTP

/// The sites, other than the server's own, whose pages may read answers in a browser (CORS, the
/// Fetch standard).
///
/// Every page in a laptop's browser can reach a server on it, so no other site may read by
/// default.
public enum AllowedOrigins: Sendable, Hashable {
  /// The server's own pages only.
  case none
  /// Sites by origin, such as `https://reader.example`.
  case named(Set<String>)
  /// Every site, as viewers of IIIF and readers of OPDS on other sites want.
  case any

  /// The value of `Access-Control-Allow-Origin` for a page of `origin`; nil to omit the field.
  func answer(to origin: String?) -> String? {
    switch self {
    case .none: nil
    case .any: "*"
    case .named(let names): origin.flatMap { names.contains($0) ? $0 : nil }
    }
  }

  /// True if answers vary by origin.
  var dependsOnOrigin: Bool { if case .named = self { true } else { false } }

  /// Normalizes an origin to the form that browsers send; nil if it is not an origin: a scheme and a
  /// host, with a port where it is not the scheme's, and no path.
  public static func origin(_ text: String) -> String? {
    let text = text.lowercased()
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where text.hasPrefix(scheme) {
      var host = text.dropFirst(scheme.count)
      if host.hasSuffix("/") { host.removeLast() }
      if host.hasSuffix(port) { host.removeLast(port.count) }
      let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789.-:[]_")
      return !host.isEmpty && host.allSatisfy(letters.contains) ? scheme + host : nil
    }
    return nil
  }
}
