import Foundation

/// The result of a finished command.
public struct CommandResult: Sendable {
  public let status: Int32
  /// True if it exited, false if a signal ended it.
  public let exited: Bool
  public let output: [UInt8]
  public let errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Runs the `recto` that was built beside the tests.
///
/// `input` becomes its standard input, which is empty otherwise; `environment` is added to the
/// test's own; `outputPath` stands in for standard output, such as `/dev/full`. A page has the time
/// of `withPatience`.
public func runRecto(
  _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
  in folder: String? = nil, outputPath: String? = nil
) async throws -> CommandResult {
  try await run(
    rectoExecutable(), withPatience(arguments), input: input, environment: environment, in: folder,
    outputPath: outputPath)
}

/// A command line of `recto` with a time limit that no page reaches because the machine is busy.
///
/// A command line that names a limit itself, or whose command has none, stays as it is.
public func withPatience(_ arguments: [String]) -> [String] {
  let commands = [
    "info", "render", "text", "search", "outline", "links", "articles", "media", "annotations",
    "attachments", "layers", "fonts", "locate", "serve", "preview", "preflight", "snapshot",
  ]
  guard let command = arguments.first, commands.contains(command),
    !arguments.contains(where: { ["--time-limit", "--in-process"].contains($0) })
  else { return arguments }
  return [command, "--time-limit", "120"] + arguments.dropFirst()
}

/// Runs any program to its end, when a slot of `ProcessSlots` is free.
///
/// Throws `Stuck` if it has not ended after `Patience.limit` times `events`. Its output goes
/// through files, which never hold it up.
public func run(
  _ executable: String, _ arguments: [String], input: [UInt8] = [],
  environment: [String: String] = [:], in folder: String? = nil, outputPath: String? = nil,
  events: Int = 1
) async throws -> CommandResult {
  let scratch = try temporaryFolder()
  let inputPath = try scratch.write(input, to: "input")
  let outputFile = try outputPath ?? scratch.write([], to: "output")
  let errorFile = try scratch.write([], to: "errors")
  let ending: ChildProcess.Ending
  do {
    ending = try await ProcessSlots.shared.run {
      try await ChildProcess(
        executable, arguments, environment: environment, in: folder, inputPath: inputPath,
        output: .file(outputFile), errors: .file(errorFile)
      ).ending(events: events)
    }
  } catch let stuck as Stuck {
    let said = [outputFile, errorFile].map {
      String(decoding: ((try? bytes(ofFile: $0)) ?? []).suffix(3000), as: UTF8.self)
    }
    throw Stuck(stuck, saying: said.joined(separator: "\n"))
  }
  return CommandResult(
    status: ending.status, exited: ending.exited,
    output: outputPath == nil ? try bytes(ofFile: outputFile) : [],
    errors: String(decoding: try bytes(ofFile: errorFile), as: UTF8.self))
}

/// A program on the `PATH`, or nil if it is not installed.
public func program(_ name: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    .map { "\($0)/\(name)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The path of `recto`: `swift test` puts the test bundle, which is this process, beside the
/// executables.
public func rectoExecutable() throws -> String {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/recto"
}
