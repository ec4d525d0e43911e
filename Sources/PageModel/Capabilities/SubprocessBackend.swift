/// A backend that has another program do a part of its work, such as a browser.
///
/// A worker has the program made ready before it enters its sandbox, in which nothing can be
/// started, and before it sees a byte of a source. The program must confine itself and end when the
/// worker does.
public protocol SubprocessBackend: PageBackend {
  /// The same backend with its program ready, which runs from the first source on that needs it.
  /// Waiting for the program is limited in the time of `clock`.
  ///
  /// Throws `notInstalled` with the name of the package that is missing.
  func prepareHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession
}

extension SubprocessBackend {
  /// Opens a source with a helper for it alone. Throws as `prepareHelper`, and as `PageBackend` states.
  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    try prepareHelper(WallClock()).open(source, options: options)
  }
}

/// A backend whose program can be started before there is a source.
public protocol StartableBackend: SubprocessBackend {
  /// As `prepareHelper`, with the program started. Waits until it is ready for a source, on elapsed time.
  ///
  /// Throws as `prepareHelper`, `limit` where the start takes too long, and `damaged` where the program
  /// has ended.
  func startHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession
}

/// A backend whose helper is ready. All publications that it opens belong to the same thread.
public protocol BackendSession {
  /// Opens a source. Throws as `PageBackend` states.
  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication

  /// True if the helper runs or can be started. A worker with a dead helper is replaced.
  var isAlive: Bool { get }
}

/// Tells work that waits for other processes how much of its time they used.
public protocol JobClock {
  /// The processor time of this process and its helpers so far.
  var processorTime: ProcessorTime { get }
}

/// A clock without processor time: limits are on elapsed time.
public struct WallClock: JobClock {
  public init() {}

  public var processorTime: ProcessorTime { ProcessorTime() }
}
