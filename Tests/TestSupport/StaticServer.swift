import Foundation

/// Python's web server for the files of a folder: what a publisher has.
///
/// `@unchecked`: Foundation's `Process` is not marked, and is set up before others see it.
public final class StaticServer: @unchecked Sendable {
  private let process = Process()
  /// With a slash at its end.
  public let url: String

  public init(_ folder: String) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program("python3") ?? "/usr/bin/python3")
    process.arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", folder]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line: [UInt8] = []
    while let byte = output.fileHandleForReading.readData(ofLength: 1).first,
      byte != UInt8(ascii: "\n")
    {
      line.append(byte)
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard let place = words.firstIndex(of: "port"), let port = Int(words[place + 1]) else {
      throw POSIXError(.ECONNREFUSED)
    }
    url = "http://127.0.0.1:\(port)/"
  }

  /// The network goes away.
  public func stop() {
    guard process.isRunning else { return }
    // What tests start may have inherited that it ends for nothing less.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { stop() }
}
