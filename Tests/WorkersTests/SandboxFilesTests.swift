import Foundation
import TestSupport
import Testing

@Suite struct SandboxFilesTests {
  @Test func aFileOfTheHomeFolderCannotBeRead() async throws {
    let home = try temporaryFolder()
    let diary = try home.write(Array("Dear diary".utf8), to: "diary.txt")
    let result = try await probe("read", diary, environment: ["HOME": home.path])
    #expect(result.text == "refused: EACCES")
    #expect(try await probe("read", diary, options: ["--bare"]).text == "did it")
  }

  @Test(arguments: ["/etc/passwd", "/proc/self/environ", "/proc/1/status", "/sys/kernel/notes"])
  func aFileOfTheSystemThatNoLibraryNeedsCannotBeRead(path: String) async throws {
    try await expectRefusal("read", path, "EACCES")
  }

  @Test func theParentsEnvironmentCannotBeRead() async throws {
    try await expectRefusal("read", "/proc/\(getpid())/environ", "EACCES")
  }

  @Test(arguments: ["/", "/etc", "/tmp", "/proc", "/dev"])
  func aFolderThatWasNotAllowedCannotBeListed(path: String) async throws {
    try await expectRefusal("list", path, "EACCES")
    #expect(try await probe("list", path, options: ["--bare"]).text == "did it")
  }

  @Test(arguments: [
    "write", "create", "empty", "truncate", "unlink", "chmod", "rename", "link", "make-folder",
  ])
  func nothingOnADiskCanBeChanged(attempt: String) async throws {
    let name = ["create", "make-folder"].contains(attempt) ? "new" : "file"
    // The attempt is a real one: without the sandbox it works.
    let open = try temporaryFolder()
    try open.write(Array("text".utf8), to: "file")
    #expect(try await probe(attempt, open.path(name), options: ["--bare"]).text == "did it")

    let folder = try temporaryFolder()
    try folder.write(Array("text".utf8), to: "file")
    for options in [[], ["--folder", folder.path]] {
      try await expectRefusal(attempt, folder.path(name), "EPERM", "EACCES", options: options)
    }
    #expect(try folder.entries() == ["file"])
    #expect(try bytes(ofFile: folder.path("file")) == Array("text".utf8))
  }

  @Test func nothingCanBeCreatedInTheCurrentFolder() async throws {
    let folder = try temporaryFolder()
    let result = try await probe("create", "new", in: folder.path)
    #expect(["refused: EPERM", "refused: EACCES"].contains(result.text))
    #expect(try folder.entries() == [])
  }

  @Test func aLinkOutOfAnAllowedFolderLeadsNowhere() async throws {
    let folder = try temporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "/etc/passwd")
    try await expectRefusal(
      "read", folder.path("link"), "EACCES", options: ["--folder", folder.path])
  }

  @Test func aFileThatIsOpenAlreadyCannotBeWrittenTo() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array("text".utf8), to: "file")
    #expect(try await probe("write-to-input", opening: path).text == "refused: EFBIG")
    #expect(try bytes(ofFile: path) == Array("text".utf8))
  }
}
