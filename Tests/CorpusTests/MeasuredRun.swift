import Foundation
import Glibc
import TestSupport

/// How a program ended, and what it took.
struct MeasuredRun: Sendable {
  /// The exit status, or nil where a signal ended it.
  var status: Int32?
  var seconds: Double
  /// The largest resident set that the process or one that it started was seen with, in MiB.
  var peakMiB: Int
  /// The largest that the process itself was seen with, in MiB, without the pixels that it shares with
  /// its workers: those of a page of the largest size that is drawn are more than all else.
  var ownPeakMiB: Int
  var output: [UInt8]
  var errorLines: [String]

  /// Runs a program in a process of its own and kills it after `limit` seconds. Blocks.
  ///
  /// Calls `posix_spawn`. Memory is looked at while it runs: what `wait4` says of a process begins
  /// with the size of the one that started it, and this one has the tests of everything in it.
  init(_ executable: String, _ arguments: [String], limit: Double) throws {
    let scratch = try temporaryFolder()
    let (outputPath, errorPath) = (scratch.path("output"), scratch.path("errors"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT, 0o600)
    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }

    let start = ContinuousClock.now
    var pid = pid_t()
    let failure = posix_spawn(&pid, executable, &actions, nil, &words, environ)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
    var status: Int32 = 0
    var ownPeak = 0
    var pixels = 0
    var peak = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      if ContinuousClock.now - start > .seconds(limit) { kill(pid, SIGKILL) }
      ownPeak = max(ownPeak, Self.largestSet(of: pid))
      pixels = max(pixels, Self.size("RssShmem", of: pid))
      peak = max(peak, ownPeak, Self.largestSet(below: pid))
      usleep(2_000)
    }
    let elapsed = (ContinuousClock.now - start).components
    seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    peakMiB = peak / 1024
    ownPeakMiB = (ownPeak - pixels) / 1024
    self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    output = try bytes(ofFile: outputPath)
    errorLines = String(decoding: try bytes(ofFile: errorPath), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Of all processes that `process` started, and of those that they did.
  private static func largestSet(below process: pid_t) -> Int {
    let children =
      (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8))
      ?? ""
    return children.split(separator: " ").compactMap { pid_t($0) }
      .reduce(0) { max($0, largestSet(of: $1), largestSet(below: $1)) }
  }

  private static func largestSet(of process: pid_t) -> Int { size("VmHWM", of: process) }

  /// A size of a process that runs, in KiB (proc(5)); 0 as long as it is a copy of this one, whose
  /// memory it has until the moment at which the program is another.
  private static func size(_ name: String, of process: pid_t) -> Int {
    guard program(of: process) != program(of: getpid()) else { return 0 }
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func program(of process: pid_t) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  }
}

/// The `recto` that was built beside the tests.
func rectoPath() throws -> String {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/recto"
}
