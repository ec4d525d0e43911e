import Glibc
import Testing

@Suite struct SandboxLimitsTests {
  @Test(arguments: ["allocate", "map"])
  func memoryBeyondTheLimitIsNotHad(attempt: String) throws {
    let limit = ["--memory", "200"]
    try expectRefusal(attempt, "210", "ENOMEM", options: limit)
    try expectSuccess(attempt, "150", options: limit)
    #expect(try probe(attempt, "210", options: ["--bare"]).text == "did it")
  }

  @Test func filesBeyondTheLimitAreNotOpened() throws {
    let limit = ["--open-files", "20"]
    try expectRefusal("open-files", "20", "EMFILE", options: limit)
    try expectSuccess("open-files", "10", options: limit)
  }

  @Test func aProcessThatOnlyComputesEndsAtItsLimit() throws {
    #expect(try probe("spin", options: ["--seconds", "1"]).signal == SIGKILL)
  }

  @Test func aLimitCannotBeRaisedAgain() throws {
    try expectRefusal("raise-limit", "", "EPERM")
  }
}
