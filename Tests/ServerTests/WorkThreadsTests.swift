import TestSupport
import Testing

@testable import RectoServer

@Suite struct WorkThreadsTests {
  @Test func aJobThatBlocksHoldsUpNoOther() async {
    let threads = WorkThreads()
    let gate = Gate()
    let blocked = Task(executorPreference: threads) { gate.block() }
    await Task(executorPreference: threads) { gate.open() }.value
    await blocked.value
  }
}
