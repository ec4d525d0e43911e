import RectoHTTP
import TestSupport
import Testing

/// The server asks sites that links lead to whether they can be shown in a frame.
struct LinkFramingTests {
  @Test func onlySitesOfLinksAreAskedAndOnlyForThisServersPages() async throws {
    let sites = try LinkedSites()
    let shelf = try await ServedShelf(sites.publication, "--allow-private")
    func ask(_ url: String, _ fields: String...) async throws -> Answer {
      try await shelf.answer(
        "/api/1/publications/links.md/pages/0/frame", method: "POST",
        (["Content-Type: application/json"] + fields).joined(separator: "\r\n"),
        body: #"{"url": "\#(url)"}"#)
    }
    #expect(try await ask(sites.url("open")).text.contains(#"{"allowed":true}"#))
    #expect(try await ask(sites.url("closed")).text.contains(#"{"allowed":false}"#))
    #expect(try await ask(sites.url("other")).status == 404)
    let foreign = try await ask(sites.url("open"), "Origin: https://other.example")
    #expect(foreign.status == 403)
    #expect(sites.asked.entries == ["/open", "/closed"])
    #expect(
      try await shelf.answer(
        "/api/1/publications/links.md/pages/0/frame", method: "POST", body: "[]"
      ).status == 400)
  }
}

/// A site that allows frames at `/open` and forbids them at `/closed`, and a publication with links
/// to both.
final class LinkedSites: Sendable {
  /// The paths of requests.
  let asked: Log<String>
  /// The path of the publication.
  let publication: String
  private let folder: TemporaryFolder
  private let server: HTTPServer

  init() throws {
    let asked = Log<String>()
    self.asked = asked
    folder = try temporaryFolder()
    server = try HTTPServer { request in
      let path = request.target.path
      asked.append(path)
      var response = HTTPResponse(Array("<h1>Site \(path)</h1>".utf8), type: "text/html")
      if path == "/closed" { response.headers.append("X-Frame-Options", "DENY") }
      return response
    }
    let text = "# Links\n\n[open](\(server.url)/open) and [closed](\(server.url)/closed)\n"
    publication = try folder.write(Array(text.utf8), to: "links.md")
  }

  func url(_ path: String) -> String { "\(server.url)/\(path)" }
}
