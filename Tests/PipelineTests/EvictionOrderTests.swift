import Testing

@testable import RectoPipeline

@Suite struct EvictionOrderTests {
  /// The budget has room for eight, all of which were used again; a ninth was stored just now.
  @Test func whatIsUsedAgainFillsThreeQuartersOfTheBudget() {
    let order = EvictionOrder(
      (0...8).map {
        EvictionOrder.Candidate(name: $0, bytes: 100, used: Int64($0), isUsedAgain: $0 < 8)
      },
      budget: 800)
    #expect(order.candidates.map(\.name) == [0, 1, 8, 2, 3, 4, 5, 6, 7])
  }
}
