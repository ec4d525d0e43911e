import Foundation
import TestSupport
import Testing

@Suite
struct AdmissionTests {
  private static let token = "a-token-of-some-length"

  private func folder() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    try folder.write(Array("# Tide\n\nThe sea.\n".utf8), to: "story.md")
    return folder
  }

  @Test func withATokenNothingIsReadWithoutIt() async throws {
    let folder = try folder()
    let file = try temporaryFolder()
    try file.write(Array("\(Self.token)\n".utf8), to: "token")
    let shelf = try await ServedShelf(
      "--token-file", file.path("token"), folder.path("story.md"))
    let image = "/api/1/publications/story.md/pages/0/image.png"
    for target in ["/api/1/publications", image, "/files/story.md", "/metrics", "/nothing"] {
      let answer = try await shelf.answer(target)
      #expect(answer.status == 401, "\(target)")
      #expect(answer["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
    }
    #expect(try await shelf.answer("/healthz").status == 200)
    let options = try await shelf.answer("/api/1/publications", method: "OPTIONS")
    #expect(options["Cache-Control"] == "private")
    #expect(try await shelf.answer(image, "Authorization: Bearer wrong").status == 401)
    let allowed = try await shelf.answer(image, "Authorization: Bearer \(Self.token)")
    #expect(allowed.status == 200 && allowed["Cache-Control"] == "private, no-cache")
    // No token is taken from a URL.
    #expect(try await shelf.answer("\(image)?token=\(Self.token)").status == 401)

    let page = try await shelf.answer("/", "Accept: text/html")
    #expect(page.status == 303 && page["Location"]?.hasSuffix("/login") == true)
    #expect(try await shelf.answer("/login").text.contains("<form"))
    #expect(
      try await shelf.answer("/login", method: "POST", body: "token=wrong").status == 401)
    let login = try await shelf.answer("/login", method: "POST", body: "token=\(Self.token)")
    let cookie = try #require(login["Set-Cookie"])
    #expect(login.status == 303 && cookie.contains("HttpOnly") && cookie.contains("SameSite"))
    #expect(!cookie.contains(Self.token))
    let session = String(cookie.prefix { $0 != ";" })
    #expect(try await shelf.answer(image, "Cookie: other=1; \(session)").status == 200)
    #expect(try await shelf.answer(image, "Cookie: \(session)x").status == 401)
  }

  @Test func longRequestsAreRefused() async throws {
    let folder = try folder()
    let shelf = try await ServedShelf(folder.path("story.md"))
    let long = "/api/1/publications?q=" + String(repeating: "a", count: 10_000)
    #expect(try await shelf.answer(long).status == 414)
    let body = String(repeating: " ", count: 300_000)
    let post = try await shelf.answer(
      "/api/1/publications/story.md/locate", method: "POST", body: body)
    #expect(post.status == 413)
    let image = "/api/1/publications/story.md/pages/0/image.png"
    let large = try await shelf.answer("\(image)?scale=100")
    #expect(large.status == 400 && large.text.contains("ask for a smaller one"))
    #expect(try await shelf.answer("\(image)?scale=100&region=0,0,10,10").status == 200)
  }

  @Test func onlyNamesOfTheServerAreAnsweredFor() async throws {
    let folder = try folder()
    let shelf = try await ServedShelf("--host", "library.example", folder.path("story.md"))
    for (host, status) in [
      ("localhost", 200), ("library.example", 200), ("Library.Example:80", 200),
      ("harbor.example", 421),
    ] {
      let answer = try await httpAnswer(
        port: shelf.port, "GET /healthz HTTP/1.1\r\nHost: \(host)")
      #expect(httpStatus(answer) == status, "\(host)")
    }
  }

  @Test func readOnlyRoutesAreNotWritten() async throws {
    let folder = try folder()
    let shelf = try await ServedShelf(folder.path("story.md"))
    for method in ["PUT", "DELETE", "POST", "PATCH"] {
      let answer = try await shelf.answer("/api/1/publications/story.md", method: method)
      #expect(answer.status == 405 && answer["Allow"] == "GET, HEAD, OPTIONS", "\(method)")
    }
    let locate = try await shelf.answer("/api/1/publications/story.md/locate", method: "PUT")
    #expect(locate.status == 405 && locate["Allow"]?.contains("POST") == true)
  }
}
