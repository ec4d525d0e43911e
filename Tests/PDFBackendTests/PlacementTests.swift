import RectoPageModel
import TestSupport
import Testing

/// A page's coordinate system, as /CropBox, /Rotate and /UserUnit state it.
struct Placement: Sendable, CustomTestStringConvertible {
  var crop: String
  var rotation: Int
  var unit: Double

  var entries: String { "/CropBox \(crop) /Rotate \(rotation) /UserUnit \(unit)" }
  var testDescription: String { entries }

  static let all = ["[0 0 300 200]", "[40 30 260 180]"].flatMap { crop in
    [0, 90, 180, 270, -90].flatMap { rotation in
      [1, 2].map { Placement(crop: crop, rotation: rotation, unit: $0) }
    }
  }
}

/// Every kind of box is in page points, wherever the page's own coordinates begin and turn.
@Suite struct PlacementTests {
  /// An area in default user space, as every fixture here has one.
  private static let area = "[100 80 180 120]"

  @Test(arguments: Placement.all) func aWordIsWhereItsInkIs(placement: Placement) throws {
    let page = try page(
      PDFFixture("BT /F1 20 Tf 100 90 Td (Harbor) Tj ET", entries: placement.entries))
    let word = try #require(try words(page).first)
    #expect(word.text == "Harbor")
    #expect(abs(word.size - 20 * placement.unit) < 0.01)
    // The tallest letters of Helvetica reach a little above the ascent that it states.
    try Ink(page).expectAll(in: word.box, margin: 0.05 * word.size)
    #expect(word.box.width < 75 * placement.unit && word.box.height < 30 * placement.unit)
  }

  @Test(arguments: Placement.all) func aPictureIsWhereItIsDrawn(placement: Placement) throws {
    let page = try page(
      PDFFixture(
        "q 80 0 0 40 100 80 cm /I Do Q", entries: placement.entries,
        resources: "/XObject << /I 100 0 R >>",
        objects: [
          100: PDFFixture.stream(
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
              + "/BitsPerComponent 8 /Filter /ASCIIHexDecode", "00>")
        ]))
    let box = try #require(try images(page).first).box
    let ink = try Ink(page)
    ink.expectAll(in: box)
    ink.expectFills(box)
  }

  @Test(arguments: Placement.all) func anAnnotationIsWhereItIsDrawn(placement: Placement) throws {
    let page = try page(
      PDFFixture(
        "", entries: placement.entries + "/Annots [100 0 R]",
        objects: [
          100: "<< /Type /Annot /Subtype /Square /Rect \(Self.area) /F 4 /AP << /N 101 0 R >> >>",
          101: PDFFixture.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 80 40]", "0 0 80 40 re f"),
        ]))
    let box = try #require(try annotations(page).first).box
    let ink = try Ink(page)
    ink.expectAll(in: box)
    ink.expectFills(box)
  }

  @Test(arguments: Placement.all) func aLinkAndAFieldLieWhereTheirRectSays(
    placement: Placement
  ) throws {
    let page = try page(
      PDFFixture(
        "100 80 80 40 re f", entries: placement.entries + "/Annots [100 0 R 101 0 R]",
        catalog: "/AcroForm << /Fields [101 0 R] >>",
        objects: [
          100: "<< /Type /Annot /Subtype /Link /Rect \(Self.area) /Border [0 0 0] "
            + "/A << /S /URI /URI (https://quay.example/) >> >>",
          101: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect \(Self.area) >>",
        ]))
    let ink = try Ink(page)
    let link = try #require(try links(page).first?.quads.first).bounds
    ink.expectAll(in: link)
    ink.expectFills(link)
    expectEqual(try formFields(page).first?.box, link)
  }

  @Test(arguments: Placement.all) func aLinkLeadsToThePlaceOnThePage(placement: Placement) throws {
    let page = try page(
      PDFFixture(
        "100 80 80 40 re f",
        entries: placement.entries + "/Annots [100 0 R]",
        objects: [
          100: "<< /Type /Annot /Subtype /Link /Rect \(Self.area) /Border [0 0 0] "
            + "/Dest [10 0 R /XYZ 100 120 0] >>"
        ]))
    let link = try #require(try links(page).first)
    guard case .page(0, let place?) = link.target else {
      Issue.record("\(link.target) is not a place on the first page")
      return
    }
    let box = link.quads[0].bounds
    #expect(abs(place.x - box.minX) < 0.1 && abs(place.y - box.minY) < 0.1)
  }
}
