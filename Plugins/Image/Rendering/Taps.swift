/// The samples of one axis that make up each pixel of a result, with their weights.
///
/// In a reduction, a sample's weight is the share of it that the pixel covers, which neither
/// aliases nor rings; in an enlargement, two neighbors are blended linearly.
struct Taps {
  struct Run {
    /// The first sample.
    var start: Int
    var count: Int
    /// The index of its first weight.
    var weights: Int
  }

  /// One run for each pixel of the result, in order.
  private(set) var runs: [Run] = []
  /// The weights of all runs; those of each run add up to `one`.
  private(set) var weights: [UInt16] = []
  /// The samples that any run needs.
  private(set) var range: Range<Int>

  /// The taps of `axis` over `length` samples.
  init(_ axis: AxisMapping, length: Int, one: UInt16) {
    range = 0..<0
    runs.reserveCapacity(axis.count)
    for index in 0..<axis.count {
      if abs(axis.gain) > 1 {
        blend(axis.interval(at: index), length: length, one: one)
      } else {
        cover(axis.interval(at: index), length: length, one: one)
      }
    }
    let first = runs.map(\.start).min() ?? 0
    range = first..<(runs.map { $0.start + $0.count }.max() ?? first)
  }

  /// True if the result is the samples unchanged: each pixel is one sample, and the next pixel the next
  /// sample.
  var isIdentity: Bool {
    weights.count == runs.count
      && runs.indices.allSatisfy { runs[$0].count == 1 && runs[$0].start == runs[0].start + $0 }
  }

  /// The same taps, with samples counted from `range.lowerBound`.
  func rebased() -> Taps {
    var taps = self
    for index in taps.runs.indices { taps.runs[index].start -= range.lowerBound }
    taps.range = 0..<range.count
    return taps
  }

  /// Adds a pixel that covers an interval.
  private mutating func cover(_ interval: (from: Double, to: Double), length: Int, one: UInt16) {
    let limit = Double(length)
    let from = min(max(interval.from, 0), limit)
    let to = min(max(interval.to, 0), limit)
    // Rounding may put a pixel at the edge outside of the picture: it repeats the last sample.
    guard to > from else {
      return add(start: interval.to <= 0 ? 0 : length - 1, [one])
    }
    let first = Int(from)
    let last = min(length, Int(to.rounded(.up)))
    var parts: [UInt16] = []
    var given = 0
    for sample in first..<last {
      // The sums are rounded instead of the weights, so that the weights add up to exactly `one`.
      let covered = (min(Double(sample + 1), to) - from) / (to - from)
      let sum = Int((covered * Double(one)).rounded())
      parts.append(UInt16(max(0, sum - given)))
      given = max(given, sum)
    }
    let lead = parts.prefix { $0 == 0 }.count
    let trail = parts.reversed().prefix { $0 == 0 }.count
    add(start: first + lead, parts[lead..<(parts.count - trail)])
  }

  /// Adds a pixel that blends the samples on both sides of the middle of an interval.
  private mutating func blend(_ interval: (from: Double, to: Double), length: Int, one: UInt16) {
    let middle = (interval.from + interval.to) / 2 - 0.5
    let place = min(max(middle, 0), Double(length - 1))
    let first = Int(place)
    let second = UInt16(((place - Double(first)) * Double(one)).rounded())
    if second == 0 {
      add(start: first, [one])
    } else if second == one {
      add(start: first + 1, [one])
    } else {
      add(start: first, [one - second, second])
    }
  }

  private mutating func add(start: Int, _ parts: some Collection<UInt16>) {
    runs.append(Run(start: start, count: parts.count, weights: weights.count))
    weights.append(contentsOf: parts)
  }
}
