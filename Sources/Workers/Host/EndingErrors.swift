import CRectoLinux
import Glibc
import RectoPageModel

extension PageError {
  /// The error for a worker's end.
  init(
    _ ending: WorkerProcess.Ending?, waitStatus: Int32?, memoryMiB: Int, limits: WorkerLimits
  ) {
    let signal = linux_ending_signal(waitStatus ?? 0)
    switch ending {
    case .deadline(let seconds):
      self.init(
        .limit,
        "the limit was reached: it took longer than \(briefSeconds(seconds)) s", remedy: .time)
    case .memory(let mebibytes):
      self = Self.tooMuchMemory(mebibytes)
    case .starved:
      self = .starved
    case .cancelled:
      self = .cancelled
    case .invalidReply:
      self.init(.damaged, "its worker sent an invalid reply and was stopped: check the source")
    case nil where waitStatus == nil:
      self.init(.busy, "all workers were stopped: try again later")
    case nil where signal == SIGXCPU:
      self.init(.limit, "the limit was reached: it needs too much processor time")
    case nil where signal != 0 && memoryMiB > limits.memoryMiB / 2:
      // Libraries abort when an allocation fails, with varying signals.
      self = Self.tooMuchMemory(limits.memoryMiB)
    case nil where signal != 0:
      self.init(
        .damaged, "its worker crashed (signal \(signal)): the source may be damaged")
    case nil where linux_exit_status(waitStatus ?? 0) == WorkerProgram.helperEnded:
      self.init(.damaged, "the program that renders it crashed: check the source")
    case nil:
      self.init(.damaged, "its worker ended without an answer: check the source")
    }
  }

  private static func tooMuchMemory(_ mebibytes: Int) -> PageError {
    PageError(
      .limit,
      "the limit was reached: it needs more than \(mebibytes) MiB of memory", remedy: .memory)
  }
}
