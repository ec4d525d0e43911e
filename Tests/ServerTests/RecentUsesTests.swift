import Testing

@testable import RectoServer

/// Publications by name, used one after the other by clients of these numbers.
@Suite struct RecentUsesTests {
  private let start = ContinuousClock.now

  private func closed(_ uses: (String, Int)..., after seconds: Double = 1) -> String? {
    var publications: [String: RecentUses] = [:]
    for (number, (name, client)) in uses.enumerated() {
      publications[name, default: RecentUses()]
        .add(number, by: .network(.init("192.0.2.\(client)")), at: start)
    }
    return RecentUses.leastUseful(of: publications, at: start + .seconds(seconds))
  }

  @Test func oneWhoHasManyOpenClosesTheOldestOfThem() {
    #expect(closed(("a", 1), ("b", 2), ("c", 2), ("d", 2)) == "b")
  }

  @Test func whatSeveralReadStaysThoughOneHasUsedAllOfIt() {
    #expect(closed(("a", 1), ("b", 1), ("a", 2), ("b", 2), ("c", 2)) == "c")
  }

  @Test func theOldestGoesWhereAllAreShared() {
    #expect(closed(("a", 1), ("b", 1), ("a", 2), ("b", 2)) == "a")
  }

  @Test func whatWasNotUsedForAMinuteGoesFirst() {
    #expect(closed(("a", 1), ("b", 2), ("c", 2), after: 61) == "a")
    #expect(closed() == nil)
  }

  @Test func fewClientsAreRememberedOfAPublication() {
    var uses = RecentUses()
    for client in 0..<1_000 {
      uses.add(client, by: .network(.init("client \(client)")), at: start + .seconds(client))
    }
    #expect(RecentUses.leastUseful(of: ["a": uses], at: start) == "a")
    #expect(uses.clientCount == 8)
  }
}
