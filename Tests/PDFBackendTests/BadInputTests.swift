import Foundation
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

  @Test(arguments: [[0, 1], [1, 0]])
  func brokenPagesHaveTheirWarningsInWhateverOrderTheyAreRead(order: [Int]) throws {
    let broken = (1...9).map { "unknown\($0)" }.joined(separator: " ")
    let pages = [broken, "unknown1 unknown2"].map { PDFFixture.Page(content: $0) }
    let publication = try open(PDFFixture(pages: pages).bytes)
    for index in order { _ = try words(publication.page(at: index)) }
    let warnings = publication.info.warnings
    #expect(warnings.filter { $0.page == 0 }.count == 5)
    let second = warnings.filter { $0.page == 1 && $0.message.contains("'unknown") }
    #expect(second.count == 2)
  }

  @Test(arguments: ["9999999999999999999999999", "-9999999999999999999999999", "0.0000001"])
  func lettersOfAnySizeAreRead(size: String) throws {
    let page = try page(
      PDFFixture(
        "BT /F1 12 Tf 20 150 Td (One) Tj ET BT /F1 \(size) Tf 20 90 Td (A) Tj ET "
          + "BT /F1 12 Tf 20 30 Td (Two) Tj ET"))
    #expect(try words(page).map(\.text).filter { $0 != "A" } == ["One", "Two"])
  }

  private static let three = (1...3).map {
    PDFFixture.Page(content: "BT /F1 20 Tf 20 100 Td (Harbor \($0)) Tj ET")
  }

  /// As a download that was broken off leaves it: without its trailer, which names the catalog.
  @Test func aFileThatIsCutOffShowsThePagesThatCame() throws {
    let bytes = PDFFixture(pages: Self.three).bytes
    let third = try #require(bytes.firstRange(of: Array("14 0 obj".utf8)))
    for end in [third.lowerBound, third.upperBound + 20] {
      let publication = try open(Array(bytes[..<end]))
      #expect(publication.pageCount == 3)
      for index in 0..<2 {
        let text = try words(publication.page(at: index)).map(\.text)
        #expect(text == ["Harbor", "\(index + 1)"])
      }
      // The last one may be there in part.
      let error = pageError { () throws(PageError) in _ = try publication.page(at: 2) }
      #expect(error?.code == .damaged || end > third.lowerBound)
      #expect(publication.info.warnings.contains { $0.code == "damaged-file" })
    }
  }

  /// An update has other versions of objects, behind those that it takes the place of.
  @Test func aPageThatWasUpdatedBeforeTheFileWasCutOffIsThereOnce() throws {
    let text = String(decoding: PDFFixture(pages: Self.three).bytes, as: UTF8.self)
    let objects = text.components(separatedBy: "endobj\n").dropLast().map { $0 + "endobj\n" }
    // Neither the catalog nor the page tree came.
    let own = objects.filter { !$0.contains("/Catalog") && !$0.contains("/Pages") }
    let page = try #require(objects.first { $0.contains("/Type /Page ") })
    let publication = try open(Array(("%PDF-1.7\n" + own.joined() + page).utf8))
    #expect(publication.pageCount == 3)
    #expect(
      try (0..<3).map { try words(publication.page(at: $0)).map(\.text).joined(separator: " ") }
        == ["Harbor 1", "Harbor 2", "Harbor 3"])
  }

  /// A font's encoding has a name that begins like that of the handler of encrypted files.
  @Test(arguments: [
    ("/Encoding /StandardEncoding", true), ("/Filter /Standard /V 2", false),
    ("/Filter/Standard/V 2", false),
  ])
  func onlyAnEncryptedFileThatIsCutOffIsLost(entry: String, isReadable: Bool) throws {
    let fixture = PDFFixture(pages: Self.three, objects: [5: "<< /Type /Font \(entry) >>"])
    let bytes = fixture.bytes
    let end = try #require(bytes.firstRange(of: Array("14 0 obj".utf8))).lowerBound
    let publication = try? open(Array(bytes[..<end]))
    #expect((publication?.pageCount == 3) == isReadable)
  }

  /// Most writers pack all objects without a stream into object streams (ISO 32000-2, 7.5.7).
  /// `packed` is the numbers of those that are in one here.
  @Test(arguments: [[1, 2, 3, 10, 12, 14], [1], [1, 2], [2], [12, 14]])
  func aFileThatIsCutOffHasTheObjectsOfItsObjectStreams(packed: [Int]) throws {
    let whole = String(decoding: PDFFixture(pages: Self.three).bytes, as: UTF8.self)
    var file = ""
    var (table, bodies) = ("", "")
    for object in whole.components(separatedBy: "endobj\n").dropLast() {
      let parts = object.components(separatedBy: " 0 obj\n")
      let number = try #require(Int(parts[0].split(separator: "\n").last.map(String.init) ?? ""))
      if packed.contains(number) {
        table += "\(number) \(bodies.utf8.count) "
        bodies += parts[1]
      } else {
        file += "\(number) 0 obj\n\(parts[1])endobj\n"
      }
    }
    let stream = PDFFixture.stream(
      "/Type /ObjStm /N \(packed.count) /First \(table.utf8.count)", table + bodies)
    let publication = try open(Array("%PDF-1.7\n40 0 obj\n\(stream)\nendobj\n\(file)".utf8))
    #expect(publication.pageCount == 3)
    for index in 0..<3 {
      let text = try words(publication.page(at: index)).map(\.text)
      #expect(text == ["Harbor", "\(index + 1)"])
    }
  }

  @Test(arguments: ["1 0 obj", "2 0 obj"])
  func pagesWithoutACatalogOrATreeAreShown(_ lost: String) throws {
    var bytes = PDFFixture(pages: Self.three).bytes
    bytes = Array(bytes[..<(try #require(bytes.firstRange(of: Array("xref".utf8))).lowerBound)])
    let place = try #require(bytes.firstRange(of: Array("\n\(lost)".utf8)))
    let end = try #require(bytes[place.upperBound...].firstRange(of: Array("endobj".utf8)))
    bytes.removeSubrange(place.upperBound - 3..<end.upperBound)
    let publication = try open(bytes)
    #expect(publication.pageCount == 3)
    #expect(try words(publication.page(at: 2)).map(\.text) == ["Harbor", "3"])
  }

  /// Kids have to be references (ISO 32000-2, 7.7.3.2).
  @Test(arguments: [false, true]) func pagesThatAreDirectObjectsAreShown(isInCatalog: Bool) throws {
    func page(_ name: String) -> String {
      "<< /Type /Page /Contents \(name) 0 R /MediaBox [0 0 300 200]"
        + " /Resources << /Font << /F1 3 0 R >> >> >>"
    }
    let tree =
      "<< /Type /Pages /Count 3 /Kids [\(page("100")) << /Type /Pages /Count 1 /Kids [\(page("101"))] >>"
      + " 10 0 R] >>"
    var fixture = PDFFixture(
      "BT /F1 20 Tf 20 100 Td (third) Tj ET", catalog: "/Pages \(isInCatalog ? tree : "60 0 R")",
      objects: [60: tree])
    for (number, word) in [(100, "first"), (101, "second")] {
      fixture.objects[number] = PDFFixture.stream("", "BT /F1 20 Tf 20 100 Td (\(word)) Tj ET")
    }
    let publication = try open(fixture)
    #expect(publication.pageCount == 3)
    let found = try (0..<3).map { try words(publication.page(at: $0)).map(\.text) }
    #expect(found == [["first"], ["second"], ["third"]])
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

  @Test func contentThatIsNotAStreamIsLeftOutAlone() throws {
    let publication = try open(
      PDFFixture(
        "", entries: "/Contents [100 0 R null 900 0 R 7 << >> 101 0 R]",
        objects: [
          100: PDFFixture.stream("", "BT /F1 20 Tf 20 100 Td (Harbor) Tj ET"),
          101: PDFFixture.stream("", "BT /F1 20 Tf 20 60 Td (Quay) Tj ET"),
        ]))
    let page = try publication.page(at: 0)
    let words = try words(page)
    let ink = try Ink(page)
    #expect(words.map(\.text) == ["Harbor", "Quay"])
    #expect(words.allSatisfy { ink.count(in: $0.box) > 0 })
    #expect(
      publication.info.warnings.map(\.message).contains(
        "the PDF is damaged or unusual: "
          + "Syntax warning: An entry of the page's content is not a stream"))
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

  private static let descriptor =
    "<< /Type /FontDescriptor /FontName /ABCDEF+Tides /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0"
    + " /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80"

  @Test(arguments: [
    "/Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Tides /FirstChar 97 /LastChar 97 /Widths [600]"
      + " /Encoding /WinAnsiEncoding /FontDescriptor 100 0 R",
    "/Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Tides /Encoding /UniGB-UTF16-H /DescendantFonts"
      + " [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /ABCDEF+Tides /FontDescriptor 100 0 R"
      + " /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> >>]",
  ])
  func aFontOfTheSystemStandsInForAFileThatIsNoFont(entries: String) throws {
    let text = entries.contains("Type0") ? "<00610061>" : "(aa)"
    let publication = try open(
      PDFFixture(
        "BT /F2 40 Tf 20 100 Td \(text) Tj ET",
        objects: [
          5: "<< \(entries) >>", 100: Self.descriptor + " /FontFile3 101 0 R >>",
          101: PDFFixture.stream("/Subtype /Type1C", "This is not a font."),
        ]))
    let page = try publication.page(at: 0)
    #expect(try words(page).map(\.text) == ["aa"])
    #expect(try Ink(page).count(in: Rect(x: 20, y: 60, width: 48, height: 45)) > 0)
    #expect(publication.info.warnings.contains { $0.message.contains("font file") })
  }

  private func encrypted(password: String = "tide") async throws -> [UInt8]? {
    guard let qpdf = program("qpdf") else { return nil }
    let folder = try temporaryFolder()
    let plain = try folder.write(sound, to: "plain.pdf")
    let locked = folder.path("locked.pdf")
    let result = try await run(qpdf, ["--encrypt", password, "owner", "256", "--", plain, locked])
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

  @Test(.enabled(if: program("qpdf") != nil, "qpdf is not installed"))
  func aPasswordThatLatin1CannotHoldIsNotTheEmptyOne() async throws {
    let locked = try #require(try await encrypted(password: ""))
    #expect(error(locked) == nil)
    #expect(error(locked, password: "\u{6E2F}")?.code == .needsPassword)
  }

  /// The sound file with an encryption dictionary; neither streams nor strings are encrypted in it.
  private func naming(streamFilter: String, stringFilter: String) -> [UInt8] {
    let zeros = String(repeating: "0", count: 64)
    let encryption =
      "<< /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /O <\(zeros)> /U <\(zeros)> "
      + "/CF << /StdCF << /CFM /AESV2 /Length 16 >> >> /StmF /\(streamFilter) /StrF /\(stringFilter) >>"
    return Array(
      String(decoding: sound, as: UTF8.self)
        .replacing("trailer\n<<", with: "trailer\n<< /Encrypt \(encryption)").utf8)
  }

  /// Poppler opens it as if it were not encrypted, and shows an empty page.
  @Test(arguments: [("StdCF", "Identity"), ("Identity", "StdCF")])
  func aFileWithAnEncryptionThatPopplerLeavesOutIsRefused(streams: String, strings: String) {
    let error = error(naming(streamFilter: streams, stringFilter: strings))
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("encrypted") == true)
  }

  @Test func aFileWhoseEncryptionLeavesAllAsItIsOpens() throws {
    let page = try open(naming(streamFilter: "Identity", stringFilter: "Identity")).page(at: 0)
    #expect(try words(page).map(\.text) == ["Harbor"])
  }

  /// A password is tried in two encodings, of which the first does not fit here.
  @Test(.enabled(if: program("qpdf") != nil, "qpdf is not installed"))
  func theRightPasswordGivesNoWarning() async throws {
    let locked = try #require(try await encrypted(password: "geh\u{E9}1m"))
    let publication = try open(locked, password: "geh\u{E9}1m")
    #expect(try words(publication.page(at: 0)).map(\.text) == ["Harbor"])
    #expect(publication.info.warnings == [])
  }

  /// 127 bytes with letters of one byte, and of two.
  @Test(
    .enabled(if: program("qpdf") != nil, "qpdf is not installed"),
    arguments: [
      String(repeating: "a", count: 127), "a" + String(repeating: "\u{E9}", count: 63),
    ])
  func ofALongPasswordTheFirst127BytesCount(password: String) async throws {
    let locked = try #require(try await encrypted(password: password))
    let page = try open(locked, password: password + "tide").page(at: 0)
    #expect(try words(page).map(\.text) == ["Harbor"])
    #expect(error(locked, password: "b" + password)?.code == .needsPassword)
  }

  @Test(arguments: ["[-3 5] 0", "[0 0] 0", "[-1] 2"])
  func dashesThatAreNoneMakeWholeLines(dashes: String) throws {
    func picture(_ dashes: String) throws -> Picture {
      let content = "\(dashes) d 10 w 20 100 m 180 100 l S 50 20 20 20 re f"
      return try Picture(page(PDFFixture(content)), RenderRequest(scale: .pixelsPerPoint(1)))
    }
    #expect(try picture(dashes).pixels == picture("[] 0").pixels)
  }

  @Test func aFolderIsNotAPDF() {
    let error = pageError { () throws(PageError) in
      _ = try PDFBackendTests.open(folder: "scans")
    }
    #expect(error?.code == .unsupported)
  }
}
