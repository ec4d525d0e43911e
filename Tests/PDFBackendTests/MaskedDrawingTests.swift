import RectoPageModel
import TestSupport
import Testing

/// Drawing under a soft mask, by each operator (ISO 32000-2, 11.6.5.2).
@Suite struct MaskedDrawingTests {
  /// Single elements, black or in colors, on a page of 300 x 200 points.
  private static let drawings = [
    "0 0 1 rg 30 30 100 100 re f",
    "1 0 0 RG 8 w 30 30 100 100 re S",
    "1 0 0 RG 12 w 0 j 30 30 m 150 40 l 30 50 l s",
    "0 w 10 10 m 290 190 l 10 150 m 290 30 l S",
    "6 w [10 6] 0 d 1 J 15 15 m 185 85 l S",
    "0 0 1 rg 1 0 0 RG 12 w 30 30 100 100 re B",
    "0 0 1 rg 1 0 0 RG 12 w 30 30 m 130 30 l 80 130 l b*",
    "4 w 30 30 100 100 re W S 50 50 40 40 re f 200 50 50 50 re f",
    "4 w 30 30 100 100 re W B 200 50 50 50 re f",
    "BT /F 40 Tf 20 100 Td (Abg) Tj ( next) Tj 0 -50 Td (below) ' ET 200 20 40 40 re f",
    "BT /F 40 Tf 20 100 Td [(AV) 200 (AT)] TJ 0 -50 Td (below) Tj ET",
    "BT /F 40 Tf 5 Ts 0.7 0.7 -0.7 0.7 120 30 Tm (turned) Tj ET",
    "BT 1 Tr 2 w /F 40 Tf 20 100 Td (lines) Tj ET",
    "BT 2 Tr 2 w 0 0 1 rg 1 0 0 RG /F 40 Tf 20 100 Td (both) Tj ET",
    "q BT 7 Tr /F 60 Tf 20 80 Td (clip) Tj ET 0 0 300 200 re f Q 200 20 40 40 re f",
    "BT /T 40 Tf 20 100 Td (aba) Tj ET",
    "/Pattern cs /P scn 30 30 100 100 re f",
    "/Pattern CS /P SCN 20 w 50 50 100 100 re S",
    "/Pattern cs /S scn 30 30 100 100 re f",
    "/Pattern CS /S SCN 20 w 50 50 100 100 re S",
    "q 100 0 0 100 30 30 cm /I Do Q",
    "q 0 0 1 rg 100 0 0 100 30 30 cm /M Do Q",
    "q /Pattern cs /P scn 100 0 0 100 30 30 cm /M Do Q",
  ]

  private static let opacities = ["", "/Half gs "]

  private static let resources = """
    /ExtGState << /Half << /ca 0.5 /CA 0.5 >>
      /M50 << /SMask << /S /Luminosity /G 6 0 R >> >>
      /M0 << /SMask << /S /Luminosity /G 7 0 R >> >> >>
    /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> /T 8 0 R >>
    /Pattern << /P 9 0 R /S << /PatternType 2 /Shading << /ShadingType 2
      /ColorSpace /DeviceRGB /Coords [30 0 150 0] /Function << /FunctionType 2
      /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >> >>
    /XObject << /I 20 0 R /M 21 0 R /G 24 0 R /N 25 0 R >> /Properties << /L 26 0 R >>
    """

  private static let type3 = """
    << /Type /Font /Subtype /Type3 /FontBBox [0 0 700 700] /FontMatrix [0.001 0 0 0.001 0 0]
      /CharProcs << /a 22 0 R /b 23 0 R >> /Encoding << /Differences [97 /a /b] >>
      /FirstChar 97 /LastChar 98 /Widths [700 700] /Resources << >> >>
    """

  private static let group = """
    /Type /XObject /Subtype /Form /BBox [0 0 300 200]
    /Group << /S /Transparency /CS /DeviceGray >>
    """
  private static let tiling = """
    /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 12 12] /XStep 12 /YStep 12
    /Resources << >>
    """
  private static let image = """
    /Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8
    /ColorSpace /DeviceGray /Filter /ASCIIHexDecode
    """
  private static let stencil = """
    /Type /XObject /Subtype /Image /Width 8 /Height 2 /BitsPerComponent 1
    /ImageMask true /Filter /ASCIIHexDecode
    """

