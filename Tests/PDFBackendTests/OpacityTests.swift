import RectoPageModel
import TestSupport
import Testing

/// Constant opacity (ISO 32000-2, 11.6.4.4) of pictures and shadings.
@Suite struct OpacityTests {
  /// A page whose black square at (50, 50) is drawn by `content` with half of the opacity.
  private func square(_ content: String, on paper: String = "", state: String = "/ca 0.5")
    throws -> any Page
  {
    try page(
      PDFFixture(
        "\(paper) /Half gs \(content)",
        resources: """
          /ExtGState << /Half << \(state) >> >> /XObject << /Masked 100 0 R /Stencil 101 0 R /Dot 105 0 R >>
          /Shading << /Triangles 102 0 R /Patch 103 0 R >>
          /Pattern << /Tiles 104 0 R /Shaded << /PatternType 2 /Shading 102 0 R >> >>
          """,
        objects: [
          100: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8"
              + " /ColorSpace /DeviceGray /Mask 101 0 R /Filter /ASCIIHexDecode", "00>"),
          101: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /ImageMask true /Width 2 /Height 2"
              + " /BitsPerComponent 1 /Filter /ASCIIHexDecode", "0000>"),
          // Two triangles, and a patch with straight sides, from (50, 50) to (150, 150).
          102: shading(4, triangle("3232", "9632", "3296") + triangle("9632", "3296", "9696")),
          103: shading(6, "00" + patch + "00000000"),
          104: PDFFixture.stream(
            "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10"
              + " /Resources << >>", "0 g 0 0 10 10 re f"),
          105: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /ImageMask true /Width 1 /Height 1 /Decode [1 0]"
              + " /BitsPerComponent 1 /Filter /ASCIIHexDecode", "80>"),
        ]))
  }

  private func shading(_ type: Int, _ data: String) -> String {
    PDFFixture.stream(
      "/ShadingType \(type) /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8"
        + " /BitsPerFlag 8 /Decode [0 255 0 255 0 1] /Filter /ASCIIHexDecode", data + ">")
  }

  private func triangle(_ corners: String...) -> String {
    corners.map { "00\($0)00" }.joined()
  }

  private let patch = "323232533275329653967596969696759653963275325332"

  private static let contents = [
    "q 100 0 0 100 50 50 cm /Masked Do Q", "/Triangles sh", "/Patch sh",
    "/Pattern cs /Shaded scn 50 50 100 100 re f",
    "q /Pattern cs /Tiles scn 100 0 0 100 50 50 cm /Stencil Do Q",
    "q /Pattern cs /Tiles scn 100 0 0 100 50 50 cm BI /IM true /W 2 /H 2 /BPC 1 ID \0\0 EI Q",
    "q /Pattern cs /Tiles scn 100 0 0 100 50 50 cm /Dot Do Q",
    "q /Pattern cs /Tiles scn 100 0 0 100 50 50 cm BI /IM true /W 1 /H 1 /BPC 1 ID \0 EI Q",
    "q 0 g 100 0 0 100 50 50 cm /Stencil Do Q",
  ]

  @Test(arguments: contents) func itIsAppliedOnce(content: String) throws {
    let picture = try Picture(square(content), RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(abs(picture.gray(100, 100) - 127) <= 2)
    #expect(picture.gray(25, 100) == 255 && picture.gray(175, 100) == 255)
  }

  @Test(arguments: contents) func itIsThatOfTheBlendModeToo(content: String) throws {
    let page = try square(
      content, on: "0.6 g 0 0 200 200 re f", state: "/ca 0.5 /BM /Multiply")
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(abs(picture.gray(100, 100) - 76) <= 2)
    #expect(picture.gray(25, 100) == 153)
  }

  /// The first time, and from the display list that is kept.
  @Test(arguments: contents) func aPartOfThePageIsDrawnAlike(content: String) throws {
    let page = try square(content)
    let whole = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    let region = Rect(x: 40, y: 90, width: 40, height: 20)
    for _ in 0..<2 {
      let part = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1), region: region))
      #expect(part.pixels == whole.crop(40..<80, 90..<110))
    }
  }
}
