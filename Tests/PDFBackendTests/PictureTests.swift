import RectoPageModel
import TestSupport
import Testing

/// The properties of pictures in a PDF: colors, placed size and alternative text.
@Suite struct PictureTests {
  private func picture(
    _ dictionary: String, _ samples: String = "abcdefghijkl", content: String = "/I Do",
    objects: [Int: String] = [:]
  ) throws -> PlacedImage {
    let page = try page(
      PDFFixture(
        "q 80 0 0 40 100 80 cm \(content) Q", resources: "/XObject << /I 100 0 R >>",
        objects: objects.merging([
          100: PDFFixture.stream("/Type /XObject /Subtype /Image \(dictionary)", samples)
        ]) { $1 }))
    return try #require(try images(page).first)
  }

  @Test(
    arguments: [
      ("/DeviceGray", PictureColor.Space.gray, PictureColor.Model.gray),
      ("/DeviceRGB", .rgb, .rgb), ("/DeviceCMYK", .cmyk, .cmyk),
      ("[/CalRGB << /WhitePoint [0.95 1 1.09] >>]", .rgb, .rgb),
      ("[/Lab << /WhitePoint [0.95 1 1.09] >>]", .lab, .lab),
      ("[/Indexed /DeviceCMYK 1 <0000000000000000>]", .indexed, .cmyk),
      (
        "[/Separation /Gold /DeviceCMYK << /FunctionType 2 /N 1 /Domain [0 1] /C0 [0 0 0 0]"
          + " /C1 [0 1 1 0] >>]", .separation, .spot
      ),
    ]) func itsColorSpaceIsKnown(
      space: String, family: PictureColor.Space, model: PictureColor.Model
    ) throws
  {
    let found = try picture("/Width 1 /Height 2 /BitsPerComponent 8 /ColorSpace \(space)")
    #expect(found.color == PictureColor(space: family, model: model, bits: 8))
    #expect(!found.isStencil && !found.hasSoftMask)
    // Poppler may count the end of the line before `endstream`.
    #expect([12, 13].contains(found.byteCount))
  }

  @Test func aStencilHasNoColors() throws {
    let found = try picture("/Width 8 /Height 2 /BitsPerComponent 1 /ImageMask true")
    #expect(found.isStencil && found.color == nil)
  }

  @Test func aSoftMaskIsSaid() throws {
    let mask = PDFFixture.stream(
      "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8"
        + " /ColorSpace /DeviceGray", "abcd")
    let found = try picture(
      "/Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceRGB /SMask 101 0 R",
      objects: [101: mask])
    #expect(found.hasSoftMask)
  }

  /// Cairo takes no picture with a side of more than 32,767 pixels. The first half of each is black.
  @Test(arguments: ["wide", "high", "masked", "stencil"])
  func aPictureWithAVeryLongSideIsDrawn(kind: String) throws {
    let isHigh = kind == "high"
    let (black, white) = kind == "masked" ? ("ff", "00") : ("00", "ff")
    let samples =
      isHigh
      ? String(repeating: black, count: 20_000) + String(repeating: white, count: 20_000)
      : String(
        repeating: String(repeating: black, count: 2500) + String(repeating: white, count: 2500),
        count: 4)
    let long = PDFFixture.stream(
      "/Type /XObject /Subtype /Image /Width \(isHigh ? 8 : 40_000) /Height \(isHigh ? 40_000 : 4)"
        + " /BitsPerComponent 1 /Filter /ASCIIHexDecode "
        + (kind == "stencil" ? "/ImageMask true" : "/ColorSpace /DeviceGray"), samples + ">")
    let small = PDFFixture.stream(
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray"
        + " /Filter /ASCIIHexDecode /SMask 101 0 R", "00>")
    let page = try page(
      PDFFixture(
        "q 200 0 0 100 50 50 cm /I Do Q", resources: "/XObject << /I 100 0 R >>",
        objects: kind == "masked" ? [100: small, 101: long] : [100: long]))
    for scale in [1.0, 3] {
      let shown = try Picture(page, RenderRequest(scale: .pixelsPerPoint(scale)))
      func gray(_ x: Double, _ y: Double) -> Int { shown.gray(Int(x * scale), Int(y * scale)) }
      let (first, last) = isHigh ? (gray(150, 70), gray(150, 130)) : (gray(70, 100), gray(230, 100))
      #expect(first < 8 && last > 247, "\(first), \(last)")
    }
    let found = try #require(try images(page).first)
    #expect(kind == "masked" || found.pixelSize.map { max($0.width, $0.height) } == 40_000)
  }

