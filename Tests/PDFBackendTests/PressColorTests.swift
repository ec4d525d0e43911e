import RectoPageModel
import TestSupport
import Testing

/// Colors of printing ink as a screen shows them.
@Suite struct PressColorTests {
  private static let side = 10

  /// The red, green and blue of areas of ink, in percent of cyan, magenta, yellow and black.
  private func filled(_ inks: [[Int]]) throws -> [[Int]] {
    let areas = inks.enumerated().map { index, ink in
      "\(amounts(ink)) k \(index * Self.side) 0 \(Self.side) 200 re f"
    }
    return try colors(PDFFixture(areas.joined(separator: "\n")), count: inks.count)
  }

  /// The same of a picture with a pixel for each.
  private func pictured(_ inks: [[Int]]) throws -> [[Int]] {
    let samples = inks.joined().map { percent in
      let hex = String(Int((Double(percent) * 2.55).rounded()), radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }
    let picture = PDFFixture.stream(
      "/Type /XObject /Subtype /Image /Width \(inks.count) /Height 1 /BitsPerComponent 8 "
        + "/ColorSpace /DeviceCMYK /Filter /ASCIIHexDecode", samples.joined() + ">")
    let fixture = PDFFixture(
      "\(inks.count * Self.side) 0 0 200 0 0 cm /I Do", resources: "/XObject << /I 100 0 R >>",
      objects: [100: picture])
    return try colors(fixture, count: inks.count)
  }

  private func amounts(_ ink: [Int]) -> String {
    ink.map { String(Double($0) / 100) }.joined(separator: " ")
  }

  /// The colors in the middles of so many areas.
  private func colors(_ fixture: PDFFixture, count: Int) throws -> [[Int]] {
    let picture = try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(1)))
    return (0..<count).map { index in
      let pixel = picture.pixels[100 * picture.size.width + index * Self.side + Self.side / 2]
      return [16, 8, 0].map { Int(pixel >> $0 & 0xFF) }
    }
  }

  /// Colors of SWOP, the usual profile of a file that states none, as other viewers show them.
  private static let known: [(ink: [Int], color: [Int])] = [
    ([0, 0, 0, 0], [255, 255, 255]), ([0, 0, 0, 100], [35, 31, 32]),
    ([100, 0, 0, 0], [0, 174, 239]), ([0, 100, 0, 0], [236, 0, 140]),
    ([0, 0, 100, 0], [255, 242, 0]), ([50, 0, 0, 0], [109, 207, 246]),
    ([0, 50, 0, 0], [244, 154, 193]), ([0, 0, 50, 0], [255, 247, 153]),
    ([0, 0, 0, 50], [147, 149, 152]), ([70, 15, 0, 0], [39, 170, 225]),
    ([0, 50, 100, 0], [247, 148, 29]), ([50, 0, 100, 0], [141, 198, 63]),
  ]

  private func isNear(_ color: [Int], _ expected: [Int]) -> Bool {
    zip(color, expected).allSatisfy { abs($0 - $1) <= 8 }
  }

  @Test func inkHasTheColorsThatOtherViewersShow() throws {
    let colors = try filled(Self.known.map(\.ink))
    for (color, known) in zip(colors, Self.known) {
      #expect(isNear(color, known.color), "\(known.ink) is \(color), not \(known.color)")
    }
  }

  @Test func paperIsWhiteAndBlackIsThatOfText() throws {
    let colors = try filled([[0, 0, 0, 0], [0, 0, 0, 100]])
    #expect(colors[0] == [255, 255, 255])
    #expect(zip(colors[1], [35, 31, 32]).allSatisfy { abs($0 - $1) <= 1 }, "\(colors[1])")
  }

  @Test func picturesHaveTheColorsOfAreas() throws {
    // Each ink takes all its steps, in an order of its own.
    let inks = (0..<21).map { step in [1, 4, 8, 10].map { step * $0 % 21 * 5 } }
    let (areas, pictures) = (try filled(inks), try pictured(inks))
    for (ink, (area, picture)) in zip(inks, zip(areas, pictures)) {
      #expect(
        zip(area, picture).allSatisfy { abs($0 - $1) <= 2 }, "\(ink): \(area) and \(picture)")
    }
  }

  @Test func moreInkIsNeverLighter() throws {
    for ink in 0..<4 {
      let steps = (0...20).map { step in (0..<4).map { $0 == ink ? step * 5 : 10 } }
      let light = try filled(steps).map { $0.reduce(0, +) }
      #expect(light == light.sorted(by: >), "ink \(ink): \(light)")
    }
  }
}
