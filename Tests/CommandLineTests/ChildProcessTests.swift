import TestSupport
import Testing

/// The processes that tests start.
@Suite(.startsProcesses) struct ChildProcessTests {
  @Test func aChildBlocksNoSignal() async throws {
    let result = try await run("/bin/grep", ["SigBlk", "/proc/self/status"])
    #expect(result.text == "SigBlk:\t0000000000000000\n")
  }
}
