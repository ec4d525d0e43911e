/// The kind of a path, such as `/api/1/publications/*/pages/*/image`: what names publications or pages
/// in it is a `*`, so that there are few of them. Paths of nothing are `other`.
struct RouteName: Sendable, Hashable {
  let text: String

  private static let words: Set = [
    "api", "1", "publications", "pages", "spreads", "image", "text", "search", "locate", "media",
    "warnings", "markdown", "preflight", "articles", "outline", "openapi.json", "files", "iiif",
    "3", "2",
    "presentation", "collection.json", "manifest.json", "canvas", "annotations", "links.json",
    "lines.json", "info.json", "webpub", "opds", "1.2", "catalog.json", "catalog.xml",
    "search.json", "search.xml", "opensearch.xml", "pse", "reader", "healthz", "metrics", "login",
    "login.css", "logout", "newsstand", "issues", "cover", "events", "icon.png", "refresh", "push",
    "download",
    "cancel", "install", "archive", "read", "buy", "sw.js", "manifest.webmanifest",
  ]

  init(_ segments: [String]) {
    if segments == [""] {
      text = "/"
      return
    }
    guard let first = segments.first, Self.words.contains(first), segments.count <= 9 else {
      text = "other"
      return
    }
    text =
      "/"
      + segments.enumerated().map { index, segment in
        if index > 0, segment.hasPrefix("image.") { return "image" }
        // A page's number must not pass for a version.
        let isNumber = segment.allSatisfy(\.isNumber) && index > 2
        return Self.words.contains(segment) && !isNumber ? segment : "*"
      }.joined(separator: "/")
  }
}
