import Testing

@testable import RectoWorkers

@Suite struct TimeAtFrontTests {
  private let start = ContinuousClock.now

  /// The elapsed seconds at which a second of processors is over, for a job that uses them so.
  private func end(_ used: (Double) -> Double) -> Double? {
    var front = TimeAtFront(seconds: 1, start: start)
    return stride(from: 0.1, through: 20, by: 0.1).first { elapsed in
      front.isOver(at: start + .seconds(elapsed)) { used(elapsed) }
    }
  }

  @Test func aJobThatUsesProcessorsHasItsTime() throws {
    let end = try #require(end { 100 + $0 })
    #expect(end >= 1 && end < 1.7)
  }

  @Test func aJobThatWaitsStaysAtTheFront() {
    #expect(end { _ in 100 } == nil)
  }

  @Test func aJobThatHasHalfAProcessorHasItForLonger() throws {
    let end = try #require(end { $0 / 2 })
    #expect(end > 1.3 && end < 2.3)
  }
}
