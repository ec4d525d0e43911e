import RectoPageModel
import TestSupport
import Testing

/// Compressed streams (ISO 32000-2, 7.4.4) say the same as plain ones.
@Suite struct FlateTests {
  /// An image of 8 x 6 pixels, in hexadecimal digits.
  private static let plain =
    "030F102D3637505E62808289A7AFB6CFD5D80309162E2F372A2F3A505B657E858CA7A9B3C9CF"
    + "D8070A122E333C585D63585D617D7F8AA2ACB6C9D2DA04080F2F36375558647A7F8A7E8587A0"
    + "A7B4CDD7DA080A0E2C2F37515F5E7B858AA4A9AEA5ACB3CAD5DC070F1430303E545D617C858A"
    + "A8ABB6CDCFDCCDCFDC0207132F343B545E5E787F8BA4AEB2CDD1DB020C13>"

  /// The same image, compressed with each predictor.
  private static let compressed: [(predictor: Int, digits: String)] = [
    (
      1,
      "78DA0190006FFF030F102D3637505E62808289A7AFB6CFD5D80309162E2F372A2F3A505B657E"
        + "858CA7A9B3C9CFD8070A122E333C585D63585D617D7F8AA2ACB6C9D2DA04080F2F3637555864"
        + "7A7F8A7E8587A0A7B4CDD7DA080A0E2C2F37515F5E7B858AA4A9AEA5ACB3CAD5DC070F143030"
        + "3E545D617C858AA8ABB6CDCFDCCDCFDC0207132F343B545E5E787F8BA4AEB2CDD1DB020C13D3"
        + "283E82>"
    ),
    (
      10,
      "78DA01960069FF00030F102D3637505E62808289A7AFB6CFD5D80309162E2F37002A2F3A505B"
        + "657E858CA7A9B3C9CFD8070A122E333C585D6300585D617D7F8AA2ACB6C9D2DA04080F2F3637"
        + "5558647A7F8A007E8587A0A7B4CDD7DA080A0E2C2F37515F5E7B858AA4A9AE00A5ACB3CAD5DC"
        + "070F1430303E545D617C858AA8ABB6CDCFDC00CDCFDC0207132F343B545E5E787F8BA4AEB2CD"
        + "D1DB020C13662F3E82>"
    ),
    (
      11,
      "78DA0DCDBB0DC230100050590C002BC4BE8FEFEC4B2C1143148BCC4143C122748849E8E89803"
        + "B100C390019E9EDB6C77CA1C622AC06C16C98FE392A8733ACC9453AF2CC09E7069338BAAB23B"
        + "5FAEE8052D33413BD4D4AFC690C9DDEE0FEFCD0AB5FD08285858290B807BBEDE28729A27E914"
        + "2CC428993202B9CFF757A7E3BAA206E82C0F2C416A9BFECA411CCA>"
    ),
    (
      12,
      "78DA0DC93B0E02211000D084ADACB4B226C07C186034C615C418AFE0092C3C89B1F32496765E"
        + "C3CAC4E3B8ED7B66982FCAAE9E2FD7DBFDF17CBD3FDFDF305BEAAA1AB2E2419584489C756DEC"
        + "4950349BC94A803069A4C3BE720602768E0C327A9694C2A96D99786A2C28120C5116E5DE3AE3"
        + "9A5512E68239A21AF6B16D2A0305B5C109470684F158FF63731C6F>"
    ),
    (
      13,
      "78DA0DCC390EC2301000C0C20F8037385EEFE175222172872A087A289217804481101DE268F8"
        + "06123DAF24ED1463CC6CAE59D6F4DB713F1ECFD7C7EBF9F9FE6250C3B4008E293379B6896BAB"
        + "868544C5F49B35270812807C5B1512115D708066370C09A8A6B02A96DEB38B48C282CE1C4E17"
        + "52EEEA7A329FA260885EA7C1DC6FEF322F0313A87556450901F3AEFA03679D1E4A>"
    ),
    (
      14,
      "78DA0D8D4B0E83300C0517CDBE3D0238B69F3F10A196140452EF7FAC6656B3194D793C5F0154"
        + "CB8D817535A57DFFA5CE055354C9068041139DFDCA18A0B40621610429DFDF9E6D3446A44587"
        + "5064F2FDD90D4E0E5575E6022CE2769DA7EBC66B35F54517612D56BDBF8F71E598780E734895"
        + "7E1F7FA124170E>"
    ),
    (
      2,
      "78DA0DCDBB0DC2301000D082016085D8F7F19DEF92483810D92273D050B0081D62123A3AE640"
        + "2CC0306480A7B7D9EE9439A63C02B37BA250CA92A9D3A192E55E598003E1D22A8BAAF2F972C5"
        + "20E8C604ED30E57E158E4CB7FB2304F791DABE000A8EAC6402F07CBD51E45467E9143CA62446"
        + "86409FEF6F9A8F6B881AA1731B58A24C6DFE0388F31CC4>"
    ),
  ]

