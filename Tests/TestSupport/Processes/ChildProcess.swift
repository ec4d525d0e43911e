import Foundation

/// A process that a test started. It is killed with the value.
///
/// Nothing here blocks a thread that tests share: its end and its lines are awaited.
///
/// `@unchecked`: Foundation's `Process` is not marked, and is set up before others see it.
public final class ChildProcess: @unchecked Sendable {
  /// The end of a process.
  public struct Ending: Sendable, Equatable {
    /// The exit status, or the number of the signal.
    public let status: Int32
    /// True if it exited, false if a signal ended it.
    public let exited: Bool
  }

  /// The destination of standard output or standard error.
  public enum Output {
    case nothing
    /// To be read by `nextLine` or `nextErrorLine`.
    case lines
    /// A file. The process does not block if the file is not read.
    case file(String)
  }

  private let process = Process()
  private let ended = Future<Ending>()
  private let input: Pipe?
  private let lines: LineReader?
  private let errorLines: LineReader?
  private let words: String

  /// Starts a program; `environment` is added to the test's own.
  ///
  /// Its standard input is the file at `inputPath`, a pipe for `send` if `hasInput` is set, or
  /// else empty.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    in folder: String? = nil, inputPath: String? = nil, hasInput: Bool = false,
    output: Output = .nothing, errors: Output = .nothing
  ) throws {
    try TestLayer.skipProcesses()
    words = ([(executable as NSString).lastPathComponent] + arguments).joined(separator: " ")
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    input = hasInput ? Pipe() : nil
    let inputFile = try inputPath.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
    process.standardInput = input ?? inputFile ?? FileHandle.nullDevice
    let (outputTarget, lines) = try Self.target(output)
    let (errorTarget, errorLines) = try Self.target(errors)
    (process.standardOutput, process.standardError) = (outputTarget, errorTarget)
    (self.lines, self.errorLines) = (lines, errorLines)
    process.terminationHandler = { [ended] process in
      ended.fulfill(
        Ending(status: process.terminationStatus, exited: process.terminationReason == .exit))
    }
    try Self.withNoSignalBlocked { try process.run() }
    for case let file as FileHandle in [inputFile as Any, outputTarget, errorTarget]
    where file.fileDescriptor > 2 {
      try? file.close()
    }
  }

  deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

  /// The number of the process.
  public var id: Int32 { process.processIdentifier }

  public var isRunning: Bool { ended.current == nil }

  /// Sends a signal.
  public func signal(_ number: Int32) {
    if isRunning { Foundation.kill(process.processIdentifier, number) }
  }

  /// Kills it and waits for its end.
  public func kill() async throws {
    signal(SIGKILL)
    _ = try await ending()
  }

  /// Waits for its end. Kills it and throws `Stuck` after `Patience.limit` times `events`, the number
  /// of events that it waits for one after the other, such as a script with many steps.
  @discardableResult
  public func ending(events: Int = 1) async throws -> Ending {
    do {
      return try await ended.value("the end of \(words.prefix(400))", events: events)
    } catch {
      signal(SIGKILL)
      throw error
    }
  }

  /// Writes to its standard input.
  public func send(_ text: String) throws {
    try input?.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Ends its standard input.
  public func endInput() throws { try input?.fileHandleForWriting.close() }

  /// The next line of its standard output without the newline; nil at its end.
  public func nextLine() async throws -> String? {
    try await lines?.next("a line of \(words.prefix(400))")
  }

  /// The next line of its standard error; nil at its end.
  public func nextErrorLine() async throws -> String? {
    try await errorLines?.next("an error line of \(words.prefix(400))")
  }

  /// The rest of its standard output, up to its end.
  public func remainingLines() async throws -> [String] {
    var rest: [String] = []
    while let line = try await nextLine() { rest.append(line) }
    return rest
  }

  /// Runs `body` on this thread with no signal blocked. A child inherits the mask of the thread
  /// that starts it, and threads of libdispatch block most signals: SIGTERM would not end a child.
  private static func withNoSignalBlocked(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  private static func target(_ output: Output) throws -> (Any, LineReader?) {
    switch output {
    case .nothing: return (FileHandle.nullDevice, nil)
    case .file(let path):
      return (try FileHandle(forWritingTo: URL(fileURLWithPath: path)), nil)
    case .lines:
      let pipe = Pipe()
      return (pipe, LineReader(pipe.fileHandleForReading))
    }
  }
}
