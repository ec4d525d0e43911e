/// The processor time of some processes so far, in seconds.
public struct ProcessorTime: Sendable, Hashable {
  /// Seconds that they waited, ready to run, while others had the processors.
  public var waited: Double
  /// Seconds of processors that they used; several at once add up.
  public var used: Double

  public init(waited: Double = 0, used: Double = 0) {
    self.waited = waited
    self.used = used
  }
}
