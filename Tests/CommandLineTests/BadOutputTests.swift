import Foundation
import TestSupport
import Testing

/// Places that cannot be written to: 73, and nothing half-written afterwards.
@Suite struct BadOutputTests {
  /// A folder with `issue.pdf` of three pages in it.
  private func folderWithIssue() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 3).bytes, to: "issue.pdf")
    return folder
  }

  /// Paths that are not writable, not even for root.
  @Test(arguments: [
    "issue.pdf/pages/", "issue.pdf/page.png", "/proc/recto/", "/proc/page.png", "none/page.png",
  ])
  func aFolderThatCannotBeWrittenIs73(output: String) async throws {
    let folder = try folderWithIssue()
    let result = try await runRecto(
      ["render", "issue.pdf", "--pages", "1", "-o", output], in: folder.path)
    #expect(result.status == 73, "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("cannot be written"))
    #expect(try folder.entries() == ["issue.pdf"])
  }

  @Test(.enabled(if: getuid() != 0, "root may write anywhere")) func aReadOnlyFolderIs73()
    async throws
  {
    let folder = try folderWithIssue()
    try FileManager.default.createDirectory(
      atPath: folder.path("out"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o555])
    let result = try await runRecto(["render", folder.path("issue.pdf"), "-o", folder.path("out")])
    #expect(result.status == 73, "\(result.errors)")
  }

  @Test(arguments: ["info", "text", "outline", "fonts"])
  func anAnswerIntoSuchAFolderIs73(command: String) async throws {
    let folder = try folderWithIssue()
    let result = try await runRecto(
      [command, "issue.pdf", "-o", "issue.pdf/answer"], in: folder.path)
    expectRefusal(result, 73, "issue.pdf/answer")
  }

  @Test func attachmentsAndPluginsIntoSuchAFolderAre73() async throws {
    let folder = try folderWithIssue()
    let saved = try await runRecto(
      ["attachments", "issue.pdf", "--save", "issue.pdf/files"], in: folder.path)
    expectRefusal(saved, 73, "issue.pdf")
    expectRefusal(try await runRecto(["plugins", "-o", folder.path("none/list")]), 73, "none/list")
  }

  @Test(arguments: [
    ["info"], ["info", "--json"], ["text"], ["text", "--json"], ["text", "--format", "alto"],
    ["render", "--pages", "1", "-o", "-"],
  ])
  func aFullStandardOutputIs73(arguments: [String]) async throws {
    let folder = try folderWithIssue()
    let result = try await runRecto(
      arguments + [folder.path("issue.pdf")], in: folder.path, outputPath: "/dev/full")
    #expect(result.status == 73, "\(result.errors)")
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains("No space left"))
    #expect(try folder.entries() == ["issue.pdf"])
  }

  @Test(arguments: [
    ["plugins"], ["completions", "bash"], ["--help"], ["--version"], ["render", "--help"],
  ])
  func aFullStandardOutputWithoutASourceIs73(arguments: [String]) async throws {
    let result = try await runRecto(arguments, outputPath: "/dev/full")
    #expect(result.status == 73, "\(result.errors)")
    #expect(result.errorLines.count == 1, "\(result.errors)")
  }

  @Test func aFullDeviceAsOutputIs73() async throws {
    let folder = try folderWithIssue()
    let result = try await runRecto([
      "render", folder.path("issue.pdf"), "--pages", "1", "-o", "/dev/full",
    ])
    expectRefusal(result, 73, "/dev/full", "No space left")
  }

  /// A limit on the size of files stands in for a full disk where no disk can be made.
  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func aFileThatMayNotGrowIs73AndNothingIsLeft() async throws {
    let folder = try temporaryFolder()
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\""
    let result = try await run(
      "/bin/sh",
      ["-c", script, rectoExecutable()]
        + withPatience(["text", "--json", "--glyphs", quay, "-o", folder.path("text.json")]))
    #expect(result.status == 73, "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(try folder.entries().isEmpty)
  }

  // MARK: A full disk

  /// A file system of 256 KiB in memory, or nil if this process may not mount one.
  private final class TinyDisk {
    let folder: TemporaryFolder

    init?() {
      guard let folder = try? temporaryFolder(),
        mount("tmpfs", folder.path, "tmpfs", 0, "size=256k") == 0
      else { return nil }
      self.folder = folder
    }

    deinit { umount(folder.path) }
  }

  private static let canMount = getuid() == 0 && TinyDisk() != nil

  @Test(
    .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
    .enabled(if: canMount, "only root may mount a small disk"))
  func aFullDiskIs73AndWhatIsThereIsWhole() async throws {
    let disk = try #require(TinyDisk())
    let result = try await runRecto(["render", quay, "--dpi", "60", "-o", disk.folder.path("out/")])
    #expect(result.status == 73, "\(result.errors)")
    #expect(
      result.errorLines.allSatisfy {
        $0.hasPrefix("recto: \(quay): page ") && $0.hasSuffix("No space left on device")
      })
    let written = try disk.folder.entries().filter { $0 != "out" }
    #expect(written.count + result.errorLines.count == 8)
    for name in written {
      #expect(try decodePNG(bytes(ofFile: disk.folder.path(name))).width == 350)
    }
  }
}
