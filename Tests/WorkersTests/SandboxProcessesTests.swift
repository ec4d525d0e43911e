import Testing

@Suite struct SandboxProcessesTests {
  @Test(arguments: ["fork", "vfork", "clone"]) func noProcessCanBeMade(attempt: String) async throws
  {
    try await expectRefusal(attempt, "", "EPERM")
  }

  @Test func aFormOfCloneThatAFilterCannotReadIsAsIfItWereNotThere() async throws {
    try await expectRefusal("clone3", "", "ENOSYS")
  }

  @Test(arguments: ["/bin/true", "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"])
  func noProgramCanBeRun(path: String) async throws {
    try await expectRefusal("exec", path, "EPERM", "EACCES")
  }

  @Test(arguments: [
    "signal-parent", "signal-thread-of-parent", "signal-group", "signal-by-descriptor",
  ])
  func noOtherProcessCanBeSignalled(attempt: String) async throws {
    try await expectRefusal(attempt, "", "EPERM")
    #expect(try await probe(attempt, options: ["--bare"]).text == "did it")
  }

  @Test(arguments: ["trace-parent", "read-memory-of-parent", "limits-of-parent"])
  func noOtherProcessCanBeLookedInto(attempt: String) async throws {
    try await expectRefusal(attempt, "", "EPERM")
  }
}
