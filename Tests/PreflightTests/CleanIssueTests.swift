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
    arguments: ["quay-html", "quay.epub"], ["tablet", "accessibility"])
  func nothingIsInventedWithABrowser(name: String, profile: String) async throws {
    let found = try await preflight(
      "\(try #require(samplesFolder()))/\(name)", "--profile", profile)
    expect(found, are: [])
  }
}
