import RectoPageModel
import TestSupport
import Testing

/// Color spaces whose profile (ICCBased, ISO 32000-2, 8.6.5.5) cannot be used.
@Suite struct ProfileTests {
  private static let (red, gray): (UInt32, UInt32) = (0xFF0000, 0x808080)

  /// The color of a square whose color space has object 100 as its profile.
  private func color(_ components: String, _ profile: String) throws -> UInt32 {
    let fixture = PDFFixture(
      "/Space cs \(components) scn 0 0 100 100 re f",
      resources: "/ColorSpace << /Space [/ICCBased 100 0 R] >>", objects: [100: profile])
    let picture = try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(1)))
    return picture.pixels[150 * picture.size.width + 50] & 0xFFFFFF
  }

  @Test(arguments: [
    "/N 3", "/N 3 /Alternate /DeviceRGB", "/N 3 /Alternate /DeviceCMYK", "/Alternate /DeviceRGB",
    "/N 7 /Alternate /DeviceRGB", "/N 3 /Alternate [/Separation]",
  ])
  func aBrokenProfileLeavesTheAlternateOrTheColorsOfTheDevice(entries: String) throws {
    #expect(try color("1 0 0", PDFFixture.stream(entries, "not a profile")) == Self.red)
  }

  @Test func aMissingProfileLeavesThemToo() throws {
    #expect(try color("1 0 0", "<< /N 3 /Alternate /DeviceRGB >>") == Self.red)
    #expect(try color("0.5", "<< /N 1 >>") == Self.gray)
    #expect(try color("0.5", PDFFixture.stream("/N 1", "")) == Self.gray)
  }

  /// ICC.1:2010, version 2: gray with a gamma of 1.
  private var grayProfile: String {
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let white = [0xF6D6, 0x1_0000, 0xD32D].flatMap { bytes($0) }
    let values = [
      ("wtpt", Array("XYZ ".utf8) + bytes(0) + white),
      ("kTRC", Array("curv".utf8) + bytes(0) + bytes(0)),
    ]
    var place: UInt32 = 128 + 4 + 12 * 2
    var table = bytes(2)
    for (name, value) in values {
      table += Array(name.utf8) + bytes(place) + bytes(UInt32(value.count))
      place += UInt32(value.count)
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: bytes(place))
    header.replaceSubrange(8..<12, with: [2, 0x10, 0, 0])
    header.replaceSubrange(12..<24, with: Array("mntrGRAYXYZ ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(68..<80, with: white)
    let digits = (header + table + values.flatMap(\.1)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return digits.joined() + ">"
  }

  @Test func aProfileForAnotherNumberOfComponentsIsLeftOut() throws {
    func profile(_ count: Int) -> String {
      PDFFixture.stream("/N \(count) /Filter /ASCIIHexDecode", grayProfile)
    }
    #expect(try color("1 0 0", profile(3)) == Self.red)
    // It is used where it fits: light of a half is brighter than the gray of a half.
    let light = try color("0.5", profile(1)) & 0xFF
    #expect((180...195).contains(light), "\(light)")
  }
}
