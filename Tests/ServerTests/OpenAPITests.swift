import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, "RECTO_TEST_PYTHON names no Python with Schemathesis"))
struct OpenAPITests {
  @Test(.timeLimit(.minutes(10)))
  func theAPIDoesWhatItsDescriptionSays() async throws {
    let shelf = try await ServedShelf(samples + "/quay.pdf", samples + "/quay-layout")
    let result = try runScript("check_api", shelf.url)
    #expect(result.status == 0, "\(result.text.suffix(4000))\(result.errors.suffix(2000))")
  }
}