  private static let objects: [Int: String] = [
    6: PDFFixture.stream(group, "0.5 g 0 0 300 200 re f"),
    7: PDFFixture.stream(group, "0 g 0 0 300 200 re f"),
    8: type3,
    9: PDFFixture.stream(tiling, "0 0.6 0 rg 0 0 8 8 re f"),
    20: PDFFixture.stream(image, "00408040>"),
    21: PDFFixture.stream(stencil, "F00F>"),
    22: PDFFixture.stream("", "700 0 0 0 600 600 d1 0 0 600 600 re f"),
    23: PDFFixture.stream("", "700 0 d0 1 0 0 rg 0 0 600 300 re f"),
    24: PDFFixture.stream(group, "0 0 50 50 re f"),
    25: PDFFixture.stream("/Type /XObject /Subtype /Form /BBox [0 0 50 50]", "0 0 50 50 re f"),
    26: "<< /Type /OCG /Name (Layer) >>",
  ]

  /// A page on which the states M50 and M0 set masks that let half and nothing through, and the layer
  /// L is hidden.
  private func page(_ content: String) throws -> any Page {
    try PDFBackendTests.page(
      PDFFixture(
        content, resources: Self.resources,
        catalog: "/OCProperties << /OCGs [26 0 R] /D << /OFF [26 0 R] >> >>",
        objects: Self.objects))
  }

  private func picture(_ content: String) throws -> Picture {
    try Picture(page(content), RenderRequest(scale: .pixelsPerPoint(1)))
  }

  /// The largest difference between components of two pictures, after a change of the first one's.
  private func mostDifference(
    _ first: [UInt32], _ second: [UInt32], after change: (Int) -> Int
  ) -> Int {
    var most = 0
    for (one, other) in zip(first, second) {
      for shift: UInt32 in [0, 8, 16] {
        let (before, now) = (Int(one >> shift & 0xFF), Int(other >> shift & 0xFF))
        most = max(most, abs(change(before) - now))
      }
    }
    return most
  }

  @Test(arguments: drawings, opacities)
  func aMaskOfHalfLetsHalfOfADrawingThrough(drawing: String, opacity: String) throws {
    let plain = try picture(opacity + drawing)
    let masked = try picture("/M50 gs " + opacity + drawing)
    #expect(plain.pixels.contains { $0 != 0xFFFF_FFFF })
    #expect(mostDifference(plain.pixels, masked.pixels) { (255 + $0) / 2 } <= 4)
  }

  @Test(arguments: drawings)
  func aBlackMaskLetsNothingThrough(drawing: String) throws {
    let masked = try picture("/M0 gs " + drawing)
    #expect(masked.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test(arguments: drawings)
  func aHiddenLayerStaysHiddenUnderAMask(drawing: String) throws {
    let hidden = try picture("/M50 gs /OC /L BDC \(drawing) EMC")
    #expect(hidden.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test(arguments: drawings)
  func whatFollowsAMaskIsDrawnWhole(drawing: String) throws {
    let square = " 250 150 40 40 re f"
    let whole = try picture("q /M0 gs \(drawing) Q" + square)
    #expect(try whole.pixels == picture(square).pixels)
  }

  /// A mask counts until the state is restored, whatever is drawn under it before.
  @Test(
    arguments: drawings + [
      "/G Do", "/Half gs /G Do", "/N Do", "/Half gs /Pattern cs /S scn 0 0 9 9 re f",
    ])
  func aMaskOutlivesWhatIsDrawnUnderIt(drawing: String) throws {
    let square = " 250 150 40 40 re f"
    let masked = try picture("/M0 gs \(drawing)" + square)
    #expect(masked.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }

  /// Poppler keeps its outline as the path, which the next operator would fill.
  @Test func aStencilThatAPatternFillsLeavesNothingBehind() throws {
    let stencil = "q /Pattern cs /P scn 100 0 0 100 30 30 cm /M Do Q"
    let picture = try picture(stencil + " 250 150 40 40 re f")
    #expect(picture.gray(0, 199) == 255)
  }

  /// Levels may differ slightly, since Cairo rounds the edges of clips and of lines that they cut.
  @Test(arguments: drawings)
  func aPartOfAMaskedPageIsACropOfIt(drawing: String) throws {
    let page = try page("/M50 gs " + drawing)
    let whole = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    let region = Rect(x: 40, y: 70, width: 60, height: 60)
    for _ in 0..<2 {
      let part = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1), region: region))
      #expect(mostDifference(part.pixels, whole.crop(40..<100, 70..<130)) { $0 } <= 8)
    }
  }
}
