import Foundation

/// What a finished command left.
public struct CommandResult: Sendable {
  public let status: Int32
  /// Whether it ended by itself, and not by a signal.
  public let exited: Bool
  public let output: [UInt8]
  public let errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Runs the `recto` that was built beside the tests.
///
/// `input` becomes its standard input, which is empty otherwise; `environment` is added to the
/// test's own; `outputPath` stands in for standard output, such as `/dev/full`.
public func runRecto(
  _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
  in folder: String? = nil, outputPath: String? = nil
) throws -> CommandResult {
  try run(
    rectoExecutable(), arguments, input: input, environment: environment, in: folder,
    outputPath: outputPath)
}

/// Runs any program. Its output goes through files: a pipe that nobody reads would stop it.
public func run(
  _ executable: String, _ arguments: [String], input: [UInt8] = [],
  environment: [String: String] = [:], in folder: String? = nil, outputPath: String? = nil
) throws -> CommandResult {
  let scratch = try temporaryFolder()
  let outputFile = try outputPath ?? scratch.write([], to: "output")
  let errorFile = try scratch.write([], to: "errors")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: executable)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
  let files = [
    try FileHandle(forReadingFrom: URL(fileURLWithPath: scratch.write(input, to: "input"))),
    try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile)),
    try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile)),
  ]
  process.standardInput = files[0]
  process.standardOutput = files[1]
  process.standardError = files[2]
  try process.run()
  process.waitUntilExit()
  for file in files { try? file.close() }
  return CommandResult(
    status: process.terminationStatus, exited: process.terminationReason == .exit,
    output: outputPath == nil ? try bytes(ofFile: outputFile) : [],
    errors: String(decoding: try bytes(ofFile: errorFile), as: UTF8.self))
}

/// A program on the `PATH`, or nil where it is not installed.
public func program(_ name: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    .map { "\($0)/\(name)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The path of `recto`: `swift test` puts the test bundle, which is this process, beside the executables.
public func rectoExecutable() throws -> String {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/recto"
}
