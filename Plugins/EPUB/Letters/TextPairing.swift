/// Pairs the texts that are drawn with those that are written, whole text by whole text: equal ones in
/// nearly the same order.
///
/// Texts are their digests. What is unique on both sides fixes the rest, so
/// that a text that stands in many places is paired with its own one.
struct TextPairing {
  /// For each drawn text, the index of the written one, in rising order; nil where it has none.
  private(set) var pairs: [Int?]
  /// The same for texts that are drawn in another order than they are written.
  private(set) var moved: [Int: Int] = [:]
  private let drawn: [TextDigest]
  private let written: [TextDigest]

  /// The maximum number of pairs of a gap that are compared.
  private static let largestGap = 250_000
  /// The number of times that each text is compared on average; texts that are left then have no
  /// pair. A document may be made so that each round finds only one pair.
  private static let mostRounds = 100

  init(_ drawn: [TextDigest], with written: [TextDigest]) {
    self.drawn = drawn
    self.written = written
    pairs = Array(repeating: nil, count: drawn.count)
    pairInOrder()
    pairMoved()
  }

  private mutating func pairInOrder() {
    var ranges = [(0..<drawn.count, 0..<written.count)]
    var work = Self.mostRounds * (drawn.count + written.count)
    while let (left, right) = ranges.popLast() {
      let (left, right) = pairEnds(left, right)
      guard !left.isEmpty, !right.isEmpty else { continue }
      work -= left.count + right.count
      guard work >= 0 else { return }
      let fixed = uniquePairs(left, right)
      guard !fixed.isEmpty else {
        pairGap(left, right)
        continue
      }
      var (i, j) = (left.lowerBound, right.lowerBound)
      for (drawn, written) in fixed {
        pairs[drawn] = written
        ranges.append((i..<drawn, j..<written))
        (i, j) = (drawn + 1, written + 1)
      }
      ranges.append((i..<left.upperBound, j..<right.upperBound))
    }
  }

  /// Pairs what is equal at both ends of two ranges, and gives what is between.
  private mutating func pairEnds(
    _ left: Range<Int>, _ right: Range<Int>
  ) -> (Range<Int>, Range<Int>) {
    var (i, j) = (left.lowerBound, right.lowerBound)
    var (i2, j2) = (left.upperBound, right.upperBound)
    while i < i2, j < j2, drawn[i] == written[j] {
      pairs[i] = j
      (i, j) = (i + 1, j + 1)
    }
    while i < i2, j < j2, drawn[i2 - 1] == written[j2 - 1] {
      (i2, j2) = (i2 - 1, j2 - 1)
      pairs[i2] = j2
    }
    return (i..<i2, j..<j2)
  }

  /// The most pairs in rising order of texts that are once in each range.
  private func uniquePairs(_ left: Range<Int>, _ right: Range<Int>) -> [(Int, Int)] {
    let (once, other) = (Self.places(of: drawn, left), Self.places(of: written, right))
    return longestRising(
      left.compactMap { index in
        guard once[drawn[index]] == index, let place = other[drawn[index]],
          place != Self.repeated
        else { return nil }
        return (index, place)
      })
  }

  private static let repeated = -1

  /// The index of each text that is once in a range.
  private static func places(
    of texts: [TextDigest], _ range: some Sequence<Int>
  ) -> [TextDigest: Int] {
    var places: [TextDigest: Int] = [:]
    for index in range { places[texts[index]] = places[texts[index]] == nil ? index : repeated }
    return places
  }

  /// The longest sequence whose second numbers rise, by patience sorting.
  private func longestRising(_ candidates: [(Int, Int)]) -> [(Int, Int)] {
    // The last candidate of the best sequence of each length, and the one before each candidate.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: candidates.count)
    for index in candidates.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[ends[middle]].1 < candidates[index].1 {
          low = middle + 1
        } else {
          high = middle
        }
      }
      before[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var sequence: [(Int, Int)] = []
    var next = ends.last
    while let index = next {
      sequence.append(candidates[index])
      next = before[index]
    }
    return sequence.reversed()
  }

  /// The longest common subsequence of two short ranges.
  private mutating func pairGap(_ left: Range<Int>, _ right: Range<Int>) {
    guard left.count * right.count <= Self.largestGap else { return }
    let width = right.count + 1
    var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
    for a in stride(from: left.count - 1, through: 0, by: -1) {
      for b in stride(from: right.count - 1, through: 0, by: -1) {
        lengths[a * width + b] =
          drawn[left.lowerBound + a] == written[right.lowerBound + b]
          ? lengths[(a + 1) * width + b + 1] + 1
          : max(lengths[(a + 1) * width + b], lengths[a * width + b + 1])
      }
    }
    var (a, b) = (0, 0)
    while a < left.count, b < right.count {
      if drawn[left.lowerBound + a] == written[right.lowerBound + b] {
        pairs[left.lowerBound + a] = right.lowerBound + b
        (a, b) = (a + 1, b + 1)
      } else if lengths[(a + 1) * width + b] >= lengths[a * width + b + 1] {
        a += 1
      } else {
        b += 1
      }
    }
  }

  /// Pairs what is once in the rest of both sides.
  private mutating func pairMoved() {
    var isTaken = [Bool](repeating: false, count: written.count)
    for case let pair? in pairs { isTaken[pair] = true }
    let once = Self.places(of: drawn, drawn.indices.filter { pairs[$0] == nil })
    let other = Self.places(of: written, written.indices.filter { !isTaken[$0] })
    for (text, index) in once where index != Self.repeated {
      if let place = other[text], place != Self.repeated { moved[index] = place }
    }
  }
}
