import TestSupport
import Testing

@testable import RectoServer

@Suite struct WorkThreadsTests {
  @Test func aJobThatBlocksHoldsUpNoOther() async throws {
    let threads = WorkThreads()
    let gate = Gate()
    let isDone = Future<Void>()
    let blocked = Task(executorPreference: threads) { gate.block() }
    let other = Task(executorPreference: threads) { isDone.fulfill(()) }
    try await until("the other job is done") { isDone.current != nil }
    gate.open()
    await other.value
    await blocked.value
  }
}
