import Glibc
import RectoPageModel
import TestSupport
import Testing

@Suite struct SourceFilesTests {
  private let memory = MemoryFiles([
    "a.txt": FileBytes([1]), "sub/b.txt": FileBytes([2, 3]), "sub/deep/c.txt": FileBytes([4]),
    "sub/.hidden": FileBytes([5]),
  ])

  @Test func foldersHaveTheirOwnNames() throws {
    #expect(memory.entries == ["a.txt", "sub"])
    #expect(memory.entries(in: try RelativePath("sub")) == ["b.txt", "deep"])
    #expect(memory.entries(in: try RelativePath("none")) == [])
    #expect(memory.entries(in: try RelativePath("a.txt")) == [])
  }

  @Test func aFolderOfFilesIsAPublicationOfItsOwn() throws {
    let below = FilesBelow(memory, folder: try RelativePath("sub"))
    #expect(below.entries == ["b.txt", "deep"])
    #expect(below.entries(in: try RelativePath("deep")) == ["c.txt"])
    #expect(below.contains(try RelativePath("b.txt")))
    #expect(!below.contains(try RelativePath("a.txt")))
    #expect(try below.read(RelativePath("deep/c.txt"), limit: 9).prefix(9) == [4])
    #expect(throws: InvalidPath.self) { try RelativePath("../a.txt") }
  }

  @Test func aFolderOfTheDiskIsListedWithoutFollowingLinks() throws {
    let outside = try temporaryFolder()
    try outside.write([1], to: "secret.txt")
    let folder = try temporaryFolder()
    try folder.write([1], to: "sub/b.txt")
    #expect(symlink(outside.path, folder.path("linked")) == 0)
    let files = try FolderFiles(path: folder.path, entries: folderEntries(of: folder.path))
    #expect(files.entries == ["linked", "sub"])
    #expect(files.entries(in: try RelativePath("sub")) == ["b.txt"])
    #expect(files.entries(in: try RelativePath("linked")) == [])
    #expect(files.entries(in: try RelativePath("sub/b.txt")) == [])
  }

  /// To a file system, a separator with an accent upon it parts names as any other does.
  @Test(arguments: ["..\u{2F}\u{301}a", "a/../..\u{2F}\u{338}b", "\u{2F}\u{301}etc"])
  func anAccentUponASeparatorLeadsNowhere(path: String) {
    #expect(throws: InvalidPath.self) { try RelativePath(path) }
  }

  @Test(arguments: [
    ("a%20b", "a b"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("f%C3%A9", "fé"), ("%+1", "%+1"),
  ])
  func percentSignsAndTwoDigitsAreAByte(written: String, read: String) {
    #expect(written.percentDecoded == read)
  }

  @Test func aFolderElsewhereIsProbedAsAFolder() {
    let probe = SourceProbe(Source(path: "x", content: .files(memory)))
    #expect(probe.isFolder)
    #expect(probe.entries == ["a.txt", "sub"])
  }
}
