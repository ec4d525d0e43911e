import PageModel
import Workers

/// Where sources are opened.
public enum Isolation: Sendable {
  /// Each in worker processes of its own, which it cannot leave: for input that nobody vouches
  /// for, and to use all cores.
  case workers(WorkerPool)
  /// In this process, one thread a publication: for trusted input. What crashes ends the process,
  /// and what hangs is not stopped.
  case inProcess
}

/// How workers are made, and how many.
public struct WorkerPool: Sendable {
  /// What workers are forked from. It ends with its last reference, and its workers with it.
  public var zygote: Zygote
  /// Workers of one publication, made as they are needed.
  public var count: Int
  /// What each of them may use.
  public var limits: WorkerLimits
  /// Whether workers give up their rights before they see a source. Where that cannot be done,
  /// nothing is opened.
  public var isSandboxed: Bool

  /// A pool for all publications of an engine, each of which has up to `count` workers of its own.
  /// A count below 1 is 1.
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
