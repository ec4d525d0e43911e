import Glibc
import RectoPageModel
import TestSupport
import Testing

/// The locations of sidecars, and the positions of their words.
@Suite struct SidecarPlaceTests {
  private let text = alto(altoLine(altoString("Tide", 40, 20, 80, 10)))

  @Test(arguments: ["page1.xml", "page1.alto.xml"])
  func aFolderAndAnArchiveAreSearchedByStem(name: String) throws {
    let folder = try temporaryFolder(["page1.png": SidecarPage.image(), name: Array(text.utf8)])
    let publication = try open(folder.path)
    #expect(publication.info.capabilities == [.text, .search, .images])
    #expect(try publication.words().map(\.text) == ["Tide"])
    #expect(try SidecarPage.open(name, text).words().map(\.text) == ["Tide"])
  }

  @Test(arguments: ["scan.xml", "scan.alto.xml"])
  func aSingleFileHasItsSidecarBesideIt(name: String) throws {
    let folder = try temporaryFolder()
    let path = try folder.write(SidecarPage.image(), to: "scan.png")
    try folder.write(text.utf8, to: name)
    let publication = try open(path)
    #expect(publication.info.capabilities == [.text, .search, .images])
    #expect(try publication.words().map(\.text) == ["Tide"])
  }

  @Test func theMoreTellingNameGoesFirst() throws {
    let other = alto(altoLine(altoString("Ebb", 0, 0, 9, 9)))
    let publication = try open(
      archive([
        ZipEntry("page1.png", SidecarPage.image()), ZipEntry("page1.xml", other),
        ZipEntry("page1.alto.xml", text), ZipEntry("page1.html", hocr([])),
      ]))
    #expect(try publication.words().map(\.text) == ["Tide"])
  }

  @Test func withoutASidecarThereIsNoText() throws {
    let publication = try open(
      archive([ZipEntry("page1.png", SidecarPage.image()), ZipEntry("page2.xml", text)]))
    #expect(publication.info.capabilities == [.images])
    #expect(try !(publication.page(at: 0) is any TextPage))
    #expect(publication.info.warnings.isEmpty)
  }

  @Test func aPipeInItsPlaceIsAWarning() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(SidecarPage.image(), to: "scan.png")
    #expect(mkfifo(folder.path("scan.xml"), 0o600) == 0)
    let publication = try open(path)
    #expect(try publication.text() == .none)
    #expect(publication.info.warnings.map(\.code) == ["damaged-sidecar"])
    let ofFolder = try open(folder.path)
    #expect(try ofFolder.text() == .none)
    #expect(ofFolder.info.warnings.map(\.code) == ["damaged-sidecar"])
  }

  /// A black bar on a page that a camera stored lying on its side, and the word on it as either
  /// kind of OCR program has it: of the stored pixels, or of the upright ones.
  @Test(arguments: ["stored", "upright"]) func aWordStandsWhereItsInkIs(kind: String) throws {
    let stored = Canvas(width: 96, height: 48, .white).filling(
      x: 16, y: 8, width: 48, height: 16, .black)
    let image = jpeg(try stored.encoded(.jpeg, dotsPerInch: 144), orientation: 6)
    let sidecar =
      kind == "stored"
      ? alto(page: #"WIDTH="96" HEIGHT="48""#, altoLine(altoString("Tide", 16, 8, 48, 16)))
      : alto(page: #"WIDTH="48" HEIGHT="96""#, altoLine(altoString("Tide", 24, 16, 16, 48)))
    let publication = try open(
      archive([ZipEntry("1.jpg", image), ZipEntry("1.xml", sidecar)]))
    #expect(try publication.sizes() == [Size(width: 24, height: 48)])
    let box = try #require(try publication.words().first).box
    #expect(box == Rect(x: 12, y: 8, width: 8, height: 24))
    let picture = try publication.canvas(RenderRequest(scale: .pixelsPerPoint(2)))
    let expected = Canvas(width: 48, height: 96) { x, y in
      box.contains(Point(x: (Double(x) + 0.5) / 2, y: (Double(y) + 0.5) / 2)) ? .black : .white
    }
    #expect(picture.difference(expected) <= 16)
  }
}
