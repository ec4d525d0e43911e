/// Counts durations in ranges of their length, as a Prometheus histogram does.
struct Histogram: Sendable {
  /// The upper bounds of the ranges in seconds, from a hit in memory to the time limit of a page and
  /// beyond.
  static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]

  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  private(set) var sum = 0.0

  var count: Int { counts.reduce(0, +) }

  mutating func add(_ seconds: Double) {
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }
}
