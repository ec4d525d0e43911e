import Foundation

/// Python's web server for the files of a folder: what a publisher has.
public final class StaticServer: Sendable {
  private let process: ChildProcess
  /// With a slash at its end.
  public let url: String

  public init(_ folder: String) async throws {
    process = try ChildProcess(
      program("python3") ?? "/usr/bin/python3",
      ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", folder], output: .lines)
    let words = try await process.nextLine()?.split(separator: " ") ?? []
    guard let place = words.firstIndex(of: "port"), let port = Int(words[place + 1]) else {
      throw POSIXError(.ECONNREFUSED)
    }
    url = "http://127.0.0.1:\(port)/"
  }

  /// The network goes away.
  public func stop() async throws { try await process.kill() }
}
