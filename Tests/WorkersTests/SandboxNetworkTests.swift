import Testing

@Suite struct SandboxNetworkTests {
  @Test(arguments: ["tcp", "udp", "unix", "socketpair"])
  func noSocketCanBeMade(attempt: String) async throws {
    try await expectRefusal(attempt, "", "EPERM")
    #expect(try await probe(attempt, options: ["--bare"]).text == "did it")
  }

  @Test(arguments: ["connect", "sendto"])
  func aGivenSocketReachesNoOtherPeer(attempt: String) async throws {
    try await expectRefusal(attempt, "", "EPERM")
    #expect(try await probe(attempt, options: ["--bare"]).text == "refused: ENOTSOCK")
  }
}
