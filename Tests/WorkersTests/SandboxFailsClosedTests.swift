import RectoPageModel
import RectoWorkers
import TestSupport
import Testing

@Suite struct SandboxFailsClosedTests {
  @Test func itIsRefusedWhereAThreadIsRunning() async throws {
    let result = try await probe("nothing", options: ["--with-thread"])
    #expect(result.text == "no sandbox: bug: a sandbox reaches one thread and this process has 2")
  }

  @Test(arguments: [
    ("--without-landlock", "Landlock"), ("--with-landlock-off", "Landlock"),
    ("--without-seccomp", "filter of system calls"),
  ])
  func itIsRefusedWhereTheKernelLacksALayer(option: String, layer: String) async throws {
    let result = try await probe("nothing", options: [option])
    #expect(result.text.hasPrefix("no sandbox: notInstalled: "))
    #expect(result.text.contains(layer))
    #expect(result.text.hasSuffix(": pass --unsandboxed to render without a sandbox"))
  }

  @Test func aLimitBelowOneIsABadRequest() throws {
    for sandbox in [
      Sandbox(memoryBytes: 0), Sandbox(processorSeconds: -1), Sandbox(openFiles: 0),
    ] {
      #expect(throws: PageError.self) { _ = try sandbox.prepare() }
    }
  }

  @Test func aFolderAmongTheFilesIsABadRequest() async throws {
    let folder = try temporaryFolder()
    let result = try await probe("nothing", options: ["--file", folder.path])
    #expect(
      result.text
        == "no sandbox: badRequest: \(folder.path) is a folder: give it to the sandbox as one")
  }
}
