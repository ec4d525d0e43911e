import RectoPageModel
import TestSupport
import Testing

/// Glyphs with colors of their own, such as emoji.
@Suite struct ColoredGlyphTests {
  private static let (red, blue, paper): (UInt32, UInt32, UInt32) = (0xFF0000, 0x0000FF, 0xFFFFFF)

  /// A page with text in a font whose `a` is a red square of an em, and whose `b` has the text's color.
  private func fixture(_ content: String, glyph: String = "1 0 0 rg 0 0 1000 1000 re f")
    -> PDFFixture
  {
    PDFFixture(
      content,
      objects: [
        5: """
        << /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0]
        /FirstChar 97 /LastChar 98 /Widths [1000 1000] /CharProcs << /a 100 0 R /b 101 0 R >>
        /Resources << /Font << /F2 5 0 R >> >>
        /Encoding << /Type /Encoding /Differences [97 /a /b] >> >>
        """,
        100: PDFFixture.stream("", "% A red square\n1000 0 d0 \(glyph)"),
        101: PDFFixture.stream("", "1000 0 d0 0 0 1000 1000 re f"),
      ])
  }

  /// The color of a point of the page, y up.
  private func color(_ fixture: PDFFixture, _ x: Int, _ y: Int) throws -> UInt32 {
    let picture = try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(1)))
    return picture.pixels[(199 - y) * picture.size.width + x] & 0xFFFFFF
  }

  @Test func aGlyphHasItsOwnColorsOrThoseOfTheText() throws {
    let fixture = fixture("0 0 1 rg BT /F2 20 Tf 5 Tc 20 100 Td (ab) Tj (a) Tj ET 0 0 300 10 re f")
    #expect(try color(fixture, 30, 110) == Self.red)
    #expect(try color(fixture, 42, 110) == Self.paper)
    #expect(try color(fixture, 55, 110) == Self.blue)
    #expect(try color(fixture, 80, 110) == Self.red)
    // Drawing after the text has the color from before.
    #expect(try color(fixture, 150, 5) == Self.blue)
  }

  @Test func aGlyphIsTurnedStretchedAndRaisedWithItsText() throws {
    let fixture = fixture("BT /F2 20 Tf 200 Tz 10 Ts 0 1 -1 0 100 50 Tm (aa) Tj ET")
    // Two squares of 40 points along the line, which runs upward, 20 across it and 10 beside it.
    for y in [52, 88, 92, 128] { #expect(try color(fixture, 80, y) == Self.red) }
    for (x, y) in [(95, 70), (65, 70), (80, 45), (80, 135)] {
      #expect(try color(fixture, x, y) == Self.paper)
    }
  }

  @Test func theTextOfColoredGlyphsIsRead() throws {
    let publication = try open(fixture("BT /F2 20 Tf 20 100 Td (ab) Tj ET"))
    let page = try publication.page(at: 0)
    #expect(try words(page).map(\.text) == ["ab"])
    // The same once the page was drawn in parts, which keeps the drawing.
    let part = RenderRequest(
      scale: .pixelsPerPoint(2), region: Rect(x: 20, y: 80, width: 20, height: 20))
    _ = try Picture(page, part)
    #expect(try words(page).map(\.text) == ["ab"])
    let again = try Picture(page, part)
    #expect(again.pixels.allSatisfy { $0 & 0xFFFFFF == Self.red })
  }

  /// Some programs fill with patterns by such glyphs.
  @Test func aShapeThatIsMuchLargerThanThePageIsDrawn() throws {
    var fixture = fixture("0 0 1 rg BT /F2 20 Tf 20 100 Td (ab) Tj ET 0 0 300 10 re f")
    fixture.objects[100] = PDFFixture.stream(
      "", "1000 0 -3000000 -3000000 3000000 3000000 d1 0 0 1000 1000 re f")
    let picture = try Picture(page(fixture), RenderRequest(scale: .pixelsPerPoint(2)))
    func color(_ x: Int, _ y: Int) -> UInt32 {
      picture.pixels[(399 - 2 * y) * picture.size.width + 2 * x] & 0xFFFFFF
    }
    #expect(color(30, 110) == Self.blue)
    #expect(color(50, 110) == Self.blue)
    #expect(color(70, 110) == Self.paper)
    #expect(color(150, 5) == Self.blue)
  }

  /// A glyph that begins with `d1` is a shape of the text's color (ISO 32000-2, 9.6.4).
  @Test(arguments: [
    "1 1 1 rg 0 0 1000 1000 re f", "(g) pop % g\n/DeviceGray cs 1 sc 0 0 1000 1000 re f",
    "1 0 0 RG 1000 w 0 500 m 1000 500 l S",
    "q 1 g 1000 0 0 1000 0 0 cm BI /W 8 /H 1 /IM true /BPC 1 ID \0 EI Q",
  ])
  func aShapeIgnoresColors(drawing: String) throws {
    var fixture = fixture("0 0 1 rg BT /F2 20 Tf 20 100 Td (ab) Tj ET")
    fixture.objects[100] = PDFFixture.stream("", "1000 0 0 0 1000 1000 d1 \(drawing)")
    fixture.objects[101] = PDFFixture.stream("", "1000 0 0 0 1000 1000 d1 1 g 0 0 500 500 re f")
    #expect(try color(fixture, 30, 110) == Self.blue)
    #expect(try color(fixture, 43, 103) == Self.blue)
    #expect(try color(fixture, 55, 115) == Self.paper)
    // The same beside a glyph with colors of its own.
    fixture.objects[101] = PDFFixture.stream("", "1000 0 d0 1 0 0 rg 0 0 1000 1000 re f")
    #expect(try color(fixture, 30, 110) == Self.blue)
    #expect(try color(fixture, 50, 110) == Self.red)
  }

  @Test func theClipOfTextEndsWithIt() throws {
    let text = "q 0 90 100 50 re W n BT /F2 20 Tf 20 100 Td (a) Tj ET Q"
    let fixture = fixture("\(text) 0 0 1 rg 100 20 50 50 re f")
    #expect(try color(fixture, 30, 110) == Self.red)
    #expect(try color(fixture, 120, 40) == Self.blue)
  }

  /// Blurred letters are shapes with a soft mask.
  @Test func aShapeIsMasked() throws {
    var fixture = fixture("0 0 1 rg BT /F2 20 Tf 20 100 Td (a) Tj ET 100 20 50 50 re f")
    fixture.objects[5]?.replace(
      "/Resources <<", with: "/Resources << /ExtGState << /Soft << /SMask 102 0 R >> >>")
    fixture.objects[100] = PDFFixture.stream(
      "", "1000 0 0 0 1000 1000 d1 /Soft gs 0 0 1000 1000 re f")
    fixture.objects[102] = "<< /S /Luminosity /G 103 0 R >>"
    fixture.objects[103] = PDFFixture.stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 1000 1000]"
        + " /Group << /S /Transparency /CS /DeviceGray >>", "1 g 0 0 500 1000 re f")
    #expect(try color(fixture, 25, 110) == Self.blue)
    #expect(try color(fixture, 35, 110) == Self.paper)
    #expect(try color(fixture, 120, 40) == Self.blue)
  }

  @Test func invisibleGlyphsAreNotDrawn() throws {
    #expect(try color(fixture("BT 3 Tr /F2 20 Tf 20 100 Td (a) Tj ET"), 30, 110) == Self.paper)
  }

  @Test func aGlyphThatShowsItselfEnds() throws {
    let own = fixture(
      "BT /F2 20 Tf 20 100 Td (a) Tj ET",
      glyph: "1 0 0 rg 0 0 1000 1000 re f q q BT /F2 500 Tf (aaaa) Tj ET")
    #expect(try color(own, 30, 110) == Self.red)
  }
}
