import Foundation
import TestSupport
import Testing

/// What a probe in a sandbox said and how it ended.
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
  environment: [String: String] = [:], input: FileHandle = .nullDevice, in folder: String? = nil
) throws -> ProbeResult {
  let output = Pipe()
  let process = Process()
  process.executableURL = try probeExecutable()
  process.arguments = options + [attempt, argument]
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
  process.standardInput = input
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  return ProbeResult(
    text: text.trimmingCharacters(in: .newlines),
    signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil)
}

/// The probe, which is built into the folder of the tests.
func probeExecutable() throws -> URL {
  URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent()
    .appendingPathComponent("SandboxProbe")
}

/// Expects that the sandbox refuses something with one of `errors`.
func expectRefusal(
  _ attempt: String, _ argument: String = "", _ errors: String..., options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try probe(attempt, argument, options: options)
  #expect(
    errors.map { "refused: \($0)" }.contains(result.text), "\(attempt) \(argument)",
    sourceLocation: sourceLocation)
}

/// Expects that something works in the sandbox.
func expectSuccess(
  _ attempt: String, _ argument: String = "", options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let result = try probe(attempt, argument, options: options)
  #expect(result.text == "did it", "\(attempt) \(argument)", sourceLocation: sourceLocation)
}
