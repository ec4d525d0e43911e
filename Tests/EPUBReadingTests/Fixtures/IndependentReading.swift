import Foundation
import TestSupport
import Testing

/// The content of books, by their paths, as an independent program reads it: Python's standard
/// library. The form is that of `form(_:)`.
func independentReading(_ paths: [String]) async throws -> [String: NSDictionary] {
  let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Independent/read_books.py").path
  let result = try await run(try #require(program("python3")), [script] + paths)
  try #require(result.status == 0, Comment(rawValue: result.errors))
  let parsed = try JSONSerialization.jsonObject(with: Data(result.output))
  return try #require(parsed as? [String: NSDictionary])
}
