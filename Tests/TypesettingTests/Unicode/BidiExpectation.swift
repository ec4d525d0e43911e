import RectoTypesetting

/// The expectation of the Unicode Character Database for one text: levels after L1, and the visual
/// order.
struct BidiExpectation {
  /// -1 where the algorithm gives none.
  var levels: [Int] = []
  var order: [Int] = []

  mutating func readLevels(of line: inout DataLine) {
    levels.removeAll(keepingCapacity: true)
    while true {
      if line.skip("x") {
        levels.append(-1)
      } else if let level = line.number(radix: 10) {
        levels.append(level)
      } else {
        return
      }
    }
  }

  mutating func readOrder(of line: inout DataLine) {
    order.removeAll(keepingCapacity: true)
    while let index = line.number(radix: 10) { order.append(index) }
  }

  /// True if the visual runs of a line with all of the text agree.
  func holds(for runs: [BidiRun]) -> Bool {
    var place = 0
    var count = 0
    for run in runs {
      var index = run.isRightToLeft ? run.range.upperBound - 1 : run.range.lowerBound
      count += run.range.count
      for _ in 0..<run.range.count {
        if levels[index] >= 0 {
          guard levels[index] == Int(run.level), place < order.count, order[place] == index else {
            return false
          }
          place += 1
        }
        index += run.isRightToLeft ? -1 : 1
      }
    }
    return place == order.count && count == levels.count
  }
}
