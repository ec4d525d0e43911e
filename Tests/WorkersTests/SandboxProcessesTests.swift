import Testing

@Suite struct SandboxProcessesTests {
  @Test(arguments: ["fork", "vfork", "clone"]) func noProcessCanBeMade(attempt: String) throws {
    try expectRefusal(attempt, "", "EPERM")
  }

  @Test func aFormOfCloneThatAFilterCannotReadIsAsIfItWereNotThere() throws {
    try expectRefusal("clone3", "", "ENOSYS")
  }

  @Test(arguments: ["/bin/true", "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"])
  func noProgramCanBeRun(path: String) throws {
    try expectRefusal("exec", path, "EPERM", "EACCES")
  }

  @Test(arguments: [
    "signal-parent", "signal-thread-of-parent", "signal-group", "signal-by-descriptor",
  ])
  func noOtherProcessCanBeSignalled(attempt: String) throws {
    try expectRefusal(attempt, "", "EPERM")
    #expect(try probe(attempt, options: ["--bare"]).text == "did it")
  }

  @Test(arguments: ["trace-parent", "read-memory-of-parent", "limits-of-parent"])
  func noOtherProcessCanBeLookedInto(attempt: String) throws {
    try expectRefusal(attempt, "", "EPERM")
  }
}
