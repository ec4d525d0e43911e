/// The latencies of many requests.
struct Latencies: Sendable {
  private(set) var milliseconds: [Double] = []

  init(_ durations: [Duration] = []) {
    milliseconds = durations.map(\.milliseconds)
  }

  /// Waits for `body` and notes how long that took.
  mutating func time<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let start = ContinuousClock.now
    let result = try await body()
    milliseconds.append((ContinuousClock.now - start).milliseconds)
    return result
  }

  /// The smallest latency that `share` of them do not exceed (nearest rank); NaN if there are none.
  func percentile(_ share: Double) -> Double {
    let sorted = milliseconds.sorted()
    guard !sorted.isEmpty else { return .nan }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var p50: Double { percentile(0.5) }
  var p90: Double { percentile(0.9) }
  var p99: Double { percentile(0.99) }
  var longest: Double { milliseconds.max() ?? .nan }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}

/// The same sequence in every run: xorshift64, by Marsaglia.
struct Dice: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
