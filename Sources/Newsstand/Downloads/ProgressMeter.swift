/// Reports the progress of a download, no more often than a viewer can see.
final class ProgressMeter {
  private static let interval = Duration.milliseconds(100)
  /// The number of seconds over which the rate is averaged.
  private static let memory = 3.0

  private let report: @Sendable (DownloadProgress) -> Void
  private let now: () -> SuspendingClock.Instant
  /// The received bytes of each asset.
  private var received: [Int]
  private var totals: [Int?]
  private var rate: Double?
  private var lastReport: SuspendingClock.Instant
  private var sinceReport = 0

  /// - Parameter totals: The length of each asset, if the catalog states it.
  init(
    _ totals: [Int?], _ report: @escaping @Sendable (DownloadProgress) -> Void,
    now: @escaping () -> SuspendingClock.Instant = { .now }
  ) {
    self.report = report
    self.now = now
    self.totals = totals
    received = totals.map { _ in 0 }
    lastReport = now()
  }

  /// Sets the received bytes of an asset, and its total, without counting them for the rate.
  func set(_ asset: Int, received count: Int, total: Int?) {
    received[asset] = count
    if let total { totals[asset] = total }
    tell()
  }

  /// Adds received bytes of an asset.
  func add(_ asset: Int, _ count: Int) {
    received[asset] += count
    sinceReport += count
    wait()
  }

  /// Reports the progress if it is time, whether or not bytes have come.
  func wait() {
    let passed = now() - lastReport
    guard passed >= Self.interval else { return }
    let seconds = passed / .seconds(1)
    let current = Double(sinceReport) / seconds
    // Each span of time is weighted by its length.
    let weight = min(1, seconds / Self.memory)
    rate = rate.map { $0 + (current - $0) * weight } ?? current
    tell()
  }

  /// Resets the rate before a time without transfer.
  func pause() {
    rate = nil
    tell()
  }

  private func tell() {
    lastReport = now()
    sinceReport = 0
    let isKnown = !totals.contains(nil)
    report(
      DownloadProgress(
        received: received.reduce(0, +),
        total: isKnown ? totals.reduce(0) { $0 + ($1 ?? 0) } : nil, rate: rate ?? 0))
  }
}
