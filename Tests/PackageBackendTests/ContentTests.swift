import RectoPageModel
import TestSupport
import Testing

/// Archives and folders recognized by their content.
@Suite struct ContentTests {
  private func probe(_ entries: [String]) -> SourceProbe {
    SourceProbe(Source(path: "x", content: .folder(entries: entries)))
  }

  private func probe(_ name: String, _ bytes: String) -> SourceProbe {
    SourceProbe(Source(path: name, content: .file(FileBytes(Array(bytes.utf8)))))
  }

  @Test func foldersAreRecognizedByTheirManifest() {
    let backend = HandMadePackage.backend
    #expect(backend.recognizes(probe(["recto.json", "layout.json"])) == .certain)
    #expect(backend.recognizes(probe(["issue.pdf", "read.me"])) > .none)
    #expect(backend.recognizes(probe(["1.pdf", "2.pdf"])) == .none)
    #expect(backend.recognizes(probe(["1.png"])) == .none)
  }

  @Test func archivesAreLeftToTheBackendOfTheirKind() {
    let backend = HandMadePackage.backend
    let head = "PK\u{3}\u{4}aaaaaaaaaaaaaaaaaaaaaaaaaa"
    #expect(backend.recognizes(probe("a.zip", head)) > backend.recognizes(probe("a.x", head)))
    #expect(backend.recognizes(probe("a.cbz", head)) == .none)
    #expect(backend.recognizes(probe("a.epub", head + "mimetype")) == .none)
    #expect(backend.recognizes(probe("a.zip", "%PDF")) == .none)
  }

  @Test func aLayoutInAPackageIsALayout() throws {
    let layout = #"{"stories": {"a": "a.md"}, "pages": [{"frames": [{"thread": "a"}]}]}"#
    let package = HandMadePackage(
      nil, ["folder/layout.json": layout, "folder/a.md": story("Tide")])
    let publication = try package.open()
    #expect(publication.info.format == "text")
    #expect(try publication.page(at: 0).words().contains("Tide"))
  }

  @Test func aPackageOfNothingIsRefused() {
    let error = HandMadePackage(nil, ["a.bin": "x", "b.bin": "y"]).refusal()
    #expect(error?.code == .unsupported)
    #expect(error?.message.hasPrefix("the package holds no publication") == true)
  }

  @Test func aBookIsNotItsPages() {
    let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>"#
    let book = HandMadePackage(nil, ["META-INF/container.xml": "<container/>", "1.svg": drawing])
    #expect(book.refusal()?.code == .unsupported)
    #expect(book.refusal()?.message.hasPrefix("it is an EPUB") == true)
  }

  @Test func picturesBesideABrokenPDFAreShown() throws {
    let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>"#
    let broken = ["issue.pdf": "%PDF-1.7 broken"]
    let package = HandMadePackage(nil, broken.merging(["1.svg": drawing, "2.svg": drawing]) { $1 })
    let publication = try package.open()
    #expect(publication.pageCount == 2)
    #expect(publication.info.warnings.map(\.code) == ["left-out"])
    #expect(HandMadePackage(nil, broken).refusal()?.code == .damaged)
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theOnlyPDFOfAPackageIsItsPublication() throws {
    let path = try #require(samplesFolder()) + "/quay.pdf"
    var package = HandMadePackage(nil, ["notes.txt": "x"])
    package.files["Issue.PDF"] = try bytes(ofFile: path)
    let publication = try package.open()
    #expect(publication.info.format.hasPrefix("PDF"))
    #expect(publication.pageCount == 8)
  }
}
