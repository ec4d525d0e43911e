import Foundation
import RectoHTTP
import TestSupport
import Testing

@testable import RectoServer

/// Sessions and wrong tokens, by a clock that the tests move.
@Suite struct SessionStoreTests {
  private let clock = ManualClock()

  private func store() -> SessionStore { SessionStore(now: { [clock] in clock.now }) }

  @Test func aSessionIsRandomAndValidUntilItEnds() {
    let store = store()
    let (first, second) = (store.begin(), store.begin())
    #expect(first != second && first.count == 64)
    #expect(store.isValid(first) && store.isValid(second))
    #expect(!store.isValid("") && !store.isValid(String(first.dropLast())))
    store.end(first)
    #expect(!store.isValid(first) && store.isValid(second))
  }

  @Test func aSessionEndsAfterItsLifetime() {
    let store = store()
    let session = store.begin()
    clock.advance(by: .seconds(SessionStore.lifetime - 1))
    #expect(store.isValid(session))
    clock.advance(by: .seconds(1))
    #expect(!store.isValid(session))
  }

  @Test func theOldestSessionsEndWhereThereAreTooMany() {
    let store = store()
    let sessions = (0...SessionStore.capacity).map { _ in store.begin() }
    #expect(!store.isValid(sessions[0]))
    #expect(store.isValid(sessions[1]) && store.isValid(sessions[SessionStore.capacity]))
  }
}

@Suite struct TokenThrottleTests {
  private let clock = ManualClock()

  private func throttle() -> TokenThrottle { TokenThrottle(now: { [clock] in clock.now }) }

  /// The seconds of `Retry-After`, or nil if the client may try.
  private func wait(_ throttle: TokenThrottle, _ client: String) -> String? {
    do throws(ServerError) {
      try throttle.admit(client)
      return nil
    } catch {
      return error.response.headers["Retry-After"]
    }
  }

  @Test func aClientWaitsAfterTenWrongTokensAndNoOtherDoes() {
    let throttle = throttle()
    for _ in 0..<10 {
      #expect(wait(throttle, "a") == nil)
      throttle.recordFailure(of: "a")
    }
    #expect(wait(throttle, "a") == "5")
    #expect(wait(throttle, "b") == nil)
    clock.advance(by: .seconds(5))
    #expect(wait(throttle, "a") == nil)
    throttle.recordFailure(of: "a")
    #expect(wait(throttle, "a") == "5")
  }

  @Test func allClientsTogetherHaveALimitToo() {
    let throttle = throttle()
    for number in 0..<200 { throttle.recordFailure(of: "client \(number)") }
    #expect(wait(throttle, "new") == "1")
    clock.advance(by: .seconds(1))
    #expect(wait(throttle, "new") == nil)
  }

  @Test func guessesOfOthersDoNotLockOutWhoHasTheToken() {
    let throttle = throttle()
    throttle.recordSuccess(of: "owner")
    for number in 0..<200 { throttle.recordFailure(of: "client \(number)") }
    #expect(wait(throttle, "owner") == nil && wait(throttle, "new") != nil)
    for _ in 0..<10 { throttle.recordFailure(of: "owner") }
    #expect(wait(throttle, "owner") == "5")
  }

  @Test func clientsThatAreRememberedAreBounded() {
    let throttle = throttle()
    for number in 0..<30_000 {
      throttle.recordFailure(of: "client \(number)")
      throttle.recordSuccess(of: "owner \(number)")
      clock.advance(by: .milliseconds(10))
    }
    #expect(throttle.rememberedClients <= 2 * TokenThrottle.capacity)
  }
}

@Suite(.startsProcesses) struct LoginTests {
  private static let token = "a-token-of-some-length"

  private func shelf(_ options: String...) async throws -> (ServedShelf, TemporaryFolder) {
    let folder = try temporaryFolder()
    try folder.write("# Tide\n\nThe sea.\n".utf8, to: "story.md")
    try folder.write("\(Self.token)\n".utf8, to: "token")
    return (
      try await ServedShelf("--token-file", folder.path("token"), folder.path("story.md")), folder
    )
  }

