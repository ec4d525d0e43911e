import CRectoCairo
import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel
import RectoRaster
import TestSupport
import Testing

/// The drawing of a page is kept after a part of it was drawn: another part, another scale and the
/// page's text need no second walk over its content, and are the same as from one.
@Suite struct DisplayListTests {
  private static let lines = PDFFixture(
    """
    0.2 0.6 0.3 rg 20 20 m 80 180 120 -40 180 120 c 150 190 l f* 0 J 0 w 1 0 0 RG
    10 10 m 290 190 l S q 3 w 20 M 1 0 0 1 20 40 cm 0 0 m 100 8 l 0 16 l S [7 3 1] 2 d 1 J 1 j
    5 80 m 250 90 l 240 140 l s Q q 40 30 100 60 re W n 0.5 g 0 0 300 200 re f q 60 40 20 20 re
    W* n 1 0 1 rg 0 0 300 200 re f Q 0 0 1 rg 130 20 90 90 re B* Q 0.4 w 200 150 m 280 150 l 280 180 l S
    """)

  private static let letters = PDFFixture(
    """
    BT /F1 20 Tf 30 140 Td 90 Tz 2 Tc (Harbors and tides) Tj 100 Tz 0 Tc 0 -40 Td (of the north) Tj
    1 Tr 0.3 w 120 0 Td (lines) Tj 2 Tr (both) Tj ET q BT 7 Tr /F1 60 Tf 20 20 Td (clip) Tj ET
    0 0 1 rg 0 0 300 50 re f Q BT 0 Tr /F2 40 Tf 200 60 Td (ab) Tj /F1 9 Tf 0.7 0.7 -0.7 0.7 240 20 Tm
    (slanted) Tj ET
    """,
    objects: [
      5: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0]"
        + " /CharProcs << /a 100 0 R /b 101 0 R >> /Encoding << /Differences [97 /a /b] >>"
        + " /FirstChar 97 /LastChar 98 /Widths [10 10] /Resources << /Font << /F1 3 0 R >> >> >>",
      100: PDFFixture.stream("", "10 0 0 0 10 10 d1 0 0 m 10 0 l 5 10 l f"),
      101: PDFFixture.stream("", "10 0 d0 BT /F1 10 Tf (g) Tj ET"),
    ])

  private static let groups = PDFFixture(
    """
    0.9 0.9 0.2 rg 0 0 150 200 re f q /Half gs /Group Do Q q 1 0 0 1 100 40 cm /Darker gs /Group Do Q
    q /Masked gs 0 0.5 0 rg 10 10 280 180 re f BT /F1 30 Tf 20 30 Td (through) Tj ET Q
    q /Half gs 0 0 1 RG 6 w 20 100 m 280 110 l S Q q 1 0 0 1 20 -20 cm /Knockout Do Q
    """,
    resources: "/XObject << /Group 20 0 R /Knockout 22 0 R >>"
      + " /ExtGState << /Half << /ca 0.5 /CA 0.3 >> /Darker << /BM /Multiply /ca 0.8 >>"
      + " /Masked << /SMask << /S /Luminosity /G 21 0 R >> >> >>",
    objects: [
      20: PDFFixture.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 200 150] /Group << /S /Transparency /I true >>"
          + " /Resources << /Font << /F1 3 0 R >> >>",
        "1 0 0 rg 30 30 80 60 re f 0 0 1 rg 60 50 80 60 re f BT 0 g /F1 12 Tf 40 40 Td (group) Tj ET"
      ),
      21: PDFFixture.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 300 200]"
          + " /Group << /S /Transparency /CS /DeviceGray >>",
        "0.6 g 20 20 200 60 re f 1 g 100 40 60 120 re f"),
      22: PDFFixture.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency /K true >>",
        "0.4 g 100 100 60 60 re f 0.8 g 130 130 60 60 re f"),
    ])

  private static let colors = PDFFixture(
    """
    q 10 10 100 80 re W n /Axial sh Q q 120 10 80 80 re W n /Ball sh Q q 210 10 80 80 re W n /Mesh sh Q
    /Pattern cs /Gradient scn 10 100 80 80 re f /Cells scn 100 100 90 90 re f
    /Apart scn 200 100 90 90 re f
    """,
    resources: "/Shading << /Axial 30 0 R /Ball 31 0 R /Mesh 32 0 R >>"
      + " /Pattern << /Gradient << /PatternType 2 /Shading 30 0 R >> /Cells 33 0 R"
      + " /Apart 34 0 R >>",
    objects: [
      30: "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 20 90 70] /Extend [true true]"
        + " /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>",
      31: "<< /ShadingType 3 /ColorSpace /DeviceGray /Coords [150 40 5 160 50 40]"
        + " /Extend [false false] /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >> >>",
      32: PDFFixture.stream(
        "/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8"
          + " /BitsPerFlag 8 /Decode [210 290 10 90 0 1 0 1 0 1] /Filter /ASCIIHexDecode",
        "000000ff000000ff0000ff0000800000ff>"),
      33: PDFFixture.stream(
        "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 12 12] /XStep 12 /YStep 12"
          + " /Resources << >>", "1 0 0 rg 2 2 5 5 re f"),
      34: PDFFixture.stream(
        "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 12 12] /XStep 20 /YStep 15"
          + " /Resources << /Font << /F1 3 0 R >> >>",
        "0 0.5 0 rg 2 2 5 5 re f BT /F1 6 Tf 1 3 Td (cell) Tj ET"),
    ])

  /// Lines that are painted with a pattern, on a page that is turned.
  private static let paintedLines = PDFFixture(
    """
    /Pattern CS /Gradient SCN 8 w 97 20 m 97 180 l S 20 w 10 M 150 60 m 250 70.6 l 150 81.2 l S
    """,
    entries: "/Rotate 90",
    resources: "/Pattern << /Gradient << /PatternType 2 /Shading 30 0 R >> >>",
    objects: [
      30: "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 20 90 70] /Extend [true true]"
        + " /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>"
    ])

  /// A pattern whose cell is painted with it, and a picture with the short name of an inline one's
  /// entry.
  private static let oddities = PDFFixture(
    "/Pattern cs /Nested scn 10 10 150 150 re f q 80 0 0 80 200 60 cm /Inverted Do Q",
    resources: "/Pattern << /Nested 33 0 R >> /XObject << /Inverted 41 0 R >>",
    objects: [
      33: PDFFixture.stream(
        "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20"
          + " /Resources << /Pattern << /Nested 33 0 R >> >>",
        "1 0 0 rg 0 0 10 10 re f /Pattern cs /Nested scn 10 10 10 10 re f"),
      41: picture("/ColorSpace /DeviceGray /Width 2 /Height 2 /D [1 0]", "004080c0>"),
    ])

  private static let pictures = PDFFixture(
    """
    q 80 20 -10 70 20 20 cm /Picture Do Q q 60 0 0 60 120 20 cm /Veiled Do Q q 60 0 0 60 200 20 cm
    /Cut Do Q 0 0.4 0.8 rg q 90 0 0 80 20 110 cm /Stencil Do Q q 70 0 0 70 150 110 cm /Picture Do Q
    """,
    resources: "/XObject << /Picture 40 0 R /Veiled 41 0 R /Cut 43 0 R /Stencil 44 0 R >>",
    objects: [
      40: picture("/ColorSpace /DeviceRGB /Width 2 /Height 2", "ff000000ff000000ffffff00>"),
      41: picture("/ColorSpace /DeviceGray /Width 2 /Height 2 /SMask 42 0 R", "004080c0>"),
      42: picture("/ColorSpace /DeviceGray /Width 2 /Height 2", "ff80ff20>"),
      43: picture("/ColorSpace /DeviceGray /Width 2 /Height 2 /Mask 44 0 R", "004080c0>"),
      44: PDFFixture.stream(
        "/Type /XObject /Subtype /Image /ImageMask true /Width 4 /Height 2 /BitsPerComponent 1"
          + " /Filter /ASCIIHexDecode", "a050>"),
    ])

  private static func picture(_ entries: String, _ samples: String) -> String {
    PDFFixture.stream(
      "/Type /XObject /Subtype /Image /BitsPerComponent 8 /Filter /ASCIIHexDecode \(entries)",
      samples)
  }

  private static let inline = PDFFixture(
    "q 90 0 0 80 20 60 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00ff8040> EI Q"
      + " 0 0 1 rg 150 60 60 60 re f BT /F1 20 Tf 30 20 Td (after it) Tj ET")

  private static let hidden = PDFFixture(
    "/OC /Off BDC BT /F1 20 Tf 30 140 Td (hidden) Tj ET 1 0 0 rg 0 0 80 80 re f EMC"
      + " BT /F1 20 Tf 30 100 Td /Span << /ActualText (first) >> BDC (1st) Tj EMC ( shown) Tj ET",
    entries: "/Annots [51 0 R]", resources: "/Properties << /Off 50 0 R >>",
    catalog: "/OCProperties << /OCGs [50 0 R] /D << /OFF [50 0 R] >> >>",
    objects: [
      50: "<< /Type /OCG /Name (Hidden) >>",
      51: "<< /Type /Annot /Subtype /Stamp /Rect [150 20 250 60] /AP << /N 52 0 R >> >>",
      52: PDFFixture.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 100 40] /Resources << /Font << /F1 3 0 R >> >>",
        "0.8 g 0 0 100 40 re f 0 g BT /F1 14 Tf 5 12 Td (annotation) Tj ET"),
    ])

  private static let all = [
    lines, letters, groups, colors, paintedLines, oddities, pictures, inline, hidden,
  ]

  private func part(_ column: Int, _ row: Int) -> Rect {
    Rect(x: Double(column) * 100, y: Double(row) * 100, width: 100, height: 100)
  }

  @Test(arguments: all.indices)
  func partsAndScalesAreThoseOfAPageThatIsReadForEach(index: Int) throws {
    let fixture = Self.all[index]
    let kept = try page(fixture)
    for scale in [0.7, 1, 2.6, 11] {
      for place in 0..<6 {
        let request = RenderRequest(
          scale: .pixelsPerPoint(scale), region: part(place % 3, place / 3))
        #expect(try Picture(kept, request) == Picture(page(fixture), request), "\(request)")
      }
      let request = RenderRequest(scale: .pixelsPerPoint(scale))
      #expect(try Picture(kept, request) == Picture(page(fixture), request), "\(request)")
    }
  }

  @Test(arguments: all.indices)
  func theTextOfAPageThatWasDrawnIsTheTextOfIt(index: Int) throws {
    let fixture = Self.all[index]
    let document = try PDFBackendTests.open(fixture)
    _ = try Picture(document.page(at: 0), RenderRequest(region: part(0, 0)))
    for _ in 0..<2 {
      let found = try #require(document.page(at: 0) as? any TextPage).text()
      #expect(found == (try #require(page(fixture) as? any TextPage).text()))
    }
  }

  /// A document and a page of it, without a publication.
  private struct Drawn: ~Copyable {
    let bytes: UnsafeMutableRawBufferPointer
    let document: OpaquePointer
    let drawings: OpaquePointer?

    init(_ fixture: PDFFixture, mostBytes: Int) throws {
      let file = fixture.bytes
      bytes = .allocate(byteCount: file.count, alignment: 1)
      bytes.copyBytes(from: file)
      var error = RECTO_OPEN_FAILED
      document = try #require(
        recto_document_open(bytes.baseAddress, Int32(bytes.count), nil, &error))
      drawings = recto_drawings_new(mostBytes)
    }

    deinit {
      withCairoFonts {
        recto_drawings_free(drawings)
        g_object_unref(UnsafeMutableRawPointer(document))
      }
      bytes.deallocate()
    }

    /// Draws the left half of a page and gives whether its content was read: Poppler complains of an
    /// operator that there is not.
    func isRead(drawing index: Int32) throws -> Bool {
      var count = 0
      let page = try #require(poppler_document_get_page(document, index))
      defer { g_object_unref(UnsafeMutableRawPointer(page)) }
      try withUnsafeMutablePointer(to: &count) { count in
        recto_set_complaint_sink(
          { _, _, context in context?.assumingMemoryBound(to: Int.self).pointee += 1 }, count)
        defer { recto_set_complaint_sink(nil, nil) }
        try withCairoFonts { () throws(PageError) in
          try Bitmap(size: PixelSize(width: 150, height: 200)).withCairoContext { context in
            recto_page_draw(page, UnsafeMutableRawPointer(context), true, drawings, nil, 0)
          }
        }
      }
      return count > 0
    }
  }

  @Test func aPageIsReadOnce() throws {
    let document = try Drawn(PDFFixture("0 0 99 99 re f nonsense"), mostBytes: 1 << 20)
    #expect(try document.isRead(drawing: 0))
    for _ in 0..<3 { #expect(try !document.isRead(drawing: 0)) }
  }

  @Test func whatIsKeptIsLimited() throws {
    let content = String(repeating: "0 0 9 9 re f ", count: 1000) + "nonsense"
    let pages = (0..<20).map { _ in PDFFixture.Page(content: content) }
    let document = try Drawn(PDFFixture(pages: pages), mostBytes: 1 << 20)
    for index in 0..<20 {
      _ = try document.isRead(drawing: Int32(index))
      #expect(recto_drawings_bytes(document.drawings) <= 1 << 20)
    }
    #expect(recto_drawings_bytes(document.drawings) > 1 << 18)
    #expect(try !document.isRead(drawing: 19))
    #expect(try document.isRead(drawing: 0))
  }

  @Test func theLastPagesAreKept() throws {
    let pages = (0..<20).map { _ in PDFFixture.Page(content: "0 0 9 9 re f nonsense") }
    let document = try Drawn(PDFFixture(pages: pages), mostBytes: 1 << 30)
    for index in 0..<20 { _ = try document.isRead(drawing: Int32(index)) }
    #expect(try !document.isRead(drawing: 4))
    #expect(try document.isRead(drawing: 3))
  }

  @Test func aPageThatIsTooLargeToKeepIsDrawn() throws {
    let content = String(repeating: "0 0 9 9 re f ", count: 20_000) + "nonsense"
    let document = try Drawn(PDFFixture(content), mostBytes: 1 << 20)
    for _ in 0..<2 { #expect(try document.isRead(drawing: 0)) }
  }
}
