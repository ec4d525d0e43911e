import RectoPageModel

/// The limits of one worker, each of which can be set; an error names the limit that was
/// exceeded.
public struct WorkerLimits: Sendable, Hashable {
  /// The private memory of the worker in MiB, without the source and the pixels that it shares.
  public var memoryMiB = 512
  /// The memory in MiB of the worker's helper, such as a browser, with all processes that it
  /// started. Above half of it, the worker is replaced after its job.
  public var helperMemoryMiB = 1024
  /// The time limit in seconds for one job, such as opening the source, drawing a page or reading
  /// its text. Time in which the job waits because other processes have the processors does not
  /// count, up to ten times this limit.
  public var seconds = 10.0
  /// The time limit in seconds for laying out a whole publication before its first page is
  /// available, which is done in many jobs.
  public var paginationSeconds = 120.0
  /// The number of jobs after which a worker is replaced.
  public var jobs = 1_000
  /// The memory in MiB by which a worker may grow after it opened its source before it is
  /// replaced.
  public var grownMiB = 256
  /// The maximum size in bytes of one answer, in JSON or as packed text, which is read in this
  /// process: some hundred times a page of print. An attachment or a medium has the limit of its
  /// request.
  public var answerBytes = 16 << 20
  /// The processor time in seconds after which a job at the front continues at the back; nil for
  /// never. See `WorkPace`.
  public var secondsAtFront: Double?
  /// True if a worker whose helper runs is kept ready for the next source of a backend that needs a
  /// helper, once one was opened: for a server, where the start of a browser would be waited for.
  public var keepsReadyWorkers = false
  /// The number of workers that a page may end before it is refused, and of pages that may do so
  /// before their layout is refused.
  public var endedWorkers = 3
  /// The time in seconds for which a page or a layout is refused.
  public var refusalSeconds = 600.0

  /// The defaults.
  public init() {}
}
