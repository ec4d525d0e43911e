import RectoPageModel
import TestSupport
import Testing

@Suite struct ArchiveTests {
  private let canvas = Canvas.quadrants(width: 32, height: 32)

  private func entry(_ name: String) throws -> ZipEntry { ZipEntry(name, try canvas.encoded()) }

  @Test func anArchiveOfPageImagesIsAPublication() throws {
    let publication = try open(archive([entry("1.png"), entry("2.png")]))
    #expect(publication.info.format == "image archive")
    #expect(publication.pageCount == 2)
    #expect(try publication.canvas(page: 1) == canvas)
  }

  @Test func deflatedEntriesAreInflated() throws {
    let bytes = try archive([entry("1.png")], ZipMethod(isDeflated: true))
    #expect(try open(bytes).canvas() == canvas)
  }

  @Test func onlyOneEntryOfALargeArchiveIsInMemory() throws {
    let folder = try temporaryFolder()
    // Bytes after the end of a picture are not part of it.
    let page = try canvas.encoded() + [UInt8](repeating: 0, count: 2 << 20)
    let path = try folder.write(
      archive((0..<4).map { ZipEntry("\($0).png", page) }), to: "large.cbz")
    let publication = try open(path)
    for index in 0..<4 { #expect(try publication.canvas(page: index) == canvas) }
    #expect(try residentBytes(ofMappedFile: path) < 1 << 20)
  }

  @Test func backslashesPartFolders() throws {
    let wide = ZipEntry("a\\10.png", try Canvas(width: 50, height: 9, .pureRed).encoded())
    let hidden = try entry("__MACOSX\\1.png")
    let text = ZipEntry("a\\9.xml", alto(altoLine(altoString("Tide", 0, 0, 40, 20))))
    let publication = try open(archive([wide, entry("a\\9.png"), hidden, text]))
    #expect(try publication.widths() == [32, 50])
    #expect(try publication.words().map(\.text) == ["Tide"])
  }

  @Test(arguments: [
    "../1.png", "a/../../1.png", "/1.png", "..\\1.png", "C:\\1.png", "c:/1.png", "a/..", "\\\\h\\x",
    "..\u{2F}\u{301}1.png",
  ])
  func aPathThatLeadsOutIsRefused(name: String) throws {
    let error = refusal(archive([try entry("1.png"), try entry(name)]))
    #expect(error?.code == .damaged)
    #expect(error?.message.hasSuffix("leads out of the archive") == true)
  }

  @Test func aNameCannotDriveATerminal() throws {
    let error = refusal(archive([try entry("../\u{1B}[2J\u{7}.png")]))
    #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  @Test func linksAndDevicesAreNoPages() throws {
    var link = try entry("0.png")
    link.mode = 0o120777
    var pipe = try entry("2.png")
    pipe.mode = 0o010644
    let folder = ZipEntry("3.png/", "")
    #expect(try open(archive([link, entry("1.png"), pipe, folder])).pageCount == 1)
  }

  @Test func anEntryThatIsThereTwiceIsRefused() throws {
    for other in ["a/1.png", "a\\1.png"] {
      let error = refusal(archive([try entry("a/1.png"), try entry(other)]))
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("two entries") == true, "\(other)")
    }
  }

  @Test func aDocumentBesideThePagesIsLeftOutWithAWarning() throws {
    let publication = try open(archive([try entry("1.png"), ZipEntry("a.pdf", "%PDF-1.7 broken")]))
    #expect(publication.pageCount == 1)
    #expect(publication.info.warnings.map(\.code) == ["left-out"])
  }

  @Test func anEntryWithAWrongChecksumIsABadPage() throws {
    var bad = try entry("2.png")
    bad.statedChecksum = 1
    let publication = try open(archive([entry("1.png"), bad, entry("3.png")]))
    let error = publication.failure(page: 1)
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("2.png: ") == true)
    #expect(publication.info.warnings.map(\.page) == [1])
    #expect(try publication.canvas(page: 2) == canvas)
  }

  @Test(arguments: [-1, 1]) func anEntryThatIsNotAsLongAsStatedIsABadPage(by: Int) throws {
    var bad = try entry("1.png")
    bad.statedSize = bad.content.count + by
    #expect(try open(archive([bad])).failure(page: 0)?.code == .damaged)
  }

  @Test(arguments: [
    ("[Content_Types].xml", "Debian package libreoffice)"),
    ("mimetype", "not an archive of page images"),
    ("META-INF/MANIFEST.MF", "not an archive of page images"),
  ])
  func aDocumentWithPicturesInItIsRefused(name: String, end: String) throws {
    let error = refusal(archive([try entry("word/media/image1.png"), ZipEntry(name, "x")]))
    #expect(error?.code == .unsupported)
    #expect(error?.message.hasSuffix(end) == true)
  }

  @Test func anArchiveWithoutPageImagesIsRefused() {
    #expect(
      refusal(archive([ZipEntry("a.txt", "x")]))?.message == "the archive holds no page images")
    #expect(refusal(archive([]))?.code == .unsupported)
  }

  @Test func anArchiveThatIsCutOffIsRefused() throws {
    let whole = archive([try entry("1.png")])
    for count in stride(from: 4, to: whole.count - 1, by: 37) {
      #expect(refusal(Array(whole.prefix(count)))?.code == .damaged, "\(count)")
    }
  }
}
