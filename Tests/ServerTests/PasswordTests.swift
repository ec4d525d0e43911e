import Foundation
import TestSupport
import Testing

/// An encrypted PDF over HTTP.
@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: program("qpdf") != nil, "qpdf is not installed"))
struct PasswordTests {
  private static let resource = "/api/1/publications/secret.pdf"

  static func folder() async throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    let made = try await run(
      try #require(program("qpdf")),
      [
        "--encrypt", "quay wall", "owner", "256", "--", samples + "/quay.pdf",
        folder.path("secret.pdf"),
      ])
    try #require(made.status == 0, "\(made.errors)")
    return folder
  }

  private func give(
    _ body: String, to shelf: some Answering, _ fields: String...
  ) async throws -> Answer {
    try await shelf.answer(
      "\(Self.resource)/password", method: "POST", fields.first ?? "X-Nothing: 1", body: body)
  }

  private func cookie(_ answer: Answer) throws -> String {
    let field = try #require(answer["Set-Cookie"])
    #expect(field.contains("HttpOnly") && field.contains("SameSite=Strict"))
    return "Cookie: \(field.prefix { $0 != ";" })"
  }

  @Test func aPasswordOpensAPublicationForItsSessionOnly() async throws {
    let folder = try await Self.folder()
    let shelf = try await ServedShelf(folder.path)
    let locked = try await shelf.answer(Self.resource)
    #expect(locked.status == 422)
    #expect(locked.text.contains("\"code\":\"needsPassword\""))
    #expect(!locked.text.contains("--"), "\(locked.text)")

    let opened = try await give("{\"password\":\"quay wall\"}", to: shelf)
    #expect(opened.status == 204, "\(opened.text)")
    #expect(opened["Cache-Control"] == "no-store")
    let cookie = try cookie(opened)
    for path in ["", "/pages/0/image.png", "/pages/2/text", "/search?q=lamp", "/outline"] {
      let mine = try await shelf.answer(Self.resource + path, cookie)
      #expect(mine.status == 200, "\(path): \(mine.text.prefix(200))")
      #expect(mine["Cache-Control"]?.hasPrefix("private") == true, "\(path)")
      #expect(try await shelf.answer(Self.resource + path).status == 422, "\(path)")
      #expect(
        try await shelf.answer(Self.resource + path, "Cookie: recto-passwords=0").status == 422)
    }
    let facts = try await shelf.answer(Self.resource, cookie).text
    #expect(facts.contains("\"encryption\":{\"method\":\""), "\(facts.prefix(500))")
    // Nothing of it is left on the disk of the cache, and lists say that it is locked.
    let entry = try #require(try await shelf.publications().first)
    #expect(entry["code"] as? String == "needsPassword")
  }

  @Test func aFormWillDoAndASessionTakesMorePasswords() async throws {
    let folder = try await Self.folder()
    let shelf = try await ServedShelf(folder.path)
    let first = try await give("password=quay%20wall", to: shelf)
    #expect(first.status == 204)
    let again = try await give("{\"password\":\"owner\"}", to: shelf, try cookie(first))
    #expect(again.status == 204)
    #expect(try cookie(again) == cookie(first))
  }

  /// Tries come back with time, which stands still here.
  @Test func aWrongPasswordIs403AndManyAreSlowedDown() async throws {
    let folder = try await Self.folder()
    try await withServer(folder.path, clock: ManualClock()) { server in
      for _ in 0..<10 {
        let wrong = try await give("{\"password\":\"ebb\"}", to: server)
        #expect(wrong.status == 403 && wrong["Set-Cookie"] == nil)
      }
      let late = try await give("{\"password\":\"quay wall\"}", to: server)
      #expect(late.status == 429 && late["Retry-After"] != nil)
    }
  }

  @Test func invalidPasswordsAreRefused() async throws {
    let folder = try await Self.folder()
    let shelf = try await ServedShelf(folder.path)
    #expect(try await give("{}", to: shelf).status == 400)
    #expect(try await give("nothing", to: shelf).status == 400)
    let long = String(repeating: "x", count: 2000)
    #expect(try await give("{\"password\":\"\(long)\"}", to: shelf).status == 400)
    let foreign = try await give(
      "{\"password\":\"quay wall\"}", to: shelf, "Origin: https://elsewhere.example")
    #expect(foreign.status == 403)
    let nowhere = try await shelf.answer(
      "/api/1/publications/nothing.pdf/password", method: "POST", body: "{\"password\":\"x\"}")
    #expect(nowhere.status == 404)
    #expect(try await shelf.answer("\(Self.resource)/password").status == 405)
  }

  @Test(
    .enabled(if: testPython != nil, Comment(rawValue: needsPython)), .usesBrowser)
  func theReaderAsksForThePassword() async throws {
    let folder = try await Self.folder()
    let shelf = try await ServedShelf(folder.path)
    let result = try await runScript(
      "Reader/password", [shelf.url + "/", "secret.pdf", "quay wall"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
