import CLinux
import Glibc
import PageModel

extension PageError {
  /// What to say of a worker's end.
  init(
    _ ending: WorkerProcess.Ending?, waitStatus: Int32, memoryMiB: Int, limits: WorkerLimits
  ) {
    let signal = linux_ending_signal(waitStatus)
    switch ending {
    case .deadline(let seconds):
      self.init(
        .limit,
        "the limit was reached: it is not done after \(brief(seconds)) s", remedy: .time)
    case .memory(let mebibytes):
      self = Self.tooMuchMemory(mebibytes)
    case .starved:
      self.init(.busy, "the machine has too much to do for this now: ask again later")
    case .cancelled:
      self.init(.cancelled, "the request was withdrawn")
    case .nonsense:
      self.init(.damaged, "its worker answered nonsense and was ended: check the source")
    case nil where signal == SIGXCPU:
      self.init(.limit, "the limit was reached: it needs too much processor time")
    case nil where signal != 0 && memoryMiB > limits.memoryMiB / 2:
      // What a library does when memory is refused is to end the process, by this or that signal.
      self = Self.tooMuchMemory(limits.memoryMiB)
    case nil where signal != 0:
      self.init(
        .damaged, "its worker crashed (signal \(signal)): the source may be damaged")
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
