import RectoHTTP
import RectoNewsstand

/// The reader for browsers: its page at the root of the site with the files that have to lie beside
/// it, and its other files below `/reader/`.
struct ReaderService: Service {
  private let newsstand: Newsstand?

  init(_ context: ServerContext) {
    newsstand = context.configuration.newsstand
  }

  var routes: [Route] {
    [
      Route("/") { try file("index.html", $0) },
      // A service worker handles only paths below its own.
      Route("/sw.js") { try file("sw.js", $0) },
      Route("/manifest.webmanifest", get: manifest),
      Route("/reader/{name}") { call in
        let name = call.parameters["name"]
        guard !Self.atRoot.contains(name) else { throw ServerError.notFound("\(name) is at /") }
        return try file(name, call)
      },
    ]
  }

  private static let atRoot: Set = ["index.html", "sw.js", "manifest.webmanifest"]

  private func manifest(_ call: RequestContext) async throws -> HTTPResponse {
    guard let newsstand else { return try file("manifest.webmanifest", call) }
    var response = try await NewsstandManifest(newsstand, call).response()
    response.headers["Content-Security-Policy"] = ContentPolicy.reader
    return response
  }

  private func file(_ name: String, _ call: RequestContext) throws(ServerError) -> HTTPResponse {
    guard let bytes = ReaderSite.files[name],
      let type = Self.types[name.split(separator: ".").last.map(String.init) ?? ""]
    else { throw .notFound("the reader has no such file") }
    var response = call.answer(bytes, type: type)
    response.headers["Content-Security-Policy"] = ContentPolicy.reader
    return response
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]
}
