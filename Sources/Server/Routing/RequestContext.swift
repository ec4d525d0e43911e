import RectoHTTP
import RectoJSON
import RectoPluginKit

/// One request, as services see it.
struct RequestContext: Sendable {
  /// The original request.
  let request: HTTPRequest
  /// The named parts of the path.
  let parameters: PathParameters
  /// The items behind the `?`.
  let query: QueryParameters
  /// The address of the server as the client sees it, such as `https://host/prefix`: without a
  /// slash at its end. The public URL that is configured, else made of `Host`.
  let base: String
  /// The client's address, by which limits are kept.
  let client: String

  /// Whole URLs of all that there is.
  var links: SiteLinks { SiteLinks(base: base) }

  /// The same without scheme and host, for answers that do not depend on the client.
  var localLinks: SiteLinks {
    guard let scheme = base.firstRange(of: "://") else { return SiteLinks(base: base) }
    let slash = base[scheme.upperBound...].firstIndex(of: "/")
    return SiteLinks(base: slash.map { String(base[$0...]) } ?? "")
  }

  /// The whole URL of the request, with its query.
  var url: String { base + request.target.text }

  /// A member of the JSON object in the body; nil if there is no such text.
  func jsonText(_ name: StaticString) -> String? {
    try? JSONDocument(request.body).root.ifPresent(name) { value throws(JSONError) in
      try value.string()
    }
  }
}
