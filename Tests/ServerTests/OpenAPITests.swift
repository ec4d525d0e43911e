import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, Comment(rawValue: needsPython)))
struct OpenAPITests {
  @Test(arguments: ["quay.pdf"])
  func theAPIDoesWhatItsDescriptionSays(publication: String) async throws {
    let shelf = try await ServedShelf("\(samples)/\(publication)")
    let result = try await runScript("Scripts/check_api", [shelf.url, publication])
    #expect(result.status == 0, "\(result.text.suffix(4000))\(result.errors.suffix(2000))")
  }
}
