import Glibc
import RectoImageBackend
import RectoPageModel
import TestSupport
import Testing

@Suite struct FolderTests {
  /// A page that is known by its width.
  private func page(_ width: Int) throws -> [UInt8] {
    try Canvas(width: width, height: 8, .pureRed).encoded()
  }

  private func folder(_ names: [String]) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for (index, name) in names.enumerated() { files[name] = try page(10 + index) }
    return files
  }

  @Test(arguments: [
    ["page1.png", "page2.png", "page10.png"], ["p01.png", "p1a.png", "p2.png", "p010.png"],
    ["1.png", "2.PNG", "10.png", "cover.png"], ["A1.png", "a2.png", "A10.png"],
    ["2.9.png", "2.10.png"], ["p 9.png", "p 12345678901234567890123.png"],
  ])
  func pagesFollowOneAnotherAsPeopleNumberThem(names: [String]) throws {
    let folder = try temporaryFolder(folder(names))
    let publication = try open(folder.path)
    #expect(try publication.widths() == names.indices.map { 10 + $0 })
  }

  @Test func theFoldersOfAnArchiveStayTogether() throws {
    let names = ["a/2.png", "a/10.png", "a b/1.png", "b/1.png", "cover.png"]
    let entries = try names.enumerated().map { ZipEntry($1, try page(10 + $0)) }
    #expect(try open(archive(entries.reversed())).widths() == [10, 11, 12, 13, 14])
  }

  @Test func aFolderHasThePagesThatAnArchiveOfItHas() throws {
    let names = [
      "a/2.png", "a/10.png", "a b/1.png", "a b/deep/1.png", "b/1.png", "cover.png",
    ]
    var files = try folder(names)
    for name in [".git/1.png", "__MACOSX/1.png", "a/.hidden/1.png", "a/notes.nfo", "README.txt"] {
      files[name] = try page(99)
    }
    files["b/1.xml"] = Array(alto(altoLine(altoString("Tide", 0, 0, 40, 20))).utf8)
    let folder = try temporaryFolder(files)
    let publication = try open(folder.path)
    #expect(try publication.widths() == [10, 11, 12, 13, 14, 15])
    #expect(try publication.words(page: 4).map(\.text) == ["Tide"])
    #expect(publication.info.warnings.isEmpty)
    let archived = try open(archive(files.map { ZipEntry($0.key, $0.value) }))
    #expect(try archived.widths() == publication.widths())
  }

  @Test func aFolderOfFoldersOfImagesIsRecognized() throws {
    func confidence(_ path: String) throws -> Confidence {
      ImageBackend().recognizes(SourceProbe(try source(path)))
    }
    let pages = try temporaryFolder(folder(["a/1.png", "b/c/2.png"]))
    // Less than any backend that knows a name in it.
    #expect(try confidence(pages.path) > .none)
    #expect(try confidence(pages.path) < .byName)
    #expect(try open(pages.path).widths() == [10, 11])
    let none = try temporaryFolder(["a/1.txt": [1], "b.txt": [1]])
    #expect(try confidence(none.path) == .none)
  }

  @Test func foldersThatAreOtherPublicationsAreLeftOutWithAWarning() throws {
    for name in ["layout.json", "issue.pdf", "index.html", "story.md", "META-INF/container.xml"] {
      let folder = try temporaryFolder(
        folder(["1.png", "site/2.png", "more/3.png"]).merging(["site/\(name)": [1]]) { $1 })
      let publication = try open(folder.path)
      #expect(try publication.widths().sorted() == [10, 12], "\(name)")
      #expect(publication.info.warnings.map(\.code) == ["left-out"])
      #expect(publication.info.warnings.first?.message.contains("site") == true)
    }
  }

  @Test func whatIsBesideThePagesOfAFolderIsLeftOutWithAWarning() throws {
    let folder = try temporaryFolder(
      folder(["1.png", "2.png"]).merging(["README.md": [1], "a.pdf": [1], "2.xml": [1]]) { $1 })
    let warnings = try open(folder.path).info.warnings
    #expect(warnings.map(\.code) == ["left-out"])
    #expect(warnings.first?.message.hasPrefix("a.pdf, README.md are not shown") == true)
  }

  @Test func noLinkLeadsToAFolderOfPages() throws {
    let outside = try temporaryFolder(folder(["1.png", "2.png"]))
    let folder = try temporaryFolder(folder(["a/1.png"]))
    #expect(symlink(outside.path, folder.path("b")) == 0)
    #expect(symlink(outside.path("1.png"), folder.path("a/2.png")) == 0)
    #expect(symlink(folder.path, folder.path("a/round")) == 0)
    let publication = try open(folder.path)
    #expect(publication.pageCount == 2)
    #expect(publication.failure(page: 1)?.code == .unreadable)
  }

  @Test func foldersAreLookedThroughToADepth() throws {
    let deep = Array(repeating: "a", count: 40).joined(separator: "/")
    let folder = try temporaryFolder(folder(["1.png", "a/2.png", "\(deep)/3.png"]))
    let publication = try open(folder.path)
    #expect(publication.pageCount == 2)
    #expect(publication.info.warnings.map(\.code) == ["left-out"])
  }

  @Test func filesOtherThanPagesAreLeftOut() throws {
    var files = try folder(["1.png", "2.png"])
    for name in [".hidden.png", "._1.png", "notes.txt", "Thumbs.db", "1.png.bak"] {
      files[name] = try page(99)
    }
    let folder = try temporaryFolder(files)
    #expect(try open(folder.path).widths() == [10, 11])
    let inArchive = files.map { ZipEntry($0.key, $0.value) }
    let leftByMacOS = ZipEntry("__MACOSX/1.png", try page(99))
    #expect(try open(archive(inArchive + [leftByMacOS])).widths() == [10, 11])
  }

  @Test func aFolderWithoutPageImagesIsRefused() throws {
    let folder = try temporaryFolder()
    try folder.write("hello".utf8, to: "notes.txt")
    let error = #expect(throws: PageError.self) { try open(folder.path) }
    #expect(error?.code == .unsupported)
    #expect(error?.message == "the folder holds no page images")
  }

  @Test func aBadImageIsABadPageAndTheOthersRender() throws {
    let files = try folder(["1.png", "2.png", "3.png"])
    let bad: [[UInt8]] = [[], Array("nonsense".utf8), Array(try page(20).prefix(20))]
    for content in bad {
      let folder = try temporaryFolder(files.merging(["2.png": content]) { $1 })
      let publication = try open(folder.path)
      #expect(publication.pageCount == 3)
      let error = try #require(publication.failure(page: 1))
      #expect([.damaged, .unsupported].contains(error.code))
      #expect(error.message.hasPrefix("2.png: "))
      #expect(try publication.canvas(page: 0) == Canvas(width: 10, height: 8, .pureRed))
      #expect(try publication.canvas(page: 2) == Canvas(width: 12, height: 8, .pureRed))
      let warning = PageWarning(code: "unreadable-page", page: 1, message: error.message)
      #expect(publication.info.warnings == [warning])
    }
  }

  @Test func aPipeAndAFileThatIsGoneAreBadPages() throws {
    let folder = try temporaryFolder()
    for index in [1, 3] { try folder.write(page(10), to: "\(index).png") }
    #expect(mkfifo(folder.path("2.png"), 0o600) == 0)
    let publication = try open(folder.path)
    #expect(publication.failure(page: 1)?.code == .unreadable)
    #expect(unlink(folder.path("3.png")) == 0)
    #expect(publication.failure(page: 2)?.code == .notFound)
    #expect(try publication.canvas(page: 0).width == 10)
  }

  @Test func aFolderThatIsMostlyImagesIsRecognized() {
    func confidence(_ entries: [String]) -> Confidence {
      ImageBackend().recognizes(
        SourceProbe(Source(path: "scans", content: .folder(entries: entries))))
    }
    let pages = ["1.png", "2.jpg", "1.xml", "2.html", ".DS_Store"]
    #expect(confidence(pages) == .byContent)
    #expect(confidence(["index.md", "style.css", "story.md", "photo.jpg"]) == .byName)
    #expect(confidence(["index.md"]) == .none)
    #expect(confidence([]) == .none)
    #expect(confidence([".hidden.png"]) == .none)
  }

  @Test func aFolderSaysWhatItIs() throws {
    let folder = try temporaryFolder(folder(["1.png"]))
    let publication = try open(folder.path)
    #expect(publication.info.format == "image folder")
    #expect(publication.info.metadata == Metadata())
    #expect(publication.info.direction == .leftToRight)
    #expect(publication.info.warnings.isEmpty)
    #expect(try publication.page(at: 0).label == "1")
  }
}
