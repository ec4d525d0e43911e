import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, "RECTO_TEST_PYTHON names no Python with Schemathesis"))
struct OpenAPITests {
  @Test(.timeLimit(.minutes(20)), arguments: ["quay.pdf"])
  func theAPIDoesWhatItsDescriptionSays(publication: String) async throws {
    let shelf = try await ServedShelf("\(samples)/\(publication)")
    let result = try runScript("check_api", shelf.url, publication)
    #expect(result.status == 0, "\(result.text.suffix(4000))\(result.errors.suffix(2000))")
  }
}
