import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Answers what a page asks for: files of the publication, and nothing else.
final class RequestInterceptor {
  /// The answer to a request.
  private enum Answer {
    case file(FileBytes, type: String)
    /// An empty document with the status 404, for frames: an `object` shows its fallback in place
    /// of it, and other frames are empty. The browser has a page of its own for those that fail.
    case emptyFrame
    /// Fails as if the user had stopped it.
    case abort
  }

  private struct Request {
    let identifier: String
    let url: String
    /// The kind of thing that is asked for, such as `Document`.
    let kind: String
    let frame: String
  }

  var served: ServedFiles
  /// Files that the page asked for and that the publication does not have, by their paths, and the
  /// hosts that it asked for anything else; sounds and films are not among them.
  private(set) var refused = RefusedRequests()
  private let connection: DevToolsConnection
  private let session: String
  /// The page's own frame, beside those in it.
  private let frame: String
  private let path: String
  private var hasDocument = false
  /// True if a `meta` element of the page leads to the next document.
  private var isRefresh = false

  /// Sent with each file. No form is submitted, so that a page, or a frame in it, shows its first state
  /// (Content Security Policy 3, 6.3.1).
  private static let headers = [
    ("X-DNS-Prefetch-Control", "off"), ("Content-Security-Policy", "form-action 'none'"),
  ]
  /// Sent with files that stay the same (RFC 9111, 5.2.2.1).
  private static let lasting = ("Cache-Control", "max-age=86400")
  /// True if films are served, for their first frames. Sound never is, and media that fail show their
  /// posters.
  private let servesFilms: Bool
  /// Bytes of films that may still be served.
  private var filmBytes = 96 << 20
  /// Bytes of one file; a message of base 64 must hold it.
  private static let fileBytes = 40 << 20

  init(
    _ served: ServedFiles, path: String, servesFilms: Bool, connection: DevToolsConnection,
    session: String,
    frame: String
  ) {
    self.served = served
    self.path = path
    self.servesFilms = servesFilms
    self.connection = connection
    self.session = session
    self.frame = frame
  }

  /// Takes note of a `Page.frameRequestedNavigation`.
  func note(_ event: DevToolsConnection.Event) throws(PageError) {
    let (leading, reason): (String, String) = try DevToolsConnection.read { () throws(JSONError) in
      (try event.parameters.decode("frameId"), try event.parameters.decode("reason"))
    }
    if leading == frame { isRefresh = reason == "metaTagRefresh" }
  }

  /// Answers a `Fetch.requestPaused`. A page that leads elsewhere, or is to be refreshed, stays as
  /// it is. Throws `damaged` for a page whose script reloads it.
  func answer(_ event: DevToolsConnection.Event, until deadline: Deadline) throws(PageError) {
    let request = try DevToolsConnection.read { () throws(JSONError) in
      let parameters = event.parameters
      return Request(
        identifier: try parameters.decode("requestId"),
        url: try parameters.required("request") { request throws(JSONError) in
          try request.decode("url")
        },
        kind: try parameters.decode("resourceType"), frame: try parameters.decode("frameId"))
    }
    switch try answer(request) {
    case .abort:
      try connection.tell("Fetch.failRequest", session: session, until: deadline) { json in
        json.member("requestId", request.identifier)
        json.member("errorReason", "Aborted")
      }
    case .emptyFrame:
      try fulfill(
        request, status: 404, FileBytes(Array("<!DOCTYPE html>".utf8)), type: "text/html",
        until: deadline)
    case .file(let bytes, let type):
      try fulfill(request, status: 200, bytes, type: type, until: deadline)
    }
  }

  private func fulfill(
    _ request: Request, status: Int, _ bytes: FileBytes, type: String, until deadline: Deadline
  ) throws(PageError) {
    try connection.tell("Fetch.fulfillRequest", session: session, until: deadline) { json in
      json.member("requestId", request.identifier)
      json.member("responseCode", status)
      json.key("responseHeaders")
      let lasting = served.areLasting ? [Self.lasting] : []
      json.array([("Content-Type", type)] + Self.headers + lasting) { json, header in
        json.object { json in
          json.member("name", header.0)
          json.member("value", header.1)
        }
      }
      json.member("body", bytes.withBytes { Base64.encode($0) })
    }
  }

  private func answer(_ request: Request) throws(PageError) -> Answer {
    let isInner = request.kind == "Document" && request.frame != frame
    let path = IssueAddress.parts(of: request.url)?.path
    if request.kind == "Media" { return path.map(film) ?? .abort }
    guard let path else {
      refused.addHost(of: request.url)
      return isInner ? .emptyFrame : .abort
    }
    if request.kind == "Document", request.frame == frame {
      guard !hasDocument else {
        guard isRefresh || path != self.path else {
          throw PageError(.damaged, "the page loads itself again and again")
        }
        return .abort
      }
      hasDocument = true
    }
    guard let file = try? RelativePath(path),
      let bytes = try? served.read(file, limit: Self.fileBytes)
    else {
      refused.addPath(path)
      return isInner ? .emptyFrame : .abort
    }
    return .file(bytes, type: ServedMediaTypes.served(served.mediaType(ofPath: path), bytes))
  }

  private func film(_ path: String) -> Answer {
    let type = served.mediaType(ofPath: path)
    guard servesFilms, type.hasPrefix("video/"), let file = try? RelativePath(path),
      let bytes = try? served.read(file, limit: min(Self.fileBytes, filmBytes))
    else { return .abort }
    filmBytes -= bytes.count
    return .file(bytes, type: type)
  }
}
