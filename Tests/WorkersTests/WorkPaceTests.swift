import Glibc
import TestSupport
import Testing

@testable import RectoWorkers

@Suite struct WorkPaceTests {
  private struct Share: Equatable {
    var niceness: Int32
    var processors: Int
    var runsWhenIdle: Bool
  }

  /// The calling thread's share of the processors.
  private func share() -> Share {
    Share(
      niceness: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0),
      processors: (try? allowedProcessors()) ?? 0,
      runsWhenIdle: runsWhenIdle())
  }

  @Test func aComputationAtTheBackLeavesProcessorsToOthers() {
    let own = share()
    #expect(own.processors > 0)
    let back = WorkPace.back.perform(share)
    #expect(back.niceness == min(19, own.niceness + 16))
    #expect(back.processors == max(1, own.processors - 1))
    #expect(back.runsWhenIdle)
    #expect(WorkPace.front.perform(share) == own)
  }

  /// A thread that it starts afterwards has no lower priority either.
  @Test func whoWaitsForAComputationAtTheBackKeepsItsShare() {
    let before = share()
    for _ in 0..<3 { _ = WorkPace.back.perform(share) }
    #expect(share() == before)
  }

  @Test func aComputationBehindOthersHasAThreadAtTheBack() async {
    let own = share()
    let back = await WorkPace.performBehind { share() }
    #expect(back.niceness > own.niceness)
    #expect(back.processors == max(1, own.processors - 1))
    #expect(back.runsWhenIdle)
  }

  @Test func anErrorOfAComputationComesBack() async {
    struct Failure: Error, Equatable { let number: Int }
    await #expect(throws: Failure(number: 8)) {
      try await WorkPace.performBehind { () throws(Failure) -> Int in throw Failure(number: 8) }
    }
    for pace in WorkPace.allCases {
      #expect(throws: Failure(number: 7)) {
        try pace.perform { () throws(Failure) -> Int in throw Failure(number: 7) }
      }
    }
  }
}
