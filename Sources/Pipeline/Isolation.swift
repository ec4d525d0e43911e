import RectoPageModel
import RectoWorkers

/// The place where sources are opened.
public enum Isolation: Sendable {
  /// Each in separate worker processes that it cannot leave: for untrusted input, and to use all
  /// cores.
  case workers(WorkerPool)
  /// In this process, one thread a publication: for trusted input. A crash ends the process,
  /// and a hang is not stopped.
  case inProcess
}

/// The zygote, the number and the limits of workers.
public struct WorkerPool: Sendable {
  /// The process that workers are forked from. It ends with its last reference, and its workers
  /// with it.
  public var zygote: Zygote
  /// The maximum number of workers for one publication; they are made as needed.
  public var count: Int
  /// The limits of each of them.
  public var limits: WorkerLimits
  /// True if workers drop their rights before they see a source; nothing is opened if they
  /// cannot.
  public var isSandboxed: Bool

  /// A pool for all publications of an engine, with up to `count` workers for each. A count below 1
  /// is 1.
  public init(
    zygote: Zygote, count: Int = processorCount, limits: WorkerLimits = WorkerLimits(),
    isSandboxed: Bool = true
  ) {
    self.zygote = zygote
    self.count = max(1, count)
    self.limits = limits
    self.isSandboxed = isSandboxed
  }
}