  private func page(_ filter: String, _ digits: String, _ parameters: String = "") throws
    -> any Page
  {
    try PDFBackendTests.page(
      PDFFixture(
        "q 80 0 0 60 10 10 cm /I Do Q", resources: "/XObject << /I 6 0 R >>",
        objects: [
          6: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width 8 /Height 6 /ColorSpace /DeviceRGB"
              + " /BitsPerComponent 8 /Filter \(filter) \(parameters)", digits)
        ]))
  }

  private func picture(_ page: any Page) throws -> Picture {
    try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
  }

  private func parameters(_ predictor: Int) -> String {
    "/DecodeParms [null << /Predictor \(predictor) /Columns 8 /Colors 3 >>]"
  }

  @Test(arguments: compressed)
  func aPredictorChangesNothing(predictor: Int, digits: String) throws {
    let compressed = try picture(
      page("[/ASCIIHexDecode /FlateDecode]", digits, parameters(predictor)))
    #expect(try compressed == picture(page("/ASCIIHexDecode", Self.plain)))
  }

  @Test func damagedDataGiveWhatComesBeforeTheDamage() throws {
    let cut = Self.compressed[0].digits.dropLast(120) + ">"
    let damaged = try page("[/ASCIIHexDecode /FlateDecode]", String(cut), parameters(1))
    let whole = try picture(page("/ASCIIHexDecode", Self.plain))
    let top = 200 - 70
    let part = try picture(damaged)
    #expect(part.crop(10..<90, top..<top + 5) == whole.crop(10..<90, top..<top + 5))
    #expect(part != whole)
  }

  /// A black picture in a block that is not compressed (RFC 1951, 3.2.4), before a block of an unknown kind.
  @Test func allThatComesBeforeDamageIsGiven() throws {
    let (width, height) = (100, 360)
    let length = width * height
    let sizes = [length & 255, length >> 8, ~length & 255, ~length >> 8 & 255]
    let page = try PDFBackendTests.page(
      PDFFixture(
        "q 100 0 0 180 10 10 cm /I Do Q", resources: "/XObject << /I 6 0 R >>",
        objects: [
          6: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width \(width) /Height \(height)"
              + " /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [/ASCIIHexDecode /FlateDecode]",
            "780100" + sizes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
              + String(repeating: "00", count: length) + "07FFFF>")
        ]))
    let picture = try picture(page)
    for y in [15, 170, 185] { #expect(picture.gray(60, y) == 0) }
  }

  @Test(arguments: ["", "00", "7801", "0000FFFF", "780103", "78FF"])
  func whatIsNotCompressedIsEmpty(digits: String) throws {
    _ = try picture(page("[/ASCIIHexDecode /FlateDecode]", digits + ">", parameters(15)))
  }

  /// The content goes on where the image's data end.
  @Test func anInlineImageEndsWhereItsDataEnd() throws {
    let content = """
      q 80 0 0 60 10 10 cm
      BI /W 8 /H 6 /CS /RGB /BPC 8 /F [/AHx /Fl] ID \(Self.compressed[0].digits) EI
      Q 0 g 100 10 50 50 re f
      """
    let inline = try picture(PDFBackendTests.page(PDFFixture(content)))
    let whole = try picture(page("/ASCIIHexDecode", Self.plain))
    #expect(inline.crop(0..<95, 120..<200) == whole.crop(0..<95, 120..<200))
    #expect(inline.gray(120, 165) == 0)
  }
}
