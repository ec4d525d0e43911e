import RectoHTTP
import Testing

@testable import RectoServer

/// By which address limits are kept.
@Suite struct ClientTests {
  private func address(
    _ client: String, publicURL: String?,
    _ headers: HTTPHeaders = ["X-Forwarded-For": "203.0.113.9, 198.51.100.7"]
  ) throws -> String {
    var configuration = ServerConfiguration()
    configuration.publicURL = publicURL
    let request = HTTPRequest(
      .get, try #require(HTTPTarget("/")),
      headers: headers, client: client)
    return Client(of: request, configuration).address
  }

  @Test func aProxyOnThisMachineSaysWhoAsks() throws {
    #expect(try address("127.0.0.1", publicURL: "https://a.example") == "198.51.100.7")
    #expect(try address("::1", publicURL: "https://a.example") == "198.51.100.7")
  }

  @Test func aProxyOnThisMachineIsKnownByItsMappedAddress() throws {
    #expect(try address("::ffff:127.0.0.1", publicURL: "https://a.example") == "198.51.100.7")
    #expect(try address("::ffff:192.0.2.1", publicURL: "https://a.example") == "::ffff:192.0.2.1")
  }

  @Test func aProxyMayAddALineOfItsOwn() throws {
    let headers: HTTPHeaders = [
      "X-Forwarded-For": "203.0.113.9", "X-Forwarded-For": "203.0.113.10, 198.51.100.7",
    ]
    #expect(
      try address("127.0.0.1", publicURL: "https://a.example", headers) == "198.51.100.7")
  }

  @Test func aClientDoesNotSayItsOwnAddress() throws {
    #expect(try address("127.0.0.1", publicURL: nil) == "127.0.0.1")
    #expect(try address("192.0.2.1", publicURL: "https://a.example") == "192.0.2.1")
  }

  /// A browser sends such a cookie over encrypted connections alone.
  @Test(arguments: ["https://library.example", "http://library.example", ""])
  func aCookieIsSecureWhereTheServersAddressIs(base: String) throws {
    let context = RequestContext(
      request: HTTPRequest(.get, try #require(HTTPTarget("/"))), parameters: PathParameters(),
      query: QueryParameters([]), base: base, client: "127.0.0.1")
    let attributes = context.setCookie("session", "a", maximumAge: 9).split(separator: "; ")
    #expect(attributes.starts(with: ["session=a", "Path=/", "HttpOnly", "SameSite=Strict"]))
    #expect(attributes.contains("Secure") == base.hasPrefix("https:"))
  }
}

/// The limits of simultaneous requests.
@Suite struct RequestLimitTests {
  private func admission() -> Admission {
    var configuration = ServerConfiguration()
    configuration.limits.requestsOfClient = 2
    configuration.limits.requestsAtOnce = 3
    return Admission(configuration)
  }

  @Test func aClientHasNoMoreThanItsLimit() throws {
    let admission = admission()
    try admission.enter("a")
    try admission.enter("a")
    #expect { try admission.enter("a") } throws: {
      ($0 as? ServerError)?.status == .tooManyRequests
    }
    admission.leave("a")
    #expect(throws: Never.self) { try admission.enter("a") }
  }

  @Test func allTogetherHaveNoMoreThanTheirs() throws {
    let admission = admission()
    for client in ["a", "b", "c"] { try admission.enter(client) }
    #expect { try admission.enter("d") } throws: {
      ($0 as? ServerError)?.status == .serviceUnavailable
    }
    admission.leave("b")
    #expect(throws: Never.self) { try admission.enter("d") }
  }

  @Test func theLastQuarterIsForClientsWithFewRequests() throws {
    var configuration = ServerConfiguration()
    configuration.limits.requestsOfClient = 16
    configuration.limits.requestsAtOnce = 16
    let admission = Admission(configuration)
    for _ in 0..<12 { try admission.enter("many") }
    #expect { try admission.enter("many") } throws: {
      ($0 as? ServerError)?.status == .serviceUnavailable
    }
    for _ in 0..<2 { #expect(throws: Never.self) { try admission.enter("few") } }
    #expect(throws: ServerError.self) { try admission.enter("few") }
  }
}
