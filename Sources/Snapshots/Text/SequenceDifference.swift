/// The shortest edit from one sequence to another, as runs that both have and runs that replace one
/// another. E. W. Myers, "An O(ND) difference algorithm and its variations",
/// 1986.
struct SequenceDifference {
  enum Run: Hashable {
    /// The ranges of equal elements in the two sequences.
    case same(Range<Int>, Range<Int>)
    /// The range in the first sequence, and that in the second which replaces it. Either may be empty.
    case changed(Range<Int>, Range<Int>)
  }

  let runs: [Run]

  /// The maximum number of steps, since time and memory grow with their square. Sequences that differ
  /// by more are one change.
  private static let mostSteps = 2000

  init<Element: Hashable>(_ a: [Element], _ b: [Element]) {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var end = 0
    while end < a.count - start, end < b.count - start, a[a.count - 1 - end] == b[b.count - 1 - end]
    {
      end += 1
    }
    let (middleA, middleB) = (start..<a.count - end, start..<b.count - end)
    var pairs = (0..<start).map { ($0, $0) }
    pairs += Self.pairs(a, middleA, b, middleB)
    pairs += (0..<end).map { (middleA.upperBound + $0, middleB.upperBound + $0) }
    runs = Self.runs(pairs, a.count, b.count)
  }

  /// The indices of equal elements along the shortest edit.
  private static func pairs<Element: Hashable>(
    _ a: [Element], _ rangeA: Range<Int>, _ b: [Element], _ rangeB: Range<Int>
  ) -> [(Int, Int)] {
    let (n, m) = (rangeA.count, rangeB.count)
    guard n > 0, m > 0 else { return [] }
    let limit = min(n + m, mostSteps)
    var reach = [Int](repeating: 0, count: 2 * limit + 3)
    var history: [[Int]] = []
    for steps in 0...limit {
      history.append(reach)
      for diagonal in stride(from: -steps, through: steps, by: 2) {
        let index = diagonal + limit + 1
        var x =
          diagonal == -steps || (diagonal != steps && reach[index - 1] < reach[index + 1])
          ? reach[index + 1] : reach[index - 1] + 1
        while x < n, x - diagonal < m,
          a[rangeA.lowerBound + x] == b[rangeB.lowerBound + x - diagonal]
        { x += 1 }
        reach[index] = x
        if x >= n, x - diagonal >= m {
          return walk(back: history, from: (n, m), limit).map {
            (rangeA.lowerBound + $0, rangeB.lowerBound + $1)
          }
        }
      }
    }
    return []
  }

  private static func walk(
    back history: [[Int]], from end: (Int, Int), _ limit: Int
  ) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (x, y) = end
    for steps in history.indices.reversed() {
      let reach = history[steps]
      let diagonal = x - y
      let index = diagonal + limit + 1
      let isDown =
        diagonal == -steps || (diagonal != steps && reach[index - 1] < reach[index + 1])
      let before = steps == 0 ? 0 : (isDown ? reach[index + 1] : reach[index - 1])
      let startX = steps == 0 ? 0 : (isDown ? before : before + 1)
      while x > startX {
        x -= 1
        y -= 1
        pairs.append((x, y))
      }
      if steps > 0 {
        x = before
        y = before - (isDown ? diagonal + 1 : diagonal - 1)
      }
    }
    return pairs.reversed()
  }

  private static func runs(_ pairs: [(Int, Int)], _ countA: Int, _ countB: Int) -> [Run] {
    var runs: [Run] = []
    var (nextA, nextB) = (0, 0)
    var index = 0
    while index < pairs.count {
      let (a, b) = pairs[index]
      if a > nextA || b > nextB { runs.append(.changed(nextA..<a, nextB..<b)) }
      var length = 1
      while index + length < pairs.count, pairs[index + length] == (a + length, b + length) {
        length += 1
      }
      runs.append(.same(a..<a + length, b..<b + length))
      (nextA, nextB) = (a + length, b + length)
      index += length
    }
    if nextA < countA || nextB < countB { runs.append(.changed(nextA..<countA, nextB..<countB)) }
    return runs
  }
}
