import RectoPageModel
import TestSupport
import Testing

@Suite struct BadInputTests {
  private let sound = PDFFixture("BT /F1 20 Tf 20 100 Td (Harbor) Tj ET").bytes

  private func error(_ bytes: [UInt8], password: String? = nil) -> PageError? {
    pageError { () throws(PageError) in _ = try open(bytes, password: password) }
  }

  @Test func anEmptyFileIsDamaged() {
    #expect(error([]) == PageError(.damaged, "the file is empty"))
  }

  @Test func aFileOfNothingButAHeaderIsDamaged() {
    let error = error(Array("%PDF-1.7\n".utf8))
    #expect(error?.code == .damaged)
    #expect(error?.message.isEmpty == false)
  }

  @Test func aTruncatedFileIsReadOrRefusedWithASentenceWhereverItEnds() {
    for end in stride(from: 0, through: sound.count, by: 7) {
      if let error = error(Array(sound[..<end])) {
        #expect(error.code == .damaged && !error.message.isEmpty)
      }
    }
  }

  @Test func aFileWithoutItsLastLinesIsRepaired() throws {
    let page = try open(Array(sound.dropLast(16))).page(at: 0)
    #expect(try words(page).map(\.text) == ["Harbor"])
  }

  @Test func aPageTreeThatContainsItselfIsRefused() {
    var fixture = PDFFixture("")
    fixture.objects[100] = "<< /Type /Pages /Kids [100 0 R] /Count 1 >>"
    fixture.catalog = "/Pages 100 0 R"
    let publication = try? open(fixture)
    let error = pageError { () throws(PageError) in
      _ = try open(fixture).page(at: 0)
    }
    #expect(publication == nil || error?.code == .damaged)
  }

  @Test func drawingsThatContainThemselvesAreDrawnOnce() throws {
    let page = try page(
      PDFFixture(
        "/X Do", resources: "/XObject << /X 100 0 R >>",
        objects: [
          100: PDFFixture.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 300 200] "
              + "/Resources << /XObject << /X 100 0 R >> >>", "20 20 40 40 re f /X Do")
        ]))
    try Ink(page).expectAll(in: Rect(x: 20, y: 140, width: 40, height: 40))
  }

  // MARK: Passwords

  private func encrypted() async throws -> [UInt8]? {
    guard let qpdf = program("qpdf") else { return nil }
    let folder = try temporaryFolder()
    let plain = try folder.write(sound, to: "plain.pdf")
    let locked = folder.path("locked.pdf")
    let result = try await run(qpdf, ["--encrypt", "tide", "owner", "256", "--", plain, locked])
    #expect(result.status == 0, "\(result.errors)")
    return try bytes(ofFile: locked)
  }

  @Test(.enabled(if: program("qpdf") != nil, "qpdf is not installed"))
  func anEncryptedFileAsksForItsPassword() async throws {
    let locked = try #require(try await encrypted())
    #expect(
      error(locked)
        == PageError(.needsPassword, "the PDF is encrypted"))
    #expect(error(locked, password: "ebb")?.code == .needsPassword)
  }

  @Test(
    .enabled(if: program("qpdf") != nil, "qpdf is not installed"), arguments: ["tide", "owner"])
  func anEncryptedFileOpensWithEitherPassword(password: String) async throws {
    let locked = try #require(try await encrypted())
    let page = try open(locked, password: password).page(at: 0)
    #expect(try words(page).map(\.text) == ["Harbor"])
  }

  @Test func aFolderIsNotAPDF() {
    let error = pageError { () throws(PageError) in
      _ = try PDFBackendTests.open(folder: "scans")
    }
    #expect(error?.code == .unsupported)
  }
}
