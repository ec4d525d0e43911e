import RectoHTTP
import RectoNewsstand

/// The reader for browsers: its page at the root of the site with what has to lie beside it there, and
/// its other files below `/reader/`.
struct ReaderService: Service {
  private let newsstand: Newsstand?

  init(_ context: ServerContext) {
    newsstand = context.configuration.newsstand
  }

  func response(to call: RequestContext) async throws -> HTTPResponse? {
    if let newsstand, call.path == ["manifest.webmanifest"] {
      var response = try await NewsstandManifest(newsstand, call).response()
      response.headers["Content-Security-Policy"] = ContentPolicy.reader
      return response
    }
    guard let name = Self.name(at: call.path), let bytes = ReaderSite.files[name],
      let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""]
    else { return nil }
    var response = call.answer(bytes, type: type)
    response.headers["Content-Security-Policy"] = ContentPolicy.reader
    return response
  }

  /// The files at the root: the pages, and the files that browsers look for beside them. A service
  /// worker handles only paths below its own.
  private static let atRoot = [
    "": "index.html", "sw.js": "sw.js", "manifest.webmanifest": "manifest.webmanifest",
  ]

  private static func name(at path: [String]) -> String? {
    if path.count == 1 { return atRoot[path[0]] }
    guard path.count == 2, path[0] == "reader", !atRoot.values.contains(path[1]) else { return nil }
    return path[1]
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]
}
