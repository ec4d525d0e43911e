import RectoEPUBReading
import RectoPageModel
import TestSupport
import Testing

@Suite struct ContainerTests {
  @Test func aSoundBookHasNoWarnings() throws {
    let book = try HandMadeBook().book()
    #expect(book.warnings.isEmpty)
    #expect(book.packagePath.text == "OPS/book.opf")
    #expect(book.spine.map(\.path.text) == ["OPS/c1.xhtml"])
  }

  @Test func aBookWithoutAContainerDocumentIsDamaged() throws {
    let files = MemoryFiles(["mimetype": FileBytes(Array("application/epub+zip".utf8))])
    let error = #expect(throws: PageError.self) { try BookContainer(files: files) }
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("META-INF/container.xml is missing") == true)
  }

  @Test(arguments: ["../book.opf", "/etc/passwd", "OPS/../../book.opf"])
  func aPackageOutsideTheContainerIsRefused(path: String) {
    var made = HandMadeBook()
    made.container = "<container><rootfile full-path=\"\(path)\"/></container>"
    #expect(made.refusal()?.code == .damaged)
    #expect(made.refusal()?.message.hasPrefix("META-INF/container.xml: full-path") == true)
  }

  @Test func theFirstReadablePackageCounts() throws {
    var made = HandMadeBook()
    made.container = """
      <container><rootfile full-path="missing.opf"/><rootfile/>
      <rootfile full-path="a.pdf" media-type="application/pdf"/>
      <rootfile full-path="OPS/book.opf"/></container>
      """
    #expect(try made.book().packagePath.text == "OPS/book.opf")
  }

  @Test func aPackageThatIsNotThereIsNamed() {
    var made = HandMadeBook()
    made.container = #"<container><rootfile full-path="gone.opf"/></container>"#
    #expect(made.refusal()?.message.hasPrefix("gone.opf: the package document") == true)
  }

  @Test(
    arguments: [
      ("ZIP_STORED", true), ("ZIP_DEFLATED", true), ("ZIP_BZIP2", false), ("ZIP_LZMA", false),
    ])
  func aBookIsCompressedByDeflateOnly(method: String, isRead: Bool) async throws {
    let folder = try temporaryFolder()
    for (path, bytes) in HandMadeBook().content { try folder.write(bytes, to: "files/\(path)") }
    let archive = folder.path("book.epub")
    let script = """
      import pathlib, sys, zipfile
      root = pathlib.Path(sys.argv[1])
      with zipfile.ZipFile(sys.argv[2], "w", getattr(zipfile, sys.argv[3])) as archive:
        for file in sorted(root.rglob("*")):
          if file.is_file(): archive.write(file, file.relative_to(root))
      """
    let python = try #require(program("python3"))
    let arguments = ["-c", script, folder.path("files"), archive, method]
    #expect(try await run(python, arguments).status == 0)
    if isRead {
      #expect(try OpenBook(fileSource(archive)).book.spine.count == 1)
    } else {
      let error = #expect(throws: PageError.self) { try OpenBook(fileSource(archive)) }
      #expect(error?.code == .damaged)
      #expect(error?.message.hasPrefix("META-INF/container.xml is compressed by") == true)
    }
  }

  @Test func aWrongMediaTypeIsAWarning() throws {
    var made = HandMadeBook()
    made.files["mimetype"] = Array("application/zip".utf8)
    #expect(try made.book().warnings.map(\.code) == ["damaged-container"])
  }

  @Test func entitiesAreRefused() {
    var made = HandMadeBook()
    made.container =
      "<!DOCTYPE container [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + made.container
    #expect(made.refusal()?.message == "META-INF/container.xml: it declares entities")
  }

  @Test func aPackageInUTF16IsRead() throws {
    var made = HandMadeBook()
    made.metadata = "<dc:title>Møle ⚓</dc:title>"
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + made.package
    made.files["OPS/book.opf"] =
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try made.book().metadata.title?.text.value == "Møle ⚓")
  }
}
