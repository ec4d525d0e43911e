import RectoPageModel
import TestSupport
import Testing

/// Letters stand where the file puts them, also between two pixels and at sizes far beyond those of
/// letters.
@Suite struct GlyphPlaceTests {
  private static let sentence = "Extraordinary letters, set after the tide turned"

  /// The middle of the ink of a page, in pixels from the left.
  private func middle(_ content: String) throws -> Double {
    let picture = try Picture(page(PDFFixture(content)), RenderRequest(scale: .pixelsPerPoint(1)))
    var sum = 0.0
    var all = 0.0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let ink = Double(255 - picture.gray(x, y))
        sum += ink * (Double(x) + 0.5)
        all += ink
      }
    }
    return sum / all
  }

  @Test func aLetterMovesByQuartersOfAPixel() throws {
    let first = try middle("BT /F1 12 Tf 100 100 Td (l) Tj ET")
    for quarter in 1...4 {
      let moved = Double(quarter) / 4
      let middle = try middle("BT /F1 12 Tf \(100 + moved) 100 Td (l) Tj ET")
      #expect(abs(middle - first - moved) < 0.02)
    }
  }

  /// A picture at the resolution of a screen and one four times as fine are of the same page.
  @Test func aSmallPictureIsALargeOneAveraged() throws {
    let page = try page(PDFFixture("BT /F1 9 Tf 20.3 100.4 Td (\(Self.sentence)) Tj ET"))
    let small = try Picture(page, RenderRequest(scale: .pixelsPerPoint(4.0 / 3))).averaged(1)
    let large = try Picture(page, RenderRequest(scale: .pixelsPerPoint(16.0 / 3))).averaged(4)
    let pairs = zip(small.joined(), large.joined()).filter { min($0, $1) < 250 }
    let difference = pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / Double(pairs.count)
    #expect(pairs.count > 500 && difference < 20)
  }

  /// Places on the border between two quarters of a pixel are among these; letters are cut.
  @Test(arguments: [0.7, 1, 4.0 / 3, 2.5, 9])
  func aRegionOfTextIsACropOfIt(scale: Double) throws {
    let page = try page(
      PDFFixture(
        """
        BT /F1 9 Tf 20.3 100.4 Td [(\(Self.sentence)) 125 (and)] TJ ET
        BT /F1 8 Tf 20.125 60.875 Td (\(Self.sentence)) Tj ET
        BT /F1 11 Tf 0.8 0.6 -0.6 0.8 60 110 Tm (slanted) Tj ET
        BT /F1 40 Tf 1 Tr 100.1 140 Td (Stroke) Tj ET
        """))
    let whole = try Picture(page, RenderRequest(scale: .pixelsPerPoint(scale)))
    for (x, y) in [(21.7, 31.3), (64.25, 77.5), (130, 110)] {
      let region = Rect(x: x, y: y, width: 61.9, height: 41.6)
      let part = try Picture(
        page, RenderRequest(scale: .pixelsPerPoint(scale), region: region))
      let left = Int(x * scale)
      let top = Int(y * scale)
      #expect(
        part.pixels
          == whole.crop(left..<left + part.size.width, top..<top + part.size.height))
    }
  }

  /// The stem of an "l" and the paper beside it, in more pixels than FreeType draws at once.
  @Test(
    arguments: [
      (100, "0 Tr"), (1000, "0 Tr"), (4000, "0 Tr"), (20_000, "0 Tr"), (100, "2 Tr"),
      (10_000, "2 Tr"),
    ] as [(Double, String)])
  func aLetterOfAnySizeIsDrawn(scale: Double, mode: String) throws {
    let document = try open(PDFFixture("BT /F1 200 Tf \(mode) 100 20 Td (l) Tj ET"))
    let page = try document.page(at: 0)
    let before = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    let row = before.size.height / 2
    let stem = try #require((0..<before.size.width).first { before.gray($0, row) == 0 })
    for (x, gray) in [(stem + 5, 0), (stem - 50, 255)] {
      let region = Rect(x: Double(x), y: Double(row), width: 60 / scale, height: 40 / scale)
      let part = try Picture(
        page, RenderRequest(scale: .pixelsPerPoint(scale), region: region))
      #expect(part.pixels.allSatisfy { $0 >> 8 & 0xFF == gray })
    }
    #expect(try Picture(page, RenderRequest(scale: .pixelsPerPoint(1))) == before)
  }

  /// A blend mode, a shading as the color, a clip that is not a rectangle, a group: the result is
  /// the same for text that is drawn and for text that clips a filled page.
  @Test(arguments: [
    "0 0 1 rg", "/G gs", "/Pattern cs /P scn", "20 40 m 280 40 l 150 190 l h W n",
  ])
  func lettersArePaintedAsAnythingElse(how: String) throws {
    func ink(_ operators: String, _ scale: Double) throws -> Picture {
      let fixture = PDFFixture(
        "\(how) BT /F1 40 Tf \(operators)",
        entries: "/Group << /S /Transparency /CS /DeviceRGB >>",
        resources: "/ExtGState << /G << /BM /Multiply /ca 0.5 >> >> /Pattern << /P << "
          + "/PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray"
          + " /Extend [true true] /Coords [60 0 200 0]"
          + " /Function << /FunctionType 2 /N 1 /Domain [0 1] /C0 [0] /C1 [0.6] >> >> >> >>")
      return try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(scale)))
    }
    for scale in [1.5, 2] {  // letters that are kept as masks, and outlines
      let shown = try ink("60 90 Td (Harbor) Tj ET", scale).averaged(1).joined()
      let filled = try ink("7 Tr 60 90 Td (Harbor) Tj ET 0 0 300 200 re f", scale).averaged(1)
      let pairs = zip(shown, filled.joined()).filter { min($0, $1) < 250 }
      let difference = pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / Double(pairs.count)
      #expect(pairs.count > 500 && difference < 8)
    }
  }

  @Test func lettersOfAStringDoNotShowThroughEachOther() throws {
    func darkest(_ text: String) throws -> UInt32? {
      let fixture = PDFFixture(
        "/G gs BT /F1 40 Tf 60 90 Td \(text) ET",
        resources: "/ExtGState << /G << /ca 0.5 >> >> ")
      return try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(1.5))).pixels
        .map { $0 >> 8 & 0xFF }.min()
    }
    #expect(try darkest("-8 Tc (ll) Tj") == darkest("(l) Tj"))
  }
}
