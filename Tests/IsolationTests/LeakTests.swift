import Foundation
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Misbehavior.canBuild, "make and clang build the plugin"))
struct LeakTests {
  /// A hundred requests, ten of which end their worker.
  @Test func nothingIsLeftOfAPublicationThatIsGone() async throws {
    let folder = try temporaryFolder()
    let script =
      "misbehave\npages 100\n"
      + (0..<10).map { "page \($0 * 10 + 1): crash\n" }.joined()
    let path = try folder.write(script.utf8, to: "script.misbehave")
    let scratch = try temporaryFolder()
    let result = try await runRecto(
      ["render", path, "-o", folder.path("out/"), "-j", "2"],
      environment: [
        "RECTO_PLUGIN_PATH": try await Misbehavior.pluginFolder(), "TMPDIR": scratch.path,
      ])
    #expect(result.exited && result.errors.contains("its worker"), "\(result.errors)")
    #expect(try folder.entries().contains { $0.hasSuffix(".png") })
    try await until { try processes(naming: path).isEmpty }
    #expect(try scratch.entries() == [])
  }

  @Test func aHostThatIsKilledTakesItsWorkersAlong() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(
      "misbehave\npages 4\npage 1: hang\npage 2: hang deaf\n".utf8, to: "script.misbehave")
    let host = try ChildProcess(
      rectoExecutable(),
      ["render", path, "-j", "2", "-o", folder.path("out/"), "--time-limit", "86400"],
      environment: ["RECTO_PLUGIN_PATH": try await Misbehavior.pluginFolder()])
    // The zygote and two workers.
    try await until { try processes(below: host.id).count >= 3 }
    let family = try processes(below: host.id)
    #expect(try processes(naming: path).isSuperset(of: family))
    try await host.kill()
    try await until { try processes(naming: path).isEmpty }
  }

  /// Runs in a separate process, whose descriptors belong to no other test.
  @Test func descriptorsDoNotPileUp() async {
    await #expect(processExitsWith: .success) {
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
      // The runtime may have opened a few, and the last round's threads may be ending.
      try await until { try openDescriptors() < before + 10 }
    }
  }
}
