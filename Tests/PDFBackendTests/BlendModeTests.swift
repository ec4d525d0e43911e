import RectoPageModel
import TestSupport
import Testing

/// Blend modes of what is drawn on the page itself, whose group is isolated (ISO 32000-2, 11.4.7).
@Suite struct BlendModeTests {
  static let modes = [
    "Normal", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn",
    "HardLight", "SoftLight", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
  ]

  /// A square of dark gray at (50, 50), and at its right half a lighter one.
  private func squares(mode: String, inForm: Bool) throws -> any Page {
    let content = "/B gs 0.2 g 50 50 100 100 re f 0.6 g 100 50 100 100 re f"
    let states = "/ExtGState << /B << /BM /\(mode) >> >>"
    guard inForm else { return try page(PDFFixture(content, resources: states)) }
    return try page(
      PDFFixture(
        "/F Do", resources: "/XObject << /F 6 0 R >>",
        objects: [
          6: PDFFixture.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << \(states) >>", content)
        ]))
  }

  @Test(arguments: modes, [false, true])
  func thePaperIsNotBlendedWith(mode: String, inForm: Bool) throws {
    let picture = try Picture(
      squares(mode: mode, inForm: inForm), RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(picture.gray(75, picture.size.height - 100) == 51)
    #expect(picture.gray(175, picture.size.height - 100) == 153)
    #expect(picture.gray(25, picture.size.height - 100) == 255)
  }

  @Test(arguments: [("Difference", 102), ("Multiply", 31), ("Screen", 173), ("Lighten", 153)])
  func whatIsDrawnBeforeIsBlendedWith(mode: String, gray: Int) throws {
    let picture = try Picture(
      squares(mode: mode, inForm: false), RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(abs(picture.gray(125, picture.size.height - 100) - gray) <= 1)
  }

  /// Light gray at (50, 50), below darker gray in a form that is drawn by `content`, which
  /// multiplies with it.
  private func multiplied(_ group: String, _ content: String = "/F Do") throws -> Int {
    let states = """
      /ExtGState << /B << /BM /Multiply >> /Half << /ca 0.5 >> /None << /SMask /None >>
      /Soft << /SMask << /S /Alpha /G 7 0 R >> >> >>
      """
    let form = PDFFixture.stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency \(group) >>"
        + " /Resources << \(states) >>", "/B gs 0.6 g 50 50 100 100 re f")
    let page = try page(
      PDFFixture(
        "0.8 g 50 50 100 100 re f \(content)", resources: "/XObject << /F 6 0 R >> \(states)",
        objects: [
          6: form,
          7: PDFFixture.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency >>",
            "0 0 200 200 re f"),
        ]))
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    return picture.gray(100, picture.size.height - 100)
  }

  /// Elements of a group that is not isolated are blended with what is below it (ISO 32000-2, 11.4.6).
  @Test func elementsOfAGroupAreBlendedWithThePage() throws {
    #expect(abs(try multiplied("") - 122) <= 1)
    #expect(abs(try multiplied("/I false /K false") - 122) <= 1)
    #expect(abs(try multiplied("/I true") - 153) <= 1)
  }

  /// A mask keeps a group together for as long as it is in the graphics state.
  @Test(arguments: [
    ("q /Soft gs Q /F Do", 122), ("/Soft gs /None gs /F Do", 122), ("q /Soft gs q Q /F Do Q", 153),
    ("q /Soft gs Q q /Soft gs /None gs Q /F Do", 122), ("/Soft gs q /None gs Q /F Do", 153),
    ("/Soft gs q /None gs /F Do Q", 122),
  ])
  func aMaskThatWasTakenBackKeepsNoGroupTogether(content: String, gray: Int) throws {
    #expect(abs(try multiplied("", content) - gray) <= 1)
  }

  @Test func aGroupOfHalfTheOpacityIsOne() throws {
    #expect(abs(try multiplied("/I true", "/Half gs /F Do") - 178) <= 2)
  }

  /// The last element of a knockout group hides those before it (ISO 32000-2, 11.4.6.2).
  @Test(arguments: [
    "/BM /Multiply", "/BM /Darken", "/BM /Normal /ca 0.5", "/BM /Multiply /ca 0.5",
  ])
  func elementsOfAKnockoutGroupAreNotBlendedWithEachOther(state: String) throws {
    func gray(_ content: String) throws -> Int {
      let form = PDFFixture.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency /I true"
          + " /K true >> /Resources << /ExtGState << /B << \(state) >> >> >>", "/B gs \(content)")
      let page = try page(
        PDFFixture("/F Do", resources: "/XObject << /F 6 0 R >>", objects: [6: form]))
      let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
      return picture.gray(100, picture.size.height - 100)
    }
    let last = "0.6 g 50 50 100 100 re f"
    #expect(try gray("0.2 g 20 20 100 100 re f \(last)") == gray(last))
  }

  /// Its elements are blended with what is below the group unless that is isolated.
  @Test func elementsOfAKnockoutGroupAreBlendedWithThePage() throws {
    #expect(abs(try multiplied("/K true") - 122) <= 1)
    #expect(abs(try multiplied("/I true /K true") - 153) <= 1)
  }

  @Test(arguments: ["/I true /K true", "/K true"])
  func aMaskInAKnockoutGroupHidesNothingBelow(group: String) throws {
    let state = "/ExtGState << /Soft << /SMask << /S /Luminosity /G 7 0 R >> >> >>"
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 200 200]"
    let page = try page(
      PDFFixture(
        "0.8 g 0 0 200 200 re f /F Do", resources: "/XObject << /F 6 0 R >>",
        objects: [
          6: PDFFixture.stream(
            "\(form) /Group << /S /Transparency \(group) >> /Resources << \(state) >>",
            "/Soft gs 0 g 50 50 100 100 re f"),
          7: PDFFixture.stream(
            "\(form) /Group << /S /Transparency /CS /DeviceGray >>", "0.5 g 0 0 200 200 re f"),
        ]))
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(abs(picture.gray(20, 180) - 204) <= 1)
    #expect(abs(picture.gray(100, 100) - 102) <= 2)
  }
}
