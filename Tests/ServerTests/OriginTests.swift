import RectoServer
import TestSupport
import Testing

/// The sites whose pages may read a server in a browser.
@Suite(.startsProcesses, .enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct OriginTests {
  private static let targets = [
    "/", "/api/1/publications", "/api/1/publications/quay.pdf/pages/0/image.png?width=50",
    "/files/quay.pdf", "/metrics", "/nothing", "/iiif/presentation/3/collection.json",
  ]

  /// Expects what each answer says to a page of `origin`.
  private func expect(_ allowed: String?, to origin: String, from shelf: ServedShelf) async throws {
    for target in Self.targets {
      let answer = try await shelf.answer(target, "Origin: \(origin)")
      #expect(answer["Access-Control-Allow-Origin"] == allowed, "\(target)")
      #expect(answer["X-Content-Type-Options"] == "nosniff", "\(target)")
      #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin", "\(target)")
    }
    let preflight = try await shelf.answer(
      "/api/1/publications/quay.pdf/locate", method: "OPTIONS", "Origin: \(origin)",
      "Access-Control-Request-Method: POST")
    #expect(preflight.status == 204)
    #expect(preflight["Access-Control-Allow-Origin"] == allowed)
    let methods = preflight["Access-Control-Allow-Methods"]
    #expect(methods?.contains("POST") == (allowed == nil ? nil : true))
    let fields = preflight["Access-Control-Allow-Headers"]
    #expect(fields?.contains("Range") == (allowed == nil ? nil : true))
  }

  @Test func noOtherSiteMayReadByDefault() async throws {
    let shelf = try await ServedShelf(samples + "/quay.pdf")
    try await expect(nil, to: "https://reader.example", from: shelf)
    let image = try await shelf.answer(Self.targets[2])
    #expect(image.status == 200)
    #expect(image["Cross-Origin-Resource-Policy"] == "same-origin")
  }

  @Test func namedSitesMayReadAndNoOthers() async throws {
    let shelf = try await ServedShelf(
      "--allow-origin", "https://reader.example", "--allow-origin", "http://127.0.0.1:9000",
      samples + "/quay.pdf")
    try await expect("https://reader.example", to: "https://reader.example", from: shelf)
    try await expect("http://127.0.0.1:9000", to: "http://127.0.0.1:9000", from: shelf)
    for other in ["https://reader.example.evil", "http://reader.example", "null"] {
      try await expect(nil, to: other, from: shelf)
    }
    // A cache between must not give one site's answer to another.
    #expect(try await shelf.answer(Self.targets[1])["Vary"]?.contains("Origin") == true)
  }

  @Test func everySiteMayReadAPublicServer() async throws {
    let shelf = try await ServedShelf("--public", samples + "/quay.pdf")
    try await expect("*", to: "https://reader.example", from: shelf)
    #expect(
      try await shelf.answer(Self.targets[2])["Cross-Origin-Resource-Policy"] == "cross-origin")
  }

  @Test(arguments: [
    "reader.example", "https://", "https://reader.example/path", "ftp://reader.example", "*",
    "null",
    "https://reader.example\u{7F}",
  ])
  func anInvalidOriginIsAUsageError(word: String) async throws {
    let result = try await runRecto(["serve", "--allow-origin", word, samples + "/quay.pdf"])
    #expect(result.status == 64)
    #expect(result.errorLines.first?.contains("is not an origin like") == true, "\(result.errors)")
  }
}

@Suite struct AllowedOriginTests {
  @Test(arguments: [
    ("https://Reader.Example", "https://reader.example"),
    ("https://reader.example/", "https://reader.example"),
    ("https://reader.example:443", "https://reader.example"),
    ("http://[::1]:8080", "http://[::1]:8080"), ("http://a:80", "http://a"),
    ("http://a:443", "http://a:443"),
  ])
  func anOriginIsWrittenAsBrowsersSendIt(text: String, origin: String) {
    #expect(AllowedOrigins.origin(text) == origin)
  }
}
