import RectoPageModel
import TestSupport
import Testing

/// Gray with a gamma and a white point (CalGray, ISO 32000-2, 8.6.5.2).
@Suite struct CalibratedGrayTests {
  private static func space(_ gamma: Double) -> String {
    "[/CalGray << /WhitePoint [0.9505 1 1.089] /Gamma \(gamma) >>]"
  }

  /// The color of a square that is filled with a color of a space.
  private func filled(_ space: String, _ color: String) throws -> UInt32 {
    let fixture = PDFFixture(
      "/Space cs \(color) scn 0 0 100 100 re f", resources: "/ColorSpace << /Space \(space) >>")
    return try pixel(fixture)
  }

  private func pixel(_ fixture: PDFFixture) throws -> UInt32 {
    let picture = try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(1)))
    return picture.pixels[150 * picture.size.width + 50] & 0xFFFFFF
  }

  @Test(arguments: [1, 1.8, 2.2, 2.4])
  func blackIsBlackAndWhiteIsWhite(gamma: Double) throws {
    #expect(try filled(Self.space(gamma), "0") == 0)
    #expect(try filled(Self.space(gamma), "1") == 0xFFFFFF)
  }

  /// A screen has a gamma of 2.2: light of a half is brighter than the gray of a half.
  @Test(arguments: [(1, 186), (1.8, 145), (2.2, 128)] as [(Double, UInt32)])
  func betweenThemIsGray(gamma: Double, level: UInt32) throws {
    let color = try filled(Self.space(gamma), "0.5")
    #expect(color == color & 0xFF * 0x010101)
    #expect(abs(Int(color & 0xFF) - Int(level)) <= 1, "\(color & 0xFF)")
  }

  @Test func spacesThatStandOnItAreGrayToo() throws {
    let gray = Self.space(2.2)
    #expect(try filled("[/Indexed \(gray) 1 <00FF>]", "1") == 0xFFFFFF)
    let tint = "<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>"
    #expect(try filled("[/Separation /Ink \(gray) \(tint)]", "0") == 0xFFFFFF)
  }

  @Test(arguments: [1, 2.2]) func aPictureHasTheGrayOfAnArea(gamma: Double) throws {
    let picture = PDFFixture.stream(
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8"
        + " /ColorSpace \(Self.space(gamma)) /Filter /ASCIIHexDecode", "80>")
    let fixture = PDFFixture(
      "100 0 0 100 0 0 cm /I Do", resources: "/XObject << /I 100 0 R >>", objects: [100: picture])
    let area = try filled(Self.space(gamma), "\(Double(0x80) / 255)")
    #expect(abs(Int(try pixel(fixture) & 0xFF) - Int(area & 0xFF)) <= 1)
  }
}
