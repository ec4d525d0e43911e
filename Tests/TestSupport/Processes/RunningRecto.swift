import Foundation

/// A `recto` that goes on until it is told to stop, such as a server.
public final class RunningRecto: Sendable {
  private let process: ChildProcess

  /// The number of its process.
  public var processID: Int32 { process.id }

  /// Starts it; `environment` is added to the test's own. A page has the time of `withPatience`.
  public init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process = try ChildProcess(
      rectoExecutable(), withPatience(arguments), environment: environment, output: .lines,
      errors: .lines)
  }

  /// Sends what Ctrl-C does.
  public func interrupt() { process.signal(SIGINT) }

  /// The next line of its standard output, empty at its end.
  public func nextLine() async throws -> String { try await process.nextLine() ?? "" }

  /// The next line of its standard error, empty at its end.
  public func nextErrorLine() async throws -> String { try await process.nextErrorLine() ?? "" }

  /// Waits for its end and gives its exit status.
  public func status() async throws -> Int32 { try await process.ending().status }

  /// Interrupts it at its first line on standard error, and gives its exit status.
  public func statusInterruptedAtFirstErrorLine() async throws -> Int32 {
    _ = try await nextErrorLine()
    interrupt()
    return try await status()
  }
}
