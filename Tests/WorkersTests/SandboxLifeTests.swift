import Foundation
import Testing

@Suite struct SandboxLifeTests {
  @Test func itEndsWithItsParent() throws {
    let output = Pipe()
    let parent = Process()
    parent.executableURL = URL(fileURLWithPath: "/bin/sh")
    parent.arguments = ["-c", "\"$0\" wait & wait", try probeExecutable().path]
    parent.standardOutput = output
    try parent.run()
    let reader = output.fileHandleForReading
    #expect(try reader.read(upToCount: 8) == Data("waiting\n".utf8))

    let clock = ContinuousClock()
    let start = clock.now
    kill(parent.processIdentifier, SIGKILL)
    // The pipe ends when nobody is left who could write to it.
    #expect(try reader.readToEnd() ?? Data() == Data())
    #expect(clock.now - start < .seconds(10))
    parent.waitUntilExit()
  }

  @Test func itIsRefusedWhereTheParentEndedBefore() throws {
    // Beyond what a process's number can be.
    let result = try probe("nothing", options: ["--parent", "99999999"])
    #expect(
      result.text == "no sandbox: bug: the process 99999999 that wanted the sandbox has ended")
  }

  @Test func aZygotesChildIsAsConfinedAsAnyOther() throws {
    #expect(try probe("read", "/etc/passwd", options: ["--forked"]).text == "refused: EACCES")
    #expect(try probe("fork", options: ["--forked"]).text == "refused: EPERM")
    #expect(try probe("nothing", options: ["--forked"]).text == "did it")
  }
}
