import Foundation
import TestSupport
import Testing

/// The fields that keep a browser from doing with an answer what it must not, on every answer.
@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)), .serving("\(samples)/quay.pdf"))
struct SecurityFieldTests {
  private static let paths: [(path: String, status: Int)] = {
    let id = "quay.pdf"
    let api = "/api/1/publications"
    let good = [
      "/", "/sw.js", "/manifest.webmanifest", "/reader/app.js", "/reader/base.css", "/healthz",
      "/metrics", "/api/1/openapi.json", api, "\(api)/\(id)", "\(api)/\(id)/outline",
      "\(api)/\(id)/pages/0", "\(api)/\(id)/pages/0/text",
      "\(api)/\(id)/pages/0/image.jpg?width=80",
      "\(api)/\(id)/spreads/0/image.webp?width=80", "\(api)/\(id)/search?q=harbor",
      "\(api)/\(id)/locate?page=1", "\(api)/\(id)/warnings", "\(api)/\(id)/articles",
      "\(api)/\(id)/preflight", "/files/\(id)", "/text/\(id)/0.txt", "/text/\(id)/0.hocr",
      "/text/\(id)/0.alto.xml", "/iiif/image/3/\(id)%3A0/info.json",
      "/iiif/image/3/\(id)%3A0/full/!80,80/0/default.jpg", "/iiif/presentation/3/collection.json",
      "/iiif/presentation/3/\(id)/manifest.json", "/iiif/search/1/\(id)?q=harbor",
      "/iiif/search/2/\(id)?q=harbor", "/webpub/\(id)/manifest.json", "/opds/2/catalog.json",
      "/opds/1.2/catalog.xml", "/opds/1.2/opensearch.xml", "/opds/pse/\(id)/0?width=80",
    ]
    return good.map { ($0, 200) } + [
      ("/nothing", 404), ("\(api)/none", 404), ("\(api)/\(id)/pages/99999", 404),
      ("\(api)/\(id)/pages/0/image.jpg?width=x", 400), ("/%zz", 400),
      ("/" + String(repeating: "x", count: 9000), 414),
    ]
  }()

  private func check(_ answer: Answer, _ what: String) {
    #expect(answer["X-Content-Type-Options"] == "nosniff", "\(what)")
    #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin", "\(what)")
    #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin", "\(what)")
    #expect(answer["Referrer-Policy"] == "no-referrer", "\(what)")
    #expect(answer["Access-Control-Allow-Origin"] == nil, "\(what)")
    let policy = answer["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'") || policy.hasPrefix("default-src 'self'"))
    #expect(policy.contains("frame-ancestors '"), "\(what): \(policy)")
    #expect(!policy.contains("unsafe"), "\(what): \(policy)")
  }

  @Test func everyAnswerHasThem() async throws {
    let served = try await ServedShelf.shared
    for (path, status) in Self.paths {
      let answer = try await served.answer(path, "Origin: https://other.example")
      #expect(answer.status == status, "\(path): \(answer.text.prefix(200))")
      check(answer, path)
    }
    for method in ["POST", "OPTIONS", "DELETE", "BREW"] {
      check(try await served.answer("/", method: method), method)
    }
    check(try await served.answer("/", "Transfer-Encoding: chunked"), "chunks")
    check(try await served.answer("/", "If-None-Match: *"), "nothing new")
  }

  @Test func soHaveTheAnswersOfAServerWithAToken() async throws {
    let folder = try temporaryFolder()
    let token = try folder.write(Array("a-secret-of-some-length".utf8), to: "token")
    let served = try await ServedShelf("\(samples)/quay.pdf", "--token-file", token)
    for (path, status) in [
      ("/login", 200), ("/login.css", 200), ("/", 401), ("/api/1/publications", 401),
      ("/healthz", 200),
    ] {
      let answer = try await served.answer(path)
      #expect(answer.status == status, "\(path)")
      check(answer, path)
    }
    let wrong = try await served.answer("/login", method: "POST", body: "token=wrong")
    #expect(wrong.status == 401)
    check(wrong, "a wrong token")
    let led = try await served.answer("/", "Accept: text/html")
    #expect(led.status == 303)
    check(led, "led to the login")
  }

  @Test func aLogoutCanEndTheSessionsOfAllBrowsers() async throws {
    let folder = try temporaryFolder()
    let token = try folder.write(Array("a-secret-of-some-length".utf8), to: "token")
    let served = try await ServedShelf("\(samples)/quay.pdf", "--token-file", token)
    var cookies: [String] = []
    for _ in 0..<3 {
      let answer = try await served.answer(
        "/login", method: "POST", body: "token=a-secret-of-some-length")
      cookies.append(String((answer["Set-Cookie"] ?? "").prefix { $0 != ";" }))
    }
    func isLoggedIn(_ cookie: String) async throws -> Bool {
      try await served.answer("/api/1/publications", "Cookie: \(cookie)").status == 200
    }
    for cookie in cookies { #expect(try await isLoggedIn(cookie)) }
    // Without a session none is ended.
    _ = try await served.answer("/logout", method: "POST", "Cookie: recto-session=0", body: "all=1")
    #expect(try await isLoggedIn(cookies[0]))
    _ = try await served.answer("/logout", method: "POST", "Cookie: \(cookies[0])")
    #expect(try await !isLoggedIn(cookies[0]))
    #expect(try await isLoggedIn(cookies[1]))
    _ = try await served.answer("/logout", method: "POST", "Cookie: \(cookies[1])", body: "all=1")
    #expect(try await !isLoggedIn(cookies[2]))
  }
}
