import TestSupport
import Testing

@Suite struct SandboxPrivilegesTests {
  @Test func aWorkerHasNoPrivilegesAndItsMemoryCanStillBeMeasured() async throws {
    let process = try ChildProcess(probeExecutable(), ["wait"], output: .lines)
    #expect(try await process.nextLine() == "waiting")

    let folder = "/proc/\(process.id)"
    let status = String(decoding: try bytes(ofFile: "\(folder)/status"), as: UTF8.self)
    for (name, value) in [
      ("CapInh", "0000000000000000"), ("CapPrm", "0000000000000000"),
      ("CapEff", "0000000000000000"), ("CapAmb", "0000000000000000"), ("NoNewPrivs", "1"),
      // The value of seccomp(2) for filtering.
      ("Seccomp", "2"),
    ] {
      #expect(status.contains("\n\(name):\t\(value)\n"))
    }
    #expect(try bytes(ofFile: "\(folder)/statm").count > 0)
    try await process.kill()
  }
}
