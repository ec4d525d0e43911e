import Glibc
import Testing

@Suite struct SandboxLimitsTests {
  @Test(arguments: ["allocate", "map"])
  func memoryBeyondTheLimitIsNotHad(attempt: String) async throws {
    let limit = ["--memory", "200"]
    try await expectRefusal(attempt, "210", "ENOMEM", options: limit)
    try await expectSuccess(attempt, "150", options: limit)
    #expect(try await probe(attempt, "210", options: ["--bare"]).text == "did it")
  }

  @Test func filesBeyondTheLimitAreNotOpened() async throws {
    let limit = ["--open-files", "20"]
    try await expectRefusal("open-files", "20", "EMFILE", options: limit)
    try await expectSuccess("open-files", "10", options: limit)
  }

  @Test func aProcessThatOnlyComputesEndsAtItsLimit() async throws {
    #expect(try await probe("spin", options: ["--seconds", "1"]).signal == SIGKILL)
  }

  /// A core file would have the publication in it.
  @Test func noCoreFileIsWritten() async throws {
    try await expectRefusal("dump-core", "", "EPERM")
  }

  @Test func aLimitCannotBeRaisedAgain() async throws {
    try await expectRefusal("raise-limit", "", "EPERM")
  }
}
