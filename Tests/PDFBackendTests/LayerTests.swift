import RectoPageModel
import TestSupport
import Testing

@Suite struct LayerTests {
  /// A visible layer on the left and a hidden one, nested under a heading, on the right.
  private let fixture = PDFFixture(
    "/OC /L1 BDC 20 80 40 40 re f EMC /OC /L2 BDC 220 80 40 40 re f EMC",
    resources: "/Properties << /L1 100 0 R /L2 101 0 R >>",
    catalog: "/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [101 0 R] "
      + "/Order [[(Guides) 101 0 R] 100 0 R] >> >>",
    objects: [
      100: "<< /Type /OCG /Name (Drawing) >>",
      101: "<< /Type /OCG /Name (Grid) >>",
    ])
  private let left = Rect(x: 20, y: 80, width: 40, height: 40)
  private let right = Rect(x: 220, y: 80, width: 40, height: 40)

  private func isDrawn(_ area: Rect, _ page: any Page, layers: [String: Bool] = [:]) throws -> Bool
  {
    let ink = try Ink(page, RenderRequest(scale: .pixelsPerPoint(1), layers: layers))
    return ink.count(in: area) > 0
  }

  @Test func layersAreListedAsTheReaderNestsThem() throws {
    let publication = try #require(try open(fixture) as? any LayersPublication)
    let layers = try publication.layers()
    #expect(
      layers == [
        Layer(
          id: "Guides", title: "Guides", isVisible: true,
          children: [Layer(id: "Guides/Grid", title: "Grid", isVisible: false)]),
        Layer(id: "Drawing", title: "Drawing", isVisible: true),
      ])
  }

  @Test func layersAreDrawnAsTheDocumentSaysAndAsTheRequestSays() throws {
    let page = try page(fixture)
    #expect(try isDrawn(left, page))
    #expect(try !isDrawn(right, page))
    #expect(try isDrawn(right, page, layers: ["Guides/Grid": true]))
    #expect(try !isDrawn(left, page, layers: ["Drawing": false]))
  }

  /// Layers of which one at a time is visible, and layers with one name.
  @Test(arguments: [("B", "/RBGroups [[100 0 R 101 0 R]]"), ("A", "")])
  func aRequestForOneOfSeveralLayersDoesNotLast(second: String, entry: String) throws {
    var fixture = fixture
    fixture.catalog =
      "/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [101 0 R] /Order [100 0 R 101 0 R] "
      + "\(entry) >> >>"
    fixture.objects[100] = "<< /Type /OCG /Name (A) >>"
    fixture.objects[101] = "<< /Type /OCG /Name (\(second)) >>"
    let page = try page(fixture)
    #expect(try isDrawn(right, page, layers: [second: true]))
    #expect(try isDrawn(left, page))
    #expect(try !isDrawn(right, page))
  }

  @Test func aRequestForALayerDoesNotLast() throws {
    let page = try page(fixture)
    _ = try isDrawn(left, page, layers: ["Drawing": false, "Guides/Grid": true])
    #expect(try isDrawn(left, page))
    #expect(try !isDrawn(right, page))
  }
}
