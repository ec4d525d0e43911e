import Foundation
import Glibc
import TestSupport

/// The end of a `recto` run, and the resources it used.
struct MeasuredRun: Sendable {
  /// The exit status, or nil if a signal ended it.
  var status: Int32?
  /// Seconds of a processor that it and the processes that it waited for have had. They do not
  /// depend on what else the machine does. Browsers are not waited for.
  var processorSeconds: Double
  /// The largest resident set that the process or one that it started was seen with, in MiB, without the
  /// pixels that they share: those of a page of the largest size that is drawn are more than all else.
  var peakMiB: Int
  /// The same of the process itself.
  var ownPeakMiB: Int
  /// It and all processes that it was seen to start.
  var processes: Set<SeenProcess>
  var errorLines: [String]

  /// Runs `recto` with exactly these arguments, when a slot of `ProcessSlots` is free. Throws
  /// `Stuck` where it has not ended after `Patience.limit`.
  init(_ arguments: [String]) async throws {
    let executable = try rectoExecutable()
    let scratch = try temporaryFolder()
    let errorPath = try scratch.write([], to: "errors")
    self = try await ProcessSlots.shared.run {
      let process = try Self.start(executable, arguments, errorPath: errorPath)
      let ended = Future<MeasuredRun>()
      Thread.detachNewThread { ended.fulfill(MeasuredRun(watching: process)) }
      do {
        return try await ended.value("the end of recto \(arguments.joined(separator: " "))")
      } catch {
        kill(process, SIGKILL)
        throw error
      }
    }
    errorLines = String(decoding: try bytes(ofFile: errorPath), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Waits for a child's end on a thread of its own.
  ///
  /// Memory is sampled while it runs: the value of `wait4` begins with the size of the parent
  /// process, which holds all tests, and the largest size that the kernel keeps has the shared pixels in it.
  private init(watching process: pid_t) {
    var (ending, usage) = (Int32(0), rusage())
    var (ownPeak, peak) = (0, 0)
    processes = []
    while wait4(process, &ending, WNOHANG, &usage) == 0 {
      ownPeak = max(ownPeak, SeenProcess.ownSize(of: process))
      let family = SeenProcess.family(of: process)
      processes.formUnion(family)
      peak = family.reduce(max(peak, ownPeak)) { max($0, SeenProcess.ownSize(of: $1.id)) }
      usleep(Self.pauseMicroseconds)
    }
    status = ending & 0x7F == 0 ? ending >> 8 & 0xFF : nil
    processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6
    }
    peakMiB = peak / 1024
    ownPeakMiB = ownPeak / 1024
    errorLines = []
  }

  /// Between two samples: the kernel tells a process's memory only while it runs.
  private static let pauseMicroseconds: UInt32 = 10_000

  /// Calls `posix_spawn`, since Foundation does not tell what a process took.
  private static func start(
    _ executable: String, _ arguments: [String], errorPath: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY, 0)
    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, executable, &actions, nil, &words, environ)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
    return process
  }
}
