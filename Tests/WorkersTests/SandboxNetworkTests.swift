import Testing

@Suite struct SandboxNetworkTests {
  @Test(arguments: ["tcp", "udp", "unix", "socketpair"])
  func noSocketCanBeMade(attempt: String) throws {
    try expectRefusal(attempt, "", "EPERM")
    #expect(try probe(attempt, options: ["--bare"]).text == "did it")
  }

  @Test(arguments: ["connect", "sendto"])
  func aSocketThatWasGivenReachesNobodyElse(attempt: String) throws {
    try expectRefusal(attempt, "", "EPERM")
    #expect(try probe(attempt, options: ["--bare"]).text == "refused: ENOTSOCK")
  }
}
