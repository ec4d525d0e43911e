import Testing

@testable import RectoSnapshots

/// The shortest way from one sequence to another.
@Suite struct SequenceDifferenceTests {
  private func apply(_ a: String, _ b: String) -> (rebuilt: String, changes: Int) {
    let (before, after) = (Array(a), Array(b))
    var rebuilt: [Character] = []
    var changes = 0
    for run in SequenceDifference(before, after).runs {
      switch run {
      case .same(let old, _): rebuilt += before[old]
      case .changed(let old, let new):
        rebuilt += after[new]
        changes += old.count + new.count
      }
    }
    return (String(rebuilt), changes)
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abd", 2),
    ("abcabba", "cbabac", 5), ("xaxcxabc", "abcy", 6), ("aaaa", "aa", 2),
  ])
  func theWayIsTheShortest(_ a: String, _ b: String, _ length: Int) {
    let result = apply(a, b)
    #expect(result.rebuilt == b)
    #expect(result.changes == length)
  }

  @Test func sequencesWithNothingInCommonEndInOneChange() {
    let runs = SequenceDifference(Array(0..<3000), Array(5000..<8000)).runs
    #expect(runs == [.changed(0..<3000, 0..<3000)])
  }
}
