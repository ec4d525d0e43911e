import RectoPageModel
import TestSupport
import Testing

/// Soft masks that are the alpha of a group (ISO 32000-2, 11.6.5.2).
@Suite struct SoftMaskTests {
  /// A black page behind a mask, whose group has dark gray of half the opacity at (50, 50).
  private func masked(_ entries: String, drawing: String = "0.2 g") throws -> any Page {
    try page(
      PDFFixture(
        "/Soft gs 0 0 200 200 re f",
        resources: "/ExtGState << /Soft << /SMask << /S /Alpha /G 6 0 R \(entries) >> >> >>",
        objects: [
          6: PDFFixture.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency >>"
              + " /Resources << /ExtGState << /Half << /ca 0.5 >> >> >>",
            "/Half gs \(drawing) 50 50 100 100 re f"),
          7: "<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>",
          8: "<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0.5] /N 1 >>",
        ]))
  }

  /// The function changes the alpha, whatever the colors are.
  @Test(arguments: [("", 127, 255), ("/TR 7 0 R", 127, 0), ("/TR 8 0 R", 191, 255)])
  func aFunctionChangesTheAlpha(entries: String, inside: Int, outside: Int) throws {
    for drawing in ["0.2 g", "1 0 0 rg", "1 g"] {
      let page = try masked(entries, drawing: drawing)
      let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
      #expect(abs(picture.gray(100, 100) - inside) <= 2)
      #expect(abs(picture.gray(20, 100) - outside) <= 2)
    }
  }

  @Test func aPartOfThePageIsMaskedAlike() throws {
    let page = try masked("/TR 7 0 R")
    let whole = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    let region = Rect(x: 40, y: 90, width: 20, height: 20)
    for _ in 0..<2 {
      let part = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1), region: region))
      #expect(part.pixels == whole.crop(40..<60, 90..<110))
    }
  }

  /// A mask lies where the matrix of its group puts it, on the page and in a group.
  @Test(
    arguments: [
      ("/S /Alpha", 0), ("/S /Luminosity", 0), ("/S /Alpha /TR 7 0 R", 255),
    ], ["/Fm Do", "/Soft gs 0 g 0 0 200 200 re f"])
  func aMaskHasTheMatrixOfItsGroup(mask: (entries: String, inside: Int), content: String) throws {
    let state = "/ExtGState << /Soft << /SMask << \(mask.entries) /G 6 0 R >> >> >>"
    let group = "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency"
    let page = try page(
      PDFFixture(
        content, resources: "\(state) /XObject << /Fm 8 0 R >>",
        objects: [
          6: PDFFixture.stream(
            "\(group) /CS /DeviceGray >> /Matrix [0.5 0 0 -0.5 100 180]", "1 g 20 20 120 120 re f"),
          7: "<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>",
          8: PDFFixture.stream(
            "\(group) /I true >> /Resources << \(state) >>", "/Soft gs 0 g 0 0 200 200 re f"),
        ]))
    // The square is from (110, 30) to (170, 90), from the top left.
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    for (x, y) in [(115, 35), (165, 85)] { #expect(abs(picture.gray(x, y) - mask.inside) <= 2) }
    for (x, y) in [(105, 35), (115, 100), (50, 150), (175, 60)] {
      #expect(abs(picture.gray(x, y) - (255 - mask.inside)) <= 2)
    }
  }
}
