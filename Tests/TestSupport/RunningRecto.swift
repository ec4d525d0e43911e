import Foundation

/// A `recto` that goes on until it is told to stop.
///
/// `@unchecked`: Foundation's `Process` and `Pipe` are not marked, and are set up before others see
/// them.
public final class RunningRecto: @unchecked Sendable {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// The number of its process.
  public var processID: Int32 { process.processIdentifier }

  /// Starts it; `environment` is added to the test's own.
  public init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: try rectoExecutable())
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Sends what Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// The next line of its standard output, empty at its end.
  public func nextLine() async -> String { await Self.line(from: output.fileHandleForReading) }

  /// Ends it as Ctrl-C does with its first line on standard error, and gives its status. All on a
  /// thread of its own: those of the tests may be busy until it is done by itself.
  public func statusInterruptedAtFirstErrorLine() async -> Int32 {
    await withCheckedContinuation { continuation in
      Thread { [process, lines = errors.fileHandleForReading] in
        while let byte = lines.readData(ofLength: 1).first,
          byte != UInt8(ascii: "\n")
        {}
        process.interrupt()
        process.waitUntilExit()
        continuation.resume(returning: process.terminationStatus)
      }.start()
    }
  }

  /// Waits for its end.
  public func status() async -> Int32 {
    await withCheckedContinuation { continuation in
      Thread { [process] in
        process.waitUntilExit()
        continuation.resume(returning: process.terminationStatus)
      }.start()
    }
  }

  private static func line(from handle: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      Thread {
        var bytes: [UInt8] = []
        while let byte = handle.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") {
          bytes.append(byte)
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }.start()
    }
  }
}
