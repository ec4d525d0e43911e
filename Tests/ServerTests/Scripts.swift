import Foundation
import TestSupport
import Testing

/// A Python with what Tests/requirements.txt lists, which `make test` makes where it can.
let testPython = browserPython

/// The reason why tests that need it are skipped.
let needsPython = "RECTO_TEST_PYTHON names no Python with the packages of Tests/requirements.txt"

/// Runs a script of this folder, such as `Reader/look`. It prints the problem and exits with a
/// status other than 0.
func runScript(_ name: String, _ arguments: [String]) async throws -> CommandResult {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let shared = folder.deletingLastPathComponent().path + "/TestSupport/Browser"
  return try await run(
    try #require(testPython), ["\(folder.path)/\(name).py"] + arguments,
    environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": shared],
    events: 10)
}
