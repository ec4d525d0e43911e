import RectoPageModel

/// The limits of one worker; a refusal names the limit. Each is settable.
public struct WorkerLimits: Sendable, Hashable {
  /// MiB of memory that is the worker's own: neither the source nor the pixels that it shares.
  public var memoryMiB = 512
  /// MiB of the worker's helper, such as a browser, and of all that this has started. Beyond half
  /// of it the worker is replaced after its job.
  public var helperMemoryMiB = 1024
  /// Seconds for one job: opening, one page, one page's text. Time that the job waits while other
  /// processes have the processors does not count, up to ten times this limit.
  public var seconds = 10.0
  /// Seconds to lay out a whole publication before its first page is there, which is done in many
  /// jobs.
  public var paginationSeconds = 120.0
  /// Jobs after which a worker is replaced.
  public var jobs = 1_000
  /// MiB that a worker may have grown by since it opened its source before it is replaced.
  public var grownMiB = 256
  /// Bytes of one answer, in JSON or a packed text, which is read in this process: some hundred times
  /// a page of print. An attachment or a medium has the limit that it is asked for with.
  public var answerBytes = 16 << 20
  /// Seconds of processors after which a job at the front goes on at the back, nil for never; see
  /// `WorkPace`.
  public var secondsAtFront: Double?
  /// Workers that a page may end before it is refused, and pages before their layout is.
  public var endedWorkers = 3
  /// Seconds for which it is then refused.
  public var refusalSeconds = 600.0

  /// The defaults.
  public init() {}
}
