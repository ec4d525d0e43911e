import RectoPageModel
import TestSupport
import Testing

/// Pictures of JPEG 2000 with luma and color differences (sYCC, ISO/IEC 15444-1, I.5.3.3), or with their own opacity.
@Suite struct ColorDifferenceTests {
  /// OpenJPEG's code of one component of one value: luma of 16 by 16 samples, and color differences
  /// of as many or of 8 by 8. Together they are pure red.
  private let luma = "c7d432115054afdf47b2b70000000061212fdac4400000c2425fff7f"
  private let whole = [
    "c7d432115054aff49cb03c0000000061212fdac4400000c2425fff7f", "cfb41c14005cafdf1d7f",
  ]
  private let reduced = ["c7d420115054a27db69000030908d50a18484b", "cfb41414005caf87"]

  private func hex(_ number: Int, bytes: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 2 * bytes - digits.count) + digits
  }

  private func box(_ kind: String, _ content: String) -> String {
    let name = kind.utf8.map { hex(Int($0), bytes: 1) }.joined()
    return hex(8 + content.count / 2, bytes: 4) + name + content
  }

  /// A file of 16 by 16 pixels, one color sample for each `step` by `step` of them. A fourth component is opacity.
  private func file(_ differences: [String], step: Int, colorSpace: Int) -> String {
    let count = hex(1 + differences.count, bytes: 2)
    let hasOpacity = differences.count == 3
    let side = hex(16, bytes: 4)
    let zero = hex(0, bytes: 4)
    let steps = hex(step, bytes: 1) + hex(step, bytes: 1)
    let size =
      "ff51" + hex(41 + 3 * differences.count, bytes: 2) + "0000" + side + side + zero + zero + side
      + side + zero + zero + count + "070101" + differences.map { _ in "07" + steps }.joined()
    let packets = "ff93" + luma + differences.joined()
    let tile = "ff90000a0000" + hex(12 + packets.count / 2, bytes: 4) + "0001" + packets
    let code = "ff4f" + size + "ff52000c00000001000004040001" + "ff5c00044040" + tile + "ffd9"
    let header =
      box("ihdr", side + side + count + "07070000")
      + box("colr", "010000" + hex(colorSpace, bytes: 4))
      + (hasOpacity ? box("cdef", "0004000000000001000100000002000200000003000300010000") : "")
    return box("jP  ", "0d0a870a") + box("ftyp", "6a703220" + zero + "6a703220")
      + box("jp2h", header) + box("jp2c", code) + ">"
  }

  private func color(_ file: String, _ entries: String = "") throws -> UInt32 {
    let picture = PDFFixture.stream(
      "/Type /XObject /Subtype /Image /Width 16 /Height 16 \(entries)"
        + " /Filter [/ASCIIHexDecode /JPXDecode]", file)
    let fixture = PDFFixture(
      "q 100 0 0 100 0 0 cm /I Do Q", resources: "/XObject << /I 100 0 R >>",
      objects: [100: picture])
    let shown = try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(shown.gray(200, 50) == 255)
    return shown.pixels[130 * shown.size.width + 50] & 0xFFFFFF
  }

  /// True for red, to the precision of whole numbers.
  private func isRed(_ color: UInt32) -> Bool {
    color >> 16 >= 253 && color >> 8 & 0xFF <= 2 && color & 0xFF <= 2
  }

  @Test func theyAreShownAsRGB() throws {
    for entries in ["", "/ColorSpace /DeviceRGB /BitsPerComponent 8"] {
      #expect(isRed(try color(file(whole, step: 1, colorSpace: 18), entries)))
      #expect(isRed(try color(file(reduced, step: 2, colorSpace: 18), entries)))
    }
  }

  /// Opacity of 76 of 255, if the document asks for it (SMaskInData, ISO 32000-2, 8.9.5.1).
  @Test(arguments: ["", "/ColorSpace /DeviceRGB /BitsPerComponent 8"])
  func thePicturesOwnOpacityIsItsMask(entries: String) throws {
    let picture = file(whole + [luma], step: 1, colorSpace: 16)
    #expect(try color(picture, entries) == 0x4C55FF)
    let found = try color(picture, "/SMaskInData 1 \(entries)")
    for (shift, level) in [(16, 202), (8, 204), (0, 255)] {
      #expect(abs(Int(found >> shift & 0xFF) - level) <= 2, "\(String(found, radix: 16))")
    }
  }

  @Test func aPictureInRGBKeepsItsNumbers() throws {
    #expect(try color(file(whole, step: 1, colorSpace: 16)) == 0x4C55FF)
  }
}
