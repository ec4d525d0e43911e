import Foundation
import TestSupport
import Testing

@Suite struct SandboxPrivilegesTests {
  @Test func aWorkerHasNoPrivilegesAndItsMemoryCanStillBeMeasured() throws {
    let output = Pipe()
    let process = Process()
    process.executableURL = try probeExecutable()
    process.arguments = ["wait"]
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    #expect(try output.fileHandleForReading.read(upToCount: 8) == Data("waiting\n".utf8))

    let folder = "/proc/\(process.processIdentifier)"
    let status = String(decoding: try bytes(ofFile: "\(folder)/status"), as: UTF8.self)
    for (name, value) in [
      ("CapInh", "0000000000000000"), ("CapPrm", "0000000000000000"),
      ("CapEff", "0000000000000000"), ("CapAmb", "0000000000000000"), ("NoNewPrivs", "1"),
      // Of seccomp(2): filtering.
      ("Seccomp", "2"),
    ] {
      #expect(status.contains("\n\(name):\t\(value)\n"))
    }
    #expect(try bytes(ofFile: "\(folder)/statm").count > 0)
  }
}
