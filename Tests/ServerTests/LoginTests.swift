import HTTP
import TestSupport
import Testing

@testable import Server

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

  @Test func clientsThatAreRememberedAreBounded() {
    let throttle = throttle()
    for number in 0..<30_000 {
      throttle.recordFailure(of: "client \(number)")
      clock.advance(by: .milliseconds(10))
    }
    #expect(throttle.rememberedClients <= TokenThrottle.capacity)
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
