import TestSupport
import Testing

/// The sample issue has nothing wrong with it, in whatever form.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct CleanIssueTests {
  @Test(arguments: ["quay.pdf", "quay-layout"], ["tablet", "accessibility"])
  func nothingIsInvented(name: String, profile: String) async throws {
    let found = try await preflight(
      "\(try #require(samplesFolder()))/\(name)", "--profile", profile)
    expect(found, are: [])
  }

  @Test(
    .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)),
    arguments: ["tablet", "accessibility"])
  func nothingIsInventedOfHTML(profile: String) async throws {
    try await nothingIsInvented(name: "quay-html", profile: profile)
  }

  @Test(
    .needsBooks, .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)),
    arguments: ["tablet", "accessibility"])
  func nothingIsInventedOfABook(profile: String) async throws {
    try await nothingIsInvented(name: "quay.epub", profile: profile)
  }
}
