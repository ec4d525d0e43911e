import RectoHTTP
import TestSupport
import Testing

@testable import RectoNewsstand

/// Sites that allow frames, and those that do not.
struct FramePermissionTests {
  private let permissions = Self.permissions(seconds: 3_600)

  /// Those that may ask sites of this machine.
  private static func permissions(seconds: Double) -> FramePermissions {
    var policy = FetchPolicy.patient
    policy.isPrivateAllowed = true
    return FramePermissions(policy: policy, seconds: seconds)
  }

  private func site(
    _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws -> HTTPServer {
    var configuration = HTTPConfiguration()
    configuration.port = 0
    return try HTTPServer(configuration, handler: answer)
  }

  /// A site whose pages have these fields.
  private func site(_ fields: [(String, String)], type: String = "text/html") throws -> HTTPServer {
    try site { _ in
      var response = HTTPResponse(Array("<h1>Quay</h1>".utf8), type: type)
      for (name, value) in fields { response.headers.append(name, value) }
      return response
    }
  }

  private func allows(_ fields: [(String, String)]) async throws -> Bool {
    let site = try site(fields)
    return await permissions.allowsFrames(site.url + "/")
  }

  @Test func whatSaysNothingIsAllowed() async throws {
    #expect(try await allows([]))
    #expect(try await allows([("Content-Security-Policy", "default-src 'self'")]))
  }

  @Test(arguments: ["DENY", "SAMEORIGIN", "allow-from https://other.example"])
  func frameOptionsForbid(value: String) async throws {
    #expect(try await !allows([("X-Frame-Options", value)]))
  }

  @Test(arguments: ["'none'", "'self'", "https://other.example", ""])
  func policiesForbid(value: String) async throws {
    #expect(
      try await !allows([("content-security-policy", "img-src *; Frame-Ancestors \(value)")]))
  }

  /// Content Security Policy 3, section 6.4.2, and several policies, section 3.1.
  @Test func policiesOverruleFrameOptionsAndAllOfThemCount() async throws {
    let open = ("Content-Security-Policy", "frame-ancestors *")
    #expect(try await allows([open, ("X-Frame-Options", "DENY")]))
    #expect(try await !allows([open, ("Content-Security-Policy", "frame-ancestors 'none'")]))
    #expect(
      try await !allows([("Content-Security-Policy", "img-src *, frame-ancestors 'none'")]))
  }

  @Test func whatIsNoPageOrNotThereIsNotAllowed() async throws {
    let file = try site([], type: "application/pdf")
    #expect(await !permissions.allowsFrames(file.url + "/"))
    let port = try FreePort()
    for url in ["http://127.0.0.1:\(port.number)/", "file:///etc/passwd", "no address", ""] {
      #expect(await !permissions.allowsFrames(url), "\(url)")
    }
    withExtendedLifetime(port) {}
  }

  /// The publication names the URL, and must not have the server ask machines of its own network.
  @Test func privateAddressesAreNotAsked() async throws {
    let asked = Log<String>()
    let site = try site { request in
      asked.append(request.target.path)
      return HTTPResponse(Array("<h1>Quay</h1>".utf8), type: "text/html")
    }
    #expect(await !FramePermissions().allowsFrames(site.url + "/"))
    #expect(asked.entries.isEmpty)
  }

  @Test func aSiteThatDoesNotAnswerIsGivenUp() async throws {
    let site = try site { _ in
      try? await Task.sleep(for: .seconds(86_400))
      return HTTPResponse(.noContent)
    }
    let permissions = Self.permissions(seconds: 0.1)
    #expect(await !permissions.allowsFrames(site.url + "/"))
  }
}
