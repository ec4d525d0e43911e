import Foundation
import TestSupport
import Testing

/// Why tests with validators of PyPI are skipped.
let needsPython = "RECTO_TEST_PYTHON names no Python with the packages of Tests/requirements.txt"

/// Runs a script of `Scripts/Standards`, which says what is wrong and ends with another status than
/// 0. It goes on for seconds, and the threads that tests share are as many as processors: it is
/// waited for on one of its own.
func validate(_ script: String, _ arguments: [String]) async throws -> CommandResult {
  let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Scripts/Standards"
  let python = try #require(testPython)
  return try await withCheckedThrowingContinuation { continuation in
    Thread {
      continuation.resume(
        with: Result {
          try run(
            python, ["\(folder)/\(script).py"] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        })
    }.start()
  }
}
