import Foundation
import PageModel
import Pipeline
import TestSupport
import Testing
import Workers

@Suite(.serialized, .enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct LeakTests {
  /// A hundred requests, ten of which end their worker.
  @Test func nothingIsLeftOfAPublicationThatIsGone() async throws {
    let folder = try temporaryFolder()
    let script =
      "misbehave\npages 100\n"
      + (0..<10).map { "page \($0 * 10 + 1): crash\n" }.joined()
    let path = try folder.write(script.utf8, to: "script.misbehave")
    // A process of its own, whose descendants and descriptors are its own too.
    let result = try run(
      "/bin/sh",
      [
        "-c",
        "before=$(ls /tmp | wc -l); \"$0\" render \"$1\" -o \"$2/\" -j 2 2>/dev/null; "
          + "pgrep -f -x \"$0 render $1.*\" | wc -l; "
          + "test $(ls \"$2\" | wc -l) -ge 1 && echo rendered",
        rectoExecutable(), path, folder.path("out"),
      ],
      environment: ["RECTO_PLUGIN_PATH": try Misbehavior.pluginFolder()])
    #expect(result.text.split(whereSeparator: \.isWhitespace) == ["0", "rendered"])
  }

  @Test func aHostThatIsKilledTakesItsWorkersAlong() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(
      "misbehave\npages 4\npage 1: hang\npage 2: hang deaf\n".utf8, to: "script.misbehave")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try rectoExecutable())
    process.arguments = ["render", path, "-j", "2", "-o", folder.path("out/")]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["RECTO_PLUGIN_PATH": try Misbehavior.pluginFolder()]
    ) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    let host = process.processIdentifier
    // The zygote and two workers.
    #expect(try await comesTrue { try descendants(of: host).count >= 3 })
    let family = try descendants(of: host)
    kill(host, SIGKILL)
    process.waitUntilExit()
    #expect(
      try await comesTrue {
        family.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)/stat") }
      })
  }

  @Test func descriptorsDoNotPileUp() async throws {
    func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    func oneRound() async throws {
      let issue = try await Misbehavior.open("page 2: crash", "page 4: exit now 1", workers: 2)
      for page in 0..<5 { _ = await issue.failure(ofPage: page) }
    }
    try await oneRound()
    let before = try openDescriptors()
    for _ in 0..<20 { try await oneRound() }
    // Other tests run beside this one and have descriptors of their own.
    #expect(try await comesTrue { try openDescriptors() < before + 40 })
  }
}
