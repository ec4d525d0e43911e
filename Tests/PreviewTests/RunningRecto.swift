import Foundation
import TestSupport

/// A `recto` that goes on until it is told to stop.
final class RunningRecto: @unchecked Sendable {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: try rectoExecutable())
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  func interrupt() { process.interrupt() }

  func firstLine() async throws -> String { await Self.line(from: output.fileHandleForReading) }
  /// Ends it as Ctrl-C does with its first line on standard error, and gives its status. All on a
  /// thread of its own: those of the tests may be busy until it is done by itself.
  func statusInterruptedAtFirstErrorLine() async -> Int32 {
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
  func status() async -> Int32 {
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
