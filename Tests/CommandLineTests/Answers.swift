import Foundation
import TestSupport
import Testing

/// The sample issue.
let quay = (samplesFolder() ?? "") + "/quay.pdf"
/// The same issue as a folder of page images.
let quayPages = (samplesFolder() ?? "") + "/quay-pages"
let hasSamples = samplesFolder() != nil

typealias JSON = [String: Any]

/// The JSON output of a command that must succeed, parsed by Foundation.
func jsonAnswer(_ arguments: String...) async throws -> Any {
  let result = try await runRecto(arguments)
  try #require(result.status == 0, "\(arguments): \(result.errors)")
  return try JSONSerialization.jsonObject(with: Data(result.output))
}

/// An object that was printed.
func parse(_ output: [UInt8]) throws -> JSON {
  try #require(try JSONSerialization.jsonObject(with: Data(output)) as? JSON)
}

/// The plain text that a command prints that has to succeed.
func plainAnswer(_ arguments: String...) async throws -> String {
  let result = try await runRecto(arguments)
  try #require(result.status == 0, "\(arguments): \(result.errors)")
  #expect(result.errors == "")
  return result.text
}

/// The names of all commands, from the overview.
func commandNames() async throws -> [String] {
  let list =
    try await plainAnswer("--help").components(separatedBy: "Commands:\n").last?
    .components(separatedBy: "\n\n").first ?? ""
  let names = list.split(separator: "\n").compactMap { $0.split(separator: " ").first }
  try #require(names.count > 20)
  return names.map(String.init)
}

/// Runs `recto render` into a folder, which has to succeed, and gives the files in it.
func render(_ arguments: String..., into folder: TemporaryFolder) async throws -> [String] {
  let result = try await runRecto(["render"] + arguments + ["-o", folder.path + "/"])
  try #require(result.status == 0, "\(arguments): \(result.errors)")
  return try folder.entries()
}

/// The one image that `recto render` writes to standard output.
func rendered(_ arguments: String...) async throws -> [UInt8] {
  let result = try await runRecto(["render"] + arguments + ["-o", "-"])
  try #require(result.status == 0, "\(arguments): \(result.errors)")
  return result.output
}

/// Expects a refusal: the status, one line on standard error that begins with `recto` and holds
/// `words`, and nothing on standard output.
func expectRefusal(
  _ result: CommandResult, _ status: Int32, _ words: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(result.exited, sourceLocation: sourceLocation)
  #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.errorLines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.errors.hasPrefix("recto"), "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.output.isEmpty, sourceLocation: sourceLocation)
  for word in words {
    #expect(result.errors.contains(word), sourceLocation: sourceLocation)
  }
}

/// True if four numbers are a box inside a page of the sample issue, within a point. It may have no
/// width, as Poppler has it for marks above the letter before.
func isBoxOnQuay(_ value: Any?) -> Bool {
  guard let numbers = value as? [Double], numbers.count == 4 else { return false }
  return numbers[0] >= -1 && numbers[1] >= -1 && numbers[2] >= 0 && numbers[3] > 0
    && numbers[0] + numbers[2] <= 421 && numbers[1] + numbers[3] <= 561
}
