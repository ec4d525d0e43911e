import Foundation
import TestSupport
import Testing

/// The output of a probe in a sandbox, and how it ended.
struct ProbeResult {
  let text: String
  /// The signal that ended it, if one did.
  let signal: Int32?
}

/// Has the probe put the sandbox on and try one thing.
///
/// Its output goes through a pipe: in the sandbox nothing can be written to a file.
func probe(
  _ attempt: String, _ argument: String = "", options: [String] = [],
  environment: [String: String] = [:], inputPath: String? = nil, in folder: String? = nil
) async throws -> ProbeResult {
  try await run(
    try probeExecutable(), options + [attempt, argument], environment: environment,
    inputPath: inputPath, in: folder)
}

/// Has the probe try one thing with a file as its standard input, which is open for reading and
/// writing.
func probe(_ attempt: String, opening path: String) async throws -> ProbeResult {
  // A shell opens it so; the probe takes the shell's place.
  try await run("/bin/sh", ["-c", #"exec "$0" "$1" <> "$2""#, probeExecutable(), attempt, path])
}

private func run(
  _ program: String, _ arguments: [String], environment: [String: String] = [:],
  inputPath: String? = nil, in folder: String? = nil
) async throws -> ProbeResult {
  try await ProcessSlots.shared.run {
    let process = try ChildProcess(
      program, arguments, environment: environment, in: folder, inputPath: inputPath,
      output: .lines)
    let text = try await process.remainingLines().joined(separator: "\n")
    let ending = try await process.ending()
    return ProbeResult(
      text: text.trimmingCharacters(in: .newlines), signal: ending.exited ? nil : ending.status)
  }
}

/// The probe, which is built into the folder of the tests.
func probeExecutable() throws -> String {
  URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent()
    .appendingPathComponent("SandboxProbe").path
}

/// Expects that the sandbox refuses something with one of `errors`.
func expectRefusal(
  _ attempt: String, _ argument: String = "", _ errors: String..., options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let result = try await probe(attempt, argument, options: options)
  #expect(
    errors.map { "refused: \($0)" }.contains(result.text), "\(attempt) \(argument)",
    sourceLocation: sourceLocation)
}

/// Expects that something works in the sandbox.
func expectSuccess(
  _ attempt: String, _ argument: String = "", options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let result = try await probe(attempt, argument, options: options)
  #expect(result.text == "did it", "\(attempt) \(argument)", sourceLocation: sourceLocation)
}
