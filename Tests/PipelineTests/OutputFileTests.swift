import Foundation
import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

@Suite struct OutputFileTests {
  private func code(_ body: () throws -> Void) -> PageError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? PageError)?.code }
  }

  @Test func nothingAppearsBeforeTheCommit() throws {
    let folder = try temporaryFolder()
    let file = try OutputFile(folder.path("page.png"))
    try file.write([1, 2])
    #expect(try folder.entries() == [])
    try file.write([3])
    try file.commit()
    #expect(try folder.entries() == ["page.png"])
    #expect(try bytes(ofFile: folder.path("page.png")) == [1, 2, 3])
  }

  @Test func aFileThatIsGivenUpLeavesNothing() throws {
    let folder = try temporaryFolder()
    do {
      let file = try OutputFile(folder.path("page.png"))
      try file.write([UInt8](repeating: 1, count: 100_000))
    }
    #expect(try folder.entries() == [])
  }

  @Test func anOldFileStaysWholeUntilTheNewOneReplacesIt() throws {
    let folder = try temporaryFolder()
    let path = try folder.write([9, 9, 9, 9], to: "page.png")
    let file = try OutputFile(path)
    try file.write([1])
    #expect(try bytes(ofFile: path) == [9, 9, 9, 9])
    try file.commit()
    #expect(try bytes(ofFile: path) == [1])
    #expect(try folder.entries() == ["page.png"])
  }

  @Test func aReaderOfTheOldFileKeepsIt() throws {
    let folder = try temporaryFolder()
    let path = try folder.write([9, 9], to: "page.png")
    let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    try Array([UInt8](1...3)).withUnsafeBytes { try writeFile($0, to: path) }
    #expect(try reader.readToEnd() == Data([9, 9]))
  }

  @Test func aNewFileHasTheUsualPermissions() throws {
    let folder = try temporaryFolder()
    let file = try OutputFile(folder.path("a"))
    try file.commit()
    // The mode that any program gets which asks for 0666.
    let plain = open(folder.path("b"), O_CREAT | O_WRONLY, 0o666)
    close(plain)
    let mode = { (name: String) in
      try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }
    #expect(try mode("a") == mode("b"))
  }

  @Test func aMissingOrInvalidFolderCannotBeWrittenTo() throws {
    let folder = try temporaryFolder()
    let file = try folder.write([1], to: "file")
    #expect(code { _ = try OutputFile(folder.path("none/page.png")) } == .cannotWrite)
    #expect(code { _ = try OutputFile(file + "/page.png") } == .cannotWrite)
    #expect(code { _ = try OutputFile(folder.path) } == .cannotWrite)
    #expect(code { _ = try OutputFile("/proc/page.png") } == .cannotWrite)
    #expect(try folder.entries() == ["file"])
  }

  @Test func aFullDeviceCannotBeWrittenTo() throws {
    let error = #expect(throws: PageError.self) { try OutputFile("/dev/full").write([1]) }
    #expect(error?.code == .cannotWrite)
    #expect(error?.message.contains("/dev/full") == true)
  }

  @Test func aDeviceIsWrittenToAndStaysADevice() throws {
    let file = try OutputFile("/dev/null")
    try file.write([1])
    try file.commit()
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    let folder = try temporaryFolder()
    let target = try folder.write([9, 9], to: "there/page.png")
    try #require(symlink("there/page.png", folder.path("link")) == 0)
    try #require(symlink("link", folder.path("second")) == 0)
    try writeFile([1], to: folder.path("second"))
    #expect(try bytes(ofFile: target) == [1])
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path("second")) == "link")
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path("link")) == "there/page.png")
    #expect(try manager.contentsOfDirectory(atPath: folder.path("there")) == ["page.png"])
  }

  @Test func aFileKeepsTheRightsOfTheOneThatItReplaces() throws {
    let folder = try temporaryFolder()
    for rights in [0o600, 0o640, 0o755] as [mode_t] {
      let path = try folder.write([9], to: "file")
      try #require(chmod(path, rights) == 0)
      try writeFile([1], to: path)
      var status = stat()
      try #require(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == rights)
      #expect(try bytes(ofFile: path) == [1])
    }
  }

  @Test func aFileWithALongNameIsReplaced() throws {
    let folder = try temporaryFolder()
    let path = folder.path(String(repeating: "n", count: 255))
    for byte in [1, 2] as [UInt8] {
      try writeFile([byte], to: path)
      #expect(try bytes(ofFile: path) == [byte])
    }
    #expect(try folder.entries().count == 1)
  }

  @Test func theMissingTargetOfALinkIsMade() throws {
    let folder = try temporaryFolder()
    try makeFolder(folder.path("there"))
    try #require(symlink("there/page.png", folder.path("link")) == 0)
    try #require(symlink(folder.path("link"), folder.path("second")) == 0)
    for byte in [1, 2] as [UInt8] {
      try writeFile([byte], to: folder.path("second"))
      #expect(try bytes(ofFile: folder.path("there/page.png")) == [byte])
    }
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path("link")) == "there/page.png")
  }

  @Test func aLinkIntoAMissingFolderIsReplaced() throws {
    let folder = try temporaryFolder()
    for target in ["none/page.png", "link"] {
      unlink(folder.path("link"))
      try #require(symlink(target, folder.path("link")) == 0)
      try writeFile([1], to: folder.path("link"))
      #expect(try bytes(ofFile: folder.path("link")) == [1])
    }
  }

  @Test func aLinkIsReplacedOnDemand() throws {
    let folder = try temporaryFolder()
    let target = try folder.write([9], to: "target")
    try #require(symlink(target, folder.path("link")) == 0)
    let file = try OutputFile(folder.path("link"), replacesLink: true)
    try file.write([1])
    try file.commit()
    #expect(try bytes(ofFile: target) == [9])
    #expect(try bytes(ofFile: folder.path("link")) == [1])
  }

  /// Opening the pipe would wait for a reader.
  @Test func aLinkToAPipeIsReplacedOnDemand() throws {
    let folder = try temporaryFolder()
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    try #require(symlink("pipe", folder.path("link")) == 0)
    let file = try OutputFile(folder.path("link"), replacesLink: true)
    try file.write([1])
    try file.commit()
    #expect(try bytes(ofFile: folder.path("link")) == [1])
    #expect(try folder.entries().sorted() == ["link", "pipe"])
  }

  @Test(arguments: ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/", "link"])
  func aDescriptorIsWrittenToWhereItStands(path: String) throws {
    let folder = try temporaryFolder()
    let descriptor = open(folder.path("page.png"), O_CREAT | O_WRONLY, 0o666)
    defer { close(descriptor) }
    try #require(write(descriptor, [1], 1) == 1)
    try #require(symlink("/dev/fd/\(descriptor)", folder.path("link")) == 0)
    try writeFile([2, 3], to: path == "link" ? folder.path("link") : "\(path)\(descriptor)")
    try #require(write(descriptor, [4], 1) == 1)
    #expect(try bytes(ofFile: folder.path("page.png")) == [1, 2, 3, 4])
    #expect(try folder.entries().sorted() == ["link", "page.png"])
  }

  @Test func aDescriptorOfTheProgramsOwnIsNotWrittenTo() throws {
    let folder = try temporaryFolder()
    let own = open(folder.path("own"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)
    defer { close(own) }
    #expect(code { try writeFile([1], to: "/dev/fd/\(own)") } == .cannotWrite)
    #expect(code { try writeFile([1], to: "/dev/fd/1000000") } == .cannotWrite)
    #expect(try bytes(ofFile: folder.path("own")) == [])
  }

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    let folder = try temporaryFolder()
    try makeFolder(folder.path("a/b//c/"))
    try makeFolder(folder.path("a/b"))
    #expect(try folder.entries() == ["a", "a/b", "a/b/c"])
  }

  @Test func aFolderBelowAFileCannotBeMade() throws {
    let folder = try temporaryFolder()
    let file = try folder.write([1], to: "file")
    #expect(code { try makeFolder(file) } == .cannotWrite)
    #expect(code { try makeFolder(file + "/below") } == .cannotWrite)
    #expect(code { try makeFolder("/proc/recto") } == .cannotWrite)
  }
}
