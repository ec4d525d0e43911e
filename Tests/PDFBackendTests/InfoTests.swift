import RectoPageModel
import TestSupport
import Testing

@Suite struct InfoTests {
  @Test func metadataAreThoseOfTheFile() throws {
    let fixture = PDFFixture(
      pages: [PDFFixture.Page(content: "")], catalog: "/Lang (en-GB)",
      info:
        "/Title (Quay 4) /Author <FEFF004D006900720061> /Subject (Harbors) /Keywords (sea, tide)"
        + " /Creator (make) /Producer (hand) /CreationDate (D:20260304050607+01'00')"
        + " /ModDate (D:20260304)")
    let info = try open(fixture).info
    #expect(info.format == "PDF 1.7")
    #expect(info.metadata.title == "Quay 4")
    #expect(info.metadata.author == "Mira")
    #expect(info.metadata.subject == "Harbors")
    #expect(info.metadata.keywords == "sea, tide")
    #expect(info.metadata.creator == "make")
    #expect(info.metadata.producer == "hand")
    #expect(info.metadata.language == "en-GB")
    #expect(info.metadata.created == "2026-03-04T04:06:07Z")
    #expect(info.metadata.modified == "2026-03-04T00:00:00Z")
  }

  @Test func complaintsOfPopplerAreSentences() throws {
    let publication = try open(PDFFixture("", catalog: "/AcroForm << /Fields 7 >>"))
    _ = try Ink(publication.page(at: 0))
    #expect(
      publication.info.warnings.map(\.message).contains(
        "the PDF is damaged or unusual: Syntax error: Can't get Fields array"))
  }

  @Test func complaintsAreTheSameAfterAPasswordWasTried() throws {
    let bytes = PDFFixture("", catalog: "/AcroForm << /Fields 7 >>").bytes
    let tried = try open(bytes, password: "tide")
    _ = try Ink(tried.page(at: 0))
    let plain = try open(bytes)
    _ = try Ink(plain.page(at: 0))
    #expect(!plain.info.warnings.isEmpty)
    #expect(tried.info.warnings == plain.info.warnings)
  }

  @Test func unstatedMetadataIsNil() throws {
    #expect(try open(PDFFixture("")).info.metadata == Metadata())
  }

  @Test func theReadingDirectionIsThatOfTheViewerPreferences() throws {
    #expect(try open(PDFFixture("")).info.direction == .leftToRight)
    let fixture = PDFFixture("", catalog: "/ViewerPreferences << /Direction /R2L >>")
    #expect(try open(fixture).info.direction == .rightToLeft)
  }

  @Test(arguments: [
    ("", true), ("/PageLayout /TwoPageRight", true), ("/PageLayout /TwoPageLeft", false),
    ("/PageLayout /TwoColumnLeft", false),
  ])
  func theCoverStandsAloneUnlessTheLayoutBeginsWithAPair(layout: String, isAlone: Bool) throws {
    #expect(try open(PDFFixture("", catalog: layout)).info.hasCoverAlone == isAlone)
  }

  @Test func fontsAreListedWithTheirEmbedding() throws {
    let fixture = PDFFixture(
      "BT /F1 10 Tf (a) Tj /F2 10 Tf (a) Tj ET",
      objects: [
        5: "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Invented /FirstChar 97 /LastChar 97 "
          + "/Widths [500] /FontDescriptor 100 0 R >>",
        100: "<< /Type /FontDescriptor /FontName /ABCDEF+Invented /Flags 4 /ItalicAngle 0 "
          + "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 800] "
          + "/FontFile 101 0 R >>",
        101: PDFFixture.stream("/Length1 4 /Length2 0 /Length3 0", "%!PS"),
      ])
    let publication = try #require(try open(fixture) as? any FontsPublication)
    let fonts = try publication.fonts().sorted { $0.name < $1.name }
    #expect(fonts.map(\.name) == ["Helvetica", "Invented"])
    #expect(fonts.map(\.isEmbedded) == [false, true])
    #expect(fonts.map(\.isSubset) == [false, true])
    #expect(fonts[0].substitute != nil && fonts[1].substitute == nil)
  }

  @Test func anEmbeddedThumbnailIsGivenAndAMissingOneIsNot() throws {
    let with = try page(
      PDFFixture(
        "", entries: "/Thumb 100 0 R",
        objects: [
          100: PDFFixture.stream(
            "/Width 2 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /ASCIIHexDecode",
            "FF0000 0000FF>")
        ]))
    let thumbnail = try #require(try (with as? any ThumbnailPage)?.thumbnail())
    #expect(thumbnail.size == PixelSize(width: 2, height: 1))
    let pixels = thumbnail.withPixels { $0.bindMemory(to: UInt32.self).map { $0 & 0xFF_FFFF } }
    #expect(pixels == [0xFF_0000, 0x00_00FF])
    let without = try #require(try page(PDFFixture("")) as? any ThumbnailPage)
    #expect(try without.thumbnail() == nil)
  }

  @Test(arguments: [
    "(de-AT)", "<FEFF00640065002D00410054>", "<EFBBBF64652D4154>", "<FFFE640065002D0041005400>",
  ])
  func aLanguageIsReadInEveryEncodingOfText(string: String) throws {
    let info = try open(PDFFixture("", catalog: "/Lang \(string)")).info
    #expect(info.metadata.language == "de-AT")
  }

  @Test(arguments: ["(\\377\\376e\\000)", "(English)", "<656EC3>", "(e)", "()", "(en US)"])
  func whatIsNoLanguageIsNone(string: String) throws {
    let fixture = PDFFixture(
      "/P << /MCID 0 >> BDC BT /F1 10 Tf 20 40 Td (word) Tj ET EMC", entries: "/StructParents 0",
      catalog: "/Lang \(string) /MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
      objects: [
        100: "<< /Type /StructTreeRoot /K 101 0 R >>",
        101: "<< /Type /StructElem /S /P /P 100 0 R /Pg 10 0 R /K 0 /Lang \(string) >>",
      ])
    let publication = try open(fixture)
    #expect(publication.info.metadata.language == nil)
    #expect(try words(publication.page(at: 0)).map(\.language) == [nil])
  }

  @Test func theNameOfALocaleIsALanguage() throws {
    #expect(try open(PDFFixture("", catalog: "/Lang (en_US)")).info.metadata.language == "en-US")
  }

  /// "Peter weiß: a quay in María's town", whose bytes 9F and AD mean nothing in PDFDocEncoding.
  @Test func stringsInUTF8AreRead() throws {
    let text = "Peter weiß: “quay” of María, П"
    let bytes = ([0xEF, 0xBB, 0xBF] + text.utf8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    let string = "<\(bytes.joined())>"
    let publication = try open(
      PDFFixture(
        pages: [PDFFixture.Page(content: "", entries: "/Annots [100 0 R]")],
        catalog: """
          /Outlines 101 0 R
          /OCProperties << /OCGs [103 0 R] /D << /Order [103 0 R] >> >>
          """, info: "/Title \(string) /Author (\\357\\273\\277Ann) /Subject (na\\357ve)",
        objects: [
          100: "<< /Type /Annot /Subtype /Square /Rect [20 80 60 120] /Contents \(string) >>",
          101: "<< /Type /Outlines /First 102 0 R /Last 102 0 R /Count 1 >>",
          102: "<< /Title \(string) /Parent 101 0 R /Dest [10 0 R /Fit] >>",
          103: "<< /Type /OCG /Name \(string) >>",
        ]))
    #expect(publication.info.metadata.title == text)
    #expect(publication.info.metadata.author == "Ann")
    #expect(publication.info.metadata.subject == "naïve")
    #expect(try outline(publication).map(\.title) == [text])
    let layers = try #require(publication as? any LayersPublication).layers()
    #expect(layers.map(\.title) == [text])
    #expect(try annotations(publication.page(at: 0)).map(\.contents) == [text])
  }
}
