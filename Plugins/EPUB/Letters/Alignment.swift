/// Aligns two sequences that have nearly the same elements in nearly the same order.
enum Alignment {
  /// The index in `written` of each element of `found`, in ascending order; nil for an element without
  /// a match.
  ///
  /// Takes time in proportion to the lengths, however much the sequences differ.
  static func align(_ found: [UInt16], with written: [UInt16]) -> [Int?] {
    var result = [Int?](repeating: nil, count: found.count)
    var (i, j) = (0, 0)
    while i < written.count, j < found.count {
      if written[i] == found[j] {
        result[j] = i
        (i, j) = (i + 1, j + 1)
        continue
      }
      let (i2, j2) = meeting(written, i, found, j)
      pair(written, i..<i2, found, j..<j2, &result)
      (i, j) = (i2, j2)
    }
    return result
  }

  /// The number of consecutive equal elements after which the sequences count as aligned again.
  private static let sure = 12
  private static let firstWindow = 64

  /// The indices at which the sequences agree again after they differ at `i` and `j`; their ends if
  /// they do not.
  private static func meeting(
    _ written: [UInt16], _ i: Int, _ found: [UInt16], _ j: Int
  ) -> (Int, Int) {
    var window = firstWindow
    while true {
      let left = i..<min(i + window, written.count)
      let right = j..<min(j + window, found.count)
      let size = min(sure, max(4, window / 10))
      if let place = nearest(written, left, found, right, size) { return place }
      if left.upperBound == written.count, right.upperBound == found.count {
        // The last elements may be fewer than `size`: those that are equal at the ends belong together.
        var same = 0
        while same < min(left.count, right.count),
          written[written.count - 1 - same] == found[found.count - 1 - same]
        {
          same += 1
        }
        return (written.count - same, found.count - same)
      }
      window *= 8
    }
  }

  /// The equal pieces of a size that are nearest to the beginnings of both ranges.
  private static func nearest(
    _ written: [UInt16], _ left: Range<Int>, _ found: [UInt16], _ right: Range<Int>, _ size: Int
  ) -> (Int, Int)? {
    guard left.count >= size, right.count >= size else { return nil }
    var starts: [UInt64: Int] = [:]
    for start in right.lowerBound...right.upperBound - size {
      let key = hash(found, start, size)
      if starts[key] == nil { starts[key] = start }
    }
    var best: (Int, Int)?
    for start in left.lowerBound...left.upperBound - size {
      if let best, start - left.lowerBound >= distance(best, left, right) { break }
      guard let other = starts[hash(written, start, size)],
        written[start..<start + size] == found[other..<other + size]
      else { continue }
      if best.map({ distance((start, other), left, right) < distance($0, left, right) }) ?? true {
        best = (start, other)
      }
    }
    return best
  }

  private static func distance(_ place: (Int, Int), _ left: Range<Int>, _ right: Range<Int>) -> Int
  {
    place.0 - left.lowerBound + place.1 - right.lowerBound
  }

  private static func hash(_ keys: [UInt16], _ start: Int, _ size: Int) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for index in start..<start + size { hash = (hash ^ UInt64(keys[index])) &* 1_099_511_628_211 }
    return hash
  }

  // MARK: Gaps

  /// The maximum number of pairs in a gap; a larger gap is not aligned.
  private static let largestGap = 250_000

  /// Pairs equal elements between two places where the sequences agree, and replacements: glyphs
  /// for which the PDF states a wrong letter, or none.
  private static func pair(
    _ written: [UInt16], _ left: Range<Int>, _ found: [UInt16], _ right: Range<Int>,
    _ result: inout [Int?]
  ) {
    guard !left.isEmpty, !right.isEmpty, left.count * right.count <= largestGap else { return }
    // The least cost from each pair of places to the ends (Wagner and Fischer).
    let width = right.count + 1
    var costs = [Int32](repeating: 0, count: (left.count + 1) * width)
    for a in stride(from: left.count, through: 0, by: -1) {
      for b in stride(from: right.count, through: 0, by: -1) where a < left.count || b < right.count
      {
        var cost = Int32.max
        if a < left.count { cost = min(cost, costs[(a + 1) * width + b] + 2) }
        if b < right.count { cost = min(cost, costs[a * width + b + 1] + 2) }
        if a < left.count, b < right.count {
          let other = substitution(written[left.lowerBound + a], found[right.lowerBound + b])
          cost = min(cost, costs[(a + 1) * width + b + 1] + other)
        }
        costs[a * width + b] = cost
      }
    }
    var (a, b) = (0, 0)
    while a < left.count, b < right.count {
      let cost = costs[a * width + b]
      let other = substitution(written[left.lowerBound + a], found[right.lowerBound + b])
      if cost == costs[(a + 1) * width + b + 1] + other {
        result[right.lowerBound + b] = left.lowerBound + a
        (a, b) = (a + 1, b + 1)
      } else if cost == costs[(a + 1) * width + b] + 2 {
        a += 1
      } else {
        b += 1
      }
    }
  }

  /// Stands for a letter that the PDF does not state.
  static let unknown: UInt16 = 0

  private static func substitution(_ written: UInt16, _ found: UInt16) -> Int32 {
    written == found ? 0 : found == unknown ? 1 : 3
  }
}
