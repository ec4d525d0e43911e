import Glibc
import TestSupport
import Testing

@testable import RectoServer

@Suite struct WorkThreadsTests {
  /// The niceness of the thread that does a job.
  private func niceness(at threads: WorkThreads) async -> Int32 {
    await Task(executorPreference: threads) {
      getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }.value
  }

  @Test func workAtTheBackHasALowerPriority() async {
    let front = await niceness(at: WorkThreads(.front))
    #expect(await niceness(at: WorkThreads(.back)) == front + 10)
  }

  @Test func aJobThatBlocksHoldsUpNoOther() async {
    let threads = WorkThreads(.front)
    let gate = Gate()
    let blocked = Task(executorPreference: threads) { gate.block() }
    await Task(executorPreference: threads) { gate.open() }.value
    await blocked.value
  }
}