  /// A picture of one color that was blended with a matte: half of each where the mask is half.
  @Test func aMatteIsTakenOutOfAPicture() throws {
    let page = try page(
      PDFFixture(
        "100 0 0 100 50 50 cm /Im Do", resources: "/XObject << /Im 100 0 R >>",
        objects: [
          100: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8"
              + " /ColorSpace /DeviceGray /SMask 101 0 R /Filter /ASCIIHexDecode", "6080>"),
          101: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8"
              + " /ColorSpace /DeviceGray /Matte [0.75294] /Filter /ASCIIHexDecode", "FF80>"),
        ]))
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    // 0x40 at half the opacity on white; blended with a matte of 0xC0 it is 0x80.
    #expect(abs(picture.gray(75, 100) - 0x60) <= 2)
    #expect(abs(picture.gray(125, 100) - (0x40 + 0xFF) / 2) <= 3)
  }

  @Test func aPictureThatIsTurnedAndCutOffKeepsItsSize() throws {
    let page = try page(
      PDFFixture(
        "q 100 80 20 10 re W n 0 60 -30 0 140 70 cm /I Do Q",
        resources: "/XObject << /I 100 0 R >>",
        objects: [
          100: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width 4 /Height 1 /BitsPerComponent 8"
              + " /ColorSpace /DeviceGray", "abcd")
        ]))
    let found = try #require(try images(page).first)
    #expect(found.placedSize == Size(width: 60, height: 30))
    let resolution = try #require(found.dotsPerInch)
    #expect(abs(resolution.horizontal - 4.8) < 1e-9 && abs(resolution.vertical - 2.4) < 1e-9)
    #expect(found.box.width <= 20 && found.box.height <= 10)
  }

  /// A structure tree of one element with the content of identifier 0.
  private func tagged(_ element: String) -> [Int: String] {
    [
      60: "<< /Type /StructTreeRoot /K 61 0 R >>",
      61: "<< /Type /StructElem /P 60 0 R /Pg 10 0 R /K 0 \(element) >>",
    ]
  }

  private func alternative(_ content: String, _ element: String) throws -> AlternativeText? {
    let objects = tagged(element).merging([
      100: PDFFixture.stream(
        "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8"
          + " /ColorSpace /DeviceGray", "a")
    ]) { $1 }
    let page = try page(
      PDFFixture(
        content, resources: "/XObject << /I 100 0 R >>", catalog: "/StructTreeRoot 60 0 R",
        objects: objects))
    return try #require(try images(page).first).alternative
  }

  private static let drawn = "q 80 0 0 40 100 80 cm /I Do Q"

  @Test func aFigureSaysWhatItShows() throws {
    let marked = "/Figure << /MCID 0 >> BDC \(Self.drawn) EMC"
    #expect(try alternative(marked, "/S /Figure /Alt (A quay)") == .text("A quay"))
    #expect(
      try alternative(marked, "/S /Figure /Alt <FEFF5CB8D83CDFEE>") == .text("岸🏮"))
    #expect(try alternative(marked, "/S /Figure") == .missing)
    #expect(try alternative("/Artifact BMC \(Self.drawn) EMC", "/S /P") == .decorative)
    #expect(try alternative(Self.drawn, "/S /P") == .missing)
  }

  @Test func aFileWithoutTagsHasNoWayToSay() throws {
    #expect(
      try picture("/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray").alternative
        == nil)
  }
}