  /// The cookie of a new session.
  private func logIn(_ shelf: ServedShelf) async throws -> String {
    let login = try await shelf.answer("/login", method: "POST", body: "token=\(Self.token)")
    return String(try #require(login["Set-Cookie"]).prefix { $0 != ";" })
  }

  @Test func aLogoutEndsItsSessionAndNoOther() async throws {
    let (shelf, _) = try await shelf()
    let (first, second) = (try await logIn(shelf), try await logIn(shelf))
    #expect(first != second)
    let logout = try await shelf.answer("/logout", method: "POST", "Cookie: \(first)")
    #expect(logout.status == 303)
    #expect(logout["Set-Cookie"]?.contains("; Max-Age=0") == true)
    let target = "/api/1/publications"
    #expect(try await shelf.answer(target, "Cookie: \(first)").status == 401)
    #expect(try await shelf.answer(target, "Cookie: \(second)").status == 200)
  }

  @Test func sessionsAreListedAndEachCanBeEnded() async throws {
    let (shelf, _) = try await shelf()
    let (own, other) = (try await logIn(shelf), try await logIn(shelf))
    func list(_ fields: String...) async throws -> [[String: Any]] {
      let answer = try await shelf.answer("/sessions", fields[0])
      let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
      return try #require(object?["sessions"] as? [[String: Any]])
    }
    let sessions = try await list("Cookie: \(own)")
    #expect(sessions.count == 2 && sessions[1]["isCurrent"] as? Bool == true)
    #expect(sessions[0]["address"] as? String == "127.0.0.1")
    let name = try #require(sessions[0]["name"] as? String)
    // No identifier is in a list.
    let text = try await shelf.answer("/sessions", "Cookie: \(own)", "Accept: text/html").text
    #expect(
      text.contains(name) && !text.contains(own.suffix(64)) && !text.contains(other.suffix(64)))
    #expect(try await shelf.answer("/sessions").status == 401)
    let stranger = try await shelf.answer("/logout", method: "POST", body: "session=\(name)")
    #expect(stranger.status == 401)
    let ended = try await shelf.answer(
      "/logout", method: "POST", "Cookie: \(own)", body: "session=\(name)")
    #expect(ended.status == 303 && ended["Set-Cookie"] == nil)
    let target = "/api/1/publications"
    #expect(try await shelf.answer(target, "Cookie: \(other)").status == 401)
    #expect(try await shelf.answer(target, "Cookie: \(own)").status == 200)
    // A program with the token lists and ends them, too.
    let bearer = "Authorization: Bearer \(Self.token)"
    #expect(try await list(bearer).count == 1)
    _ = try await shelf.answer("/logout", method: "POST", bearer, body: "all=1")
    #expect(try await shelf.answer(target, "Cookie: \(own)").status == 401)
  }

  @Test func whatABrowserSaysOfItselfIsTextInTheList() async throws {
    let (shelf, _) = try await shelf()
    _ = try await shelf.answer(
      "/login", method: "POST", "User-Agent: <script>alert(1)</script>",
      body: "token=\(Self.token)")
    let page = try await shelf.answer(
      "/sessions", "Accept: text/html", "Authorization: Bearer \(Self.token)")
    #expect(page.status == 200 && page.text.contains("&lt;script&gt;"))
    #expect(!page.text.contains("<script>"))
    #expect(page["Content-Security-Policy"] != nil)
  }

  @Test func aPageOfAnotherSiteMayNeitherLogInNorOut() async throws {
    let (shelf, _) = try await shelf()
    let session = try await logIn(shelf)
    for origin in ["https://evil.example", "null"] {
      let login = try await shelf.answer(
        "/login", method: "POST", "Origin: \(origin)", body: "token=\(Self.token)")
      #expect(login.status == 403 && login["Set-Cookie"] == nil)
      let logout = try await shelf.answer(
        "/logout", method: "POST", "Origin: \(origin)", "Cookie: \(session)")
      #expect(logout.status == 403)
    }
    #expect(try await shelf.answer("/api/1/publications", "Cookie: \(session)").status == 200)
    // The server's own page, as a browser says it behind a proxy that speaks TLS.
    let own = try await shelf.answer(
      "/login", method: "POST", "Origin: https://localhost", body: "token=\(Self.token)")
    #expect(own.status == 303)
  }

  @Test func wrongTokensAreSlowedDownAndTheSessionGoesOn() async throws {
    let (shelf, _) = try await shelf()
    let session = try await logIn(shelf)
    var statuses: [Int] = []
    for number in 0..<40 {
      statuses.append(
        try await shelf.answer("/login", method: "POST", body: "token=wrong\(number)").status)
    }
    #expect(statuses.prefix(10).allSatisfy { $0 == 401 })
    #expect(statuses.contains(429))
    #expect(try await shelf.answer("/api/1/publications", "Cookie: \(session)").status == 200)
  }

  @Test(arguments: [
    ("/a?token=secret&page=1", "/a?token=…&page=1"),
    ("/a?page=1&Access_Token=secret", "/a?page=1&Access_Token=…"),
    ("/a?password=s%20e", "/a?password=…"), ("/a?page=1", "/a?page=1"), ("/a", "/a"),
  ])
  func theLogHasNoSecrets(target: String, logged: String) throws {
    #expect(try #require(HTTPTarget(target)).withoutSecrets == logged)
  }
}
