import Glibc
import TestSupport
import Testing

@Suite struct SandboxLifeTests {
  @Test func itEndsWithItsParent() async throws {
    let parent = try ChildProcess(
      "/bin/sh", ["-c", "\"$0\" wait & wait", probeExecutable()], output: .lines)
    #expect(try await parent.nextLine() == "waiting")
    parent.signal(SIGKILL)
    // The pipe ends when its last writer is gone.
    #expect(try await parent.nextLine() == nil)
    try await parent.ending()
  }

  @Test func itIsRefusedWhereTheParentEndedBefore() async throws {
    // Beyond what a process's number can be.
    let result = try await probe("nothing", options: ["--parent", "99999999"])
    #expect(
      result.text == "no sandbox: bug: the process 99999999 that wanted the sandbox has ended")
  }

  @Test func aZygotesChildIsAsConfinedAsAnyOther() async throws {
    #expect(try await probe("read", "/etc/passwd", options: ["--forked"]).text == "refused: EACCES")
    #expect(try await probe("fork", options: ["--forked"]).text == "refused: EPERM")
    #expect(try await probe("nothing", options: ["--forked"]).text == "did it")
  }
}
