import RectoPageModel
import TestSupport
import Testing

/// PDFium's answers about a document, on Recto's page model.
@Suite(.enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct CapabilityTests {
  @Test func theDocumentSaysWhatItIs() throws {
    let info = try open(
      PDFFixture(
        pages: [.init(content: "")],
        catalog: "/Lang (de) /ViewerPreferences << /Direction /R2L >>",
        info: "/Title (Tides) /CreationDate (D:20260102030405+01'00')")
    ).info
    #expect(info.format == "PDF 1.7")
    #expect(info.metadata.title == "Tides" && info.metadata.language == "de")
    #expect(info.metadata.created == "2026-01-02T02:04:05Z")
    #expect(info.direction == .rightToLeft)
    #expect(!info.capabilities.contains(.layers) && !info.capabilities.contains(.fonts))
  }

  @Test func aPageHasItsLabelItsTurnAndItsBoxes() throws {
    let page = try page(
      PDFFixture(
        "", entries: "/CropBox [40 30 260 180] /TrimBox [50 40 250 170] /Rotate 90",
        catalog: "/PageLabels << /Nums [0 << /S /r /St 4 >>] >>"))
    #expect(page.label == "iv" && page.rotation == .quarter)
    #expect(page.boxes.crop == Rect(x: 0, y: 0, width: 220, height: 150))
    #expect(page.boxes.trim == Rect(x: 10, y: 10, width: 200, height: 130))
    #expect(page.boxes.media == Rect(x: -40, y: -20, width: 300, height: 200))
  }

  @Test func wordsHaveTheirFontTheirSizeAndABoxForEachLetter() throws {
    let words = try text(
      page(PDFFixture("BT /F1 20 Tf 100 90 Td (Low tide) Tj ET"))
    ).words
    #expect(words.map(\.text) == ["Low", "tide"])
    #expect(words.allSatisfy { $0.font == "Helvetica" && abs($0.size - 20) < 0.01 })
    #expect(words.allSatisfy { $0.glyphs.count == $0.text.count })
    let box = try #require(words.first).box
    #expect(abs(box.minX - 100) < 0.1 && box.minY < 110 && box.maxY > 110)
  }

  @Test func columnsAreReadOneAfterTheOther() throws {
    let lines = (0..<4).map { row in
      let y = 170 - 14 * row
      return "BT /F1 10 Tf 1 0 0 1 20 \(y) Tm (left column \(row)) Tj ET "
        + "BT /F1 10 Tf 1 0 0 1 160 \(y) Tm (right column \(row)) Tj ET"
    }
    let plain = try text(page(PDFFixture(lines.joined(separator: "\n")))).plain
    #expect(
      plain
        == (0..<4).map { "left column \($0)" }.joined(separator: "\n") + "\n\n"
        + (0..<4).map { "right column \($0)" }.joined(separator: "\n"))
  }

  /// Two words are as far apart as columns.
  @Test func aJustifiedLineOfFewWordsIsOneLine() throws {
    let lines: [[(String, Double)]] = [
      [("The", 20), ("keeper", 45), ("of", 82), ("the", 98), ("lamps", 120)],
      [("lights", 20), ("everything", 100.5)], [("at", 20), ("dusk.", 40)],
    ]
    let content = lines.enumerated().flatMap { row, words in
      words.map { "BT /F1 10 Tf 1 0 0 1 \($0.1) \(170 - 12 * row) Tm (\($0.0)) Tj ET" }
    }
    let plain = try text(page(PDFFixture(content.joined(separator: "\n")))).plain
    #expect(plain == "The keeper of the lamps\nlights everything\nat dusk.")
  }

  @Test func lettersThatAreSetApartAreOneWord() throws {
    let content = "BT /F1 12 Tf 3 Tc 20 100 Td (HARBOR LIGHTS) Tj ET"
    #expect(try text(page(PDFFixture(content))).words.map(\.text) == ["HARBOR", "LIGHTS"])
  }

  /// As Chromium writes them: PDFium gives the box of the ink, which begins behind the letter's origin.
  @Test func aLetterWithAReplacementTextBeginsAtItsOrigin() throws {
    let text = try text(
      page(PDFFixture("BT /F1 20 Tf 20 100 Td /Span << /ActualText (1) >> BDC (1) Tj EMC ET")))
    let word = try #require(text.words.first)
    #expect(abs(word.box.minX - 20) < 0.01)
  }

  @Test func textDrawnAgainOverItselfIsReadOnce() throws {
    let content = """
      BT /F1 10 Tf 20 100 Td (Tide of 2026) Tj ET
      BT /F1 10 Tf 28.7 99.6 Td (de of 2026) Tj -8.3 0 Td (Ti) Tj ET
      BT /F1 10 Tf 20 60 Td (ill....) Tj ET
      """
    #expect(
      try text(page(PDFFixture(content))).words.map(\.text) == ["Tide", "of", "2026", "ill...."])
  }

  @Test func slantedTextHasAQuad() throws {
    let content = "BT /F1 14 Tf 0.8 0.6 -0.6 0.8 100 40 Tm (slanted) Tj ET"
    let word = try #require(try text(page(PDFFixture(content))).words.first)
    let quad = try #require(word.quad)
    #expect(word.text == "slanted" && quad.topRight.y < quad.topLeft.y)
  }

  @Test func aTaggedPageIsReadInTheOrderOfItsTags() throws {
    let fixture = PDFFixture(
      pages: [
        .init(
          content: """
            /P << /MCID 1 >> BDC BT /F1 10 Tf 20 150 Td (second) Tj ET EMC
            /H1 << /MCID 0 >> BDC BT /F1 10 Tf 20 50 Td (first) Tj ET EMC
            """, entries: "/StructParents 0")
      ],
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 20 0 R",
      objects: [
        20: "<< /Type /StructTreeRoot /K [21 0 R 22 0 R] /ParentTree 23 0 R >>",
        21: "<< /Type /StructElem /S /H1 /P 20 0 R /Pg 10 0 R /K 0 >>",
        22: "<< /Type /StructElem /S /P /P 20 0 R /Pg 10 0 R /K 1 /Lang (fr) >>",
        23: "<< /Nums [0 [21 0 R 22 0 R]] >>",
      ])
    let text = try text(page(fixture))
    #expect(text.order == .structureTree)
    #expect(text.words.map(\.text) == ["first", "second"])
    #expect(text.blocks.map(\.role) == [.heading1, .paragraph])
    #expect(text.words.last?.language == "fr")
  }

  @Test func paragraphsInCellsAndItemsAreTheirs() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Table",
        Tag(
          "TR", Tag("TD", Tag("P", "Cork", x: 20, y: 180), Tag("P", "south", x: 20, y: 168)),
          Tag("TD", Tag("P", "red", x: 120, y: 180))),
        Tag("TR", Tag("TD", Tag("H2", "Tides", x: 20, y: 155), Tag("P", "rise", x: 60, y: 155)))),
      Tag(
        "L",
        Tag(
          "LI", Tag("Lbl", "1.", x: 20, y: 140),
          Tag("LBody", Tag("P", "Lamps", x: 40, y: 140), Tag("P", "lit", x: 40, y: 120)))),
      Tag("Caption", Tag("P", "The quay", x: 20, y: 90)),
      Tag("TOC", Tag("TOCI", Tag("P", "Oars 7", x: 20, y: 70))),
      Tag("BlockQuote", Tag("P", "Mind", x: 20, y: 55)),
      Tag("P", Tag("Span", "by", x: 20, y: 40), Tag("Formula", "2a", x: 40, y: 40)),
      Tag("Note", Tag("P", "Now gone", x: 20, y: 20)))
    let blocks = try text(page(fixture)).blocks.map { block in
      "\(block.role.rawValue): \(block.lines.map(\.plain).joined(separator: " / "))"
    }
    #expect(
      blocks == [
        "tableCell: Cork / south", "tableCell: red", "heading2: Tides", "paragraph: rise",
        "listItem: 1. Lamps", "listItem: lit", "caption: The quay", "tableOfContents: Oars 7",
        "quote: Mind", "paragraph: by 2a", "note: Now gone",
      ])
  }

  @Test func tablesAreKnownByTheLinesOfThePage() throws {
    // Lines as thin rectangles and as strokes, some of them in a form.
    let across = [180, 160, 140].map { "15 \($0) 170 0.5 re f\n" }.joined()
    let down = [15, 100, 185].map { "\($0) 140 m \($0) 180 l S\n" }.joined()
    let words = [("Light", 20, 168), ("Keeper", 105, 168), ("North", 20, 148), ("Moor", 105, 148)]
      .map { "BT /F1 8 Tf \($0.1) \($0.2) Td (\($0.0)) Tj ET\n" }
    let form = PDFFixture.stream("/Type /XObject /Subtype /Form /BBox [0 0 300 200]", down)
    func table(_ lines: String) throws -> PageText {
      try text(
        page(
          PDFFixture(
            lines + words.joined(), resources: "/XObject << /Lines 200 0 R >>",
            objects: [200: form])))
    }
    #expect(try table(across + "/Lines Do\n").plain == "Light\tKeeper\nNorth\tMoor")
    #expect(try table(across).blocks.allSatisfy { $0.role == .paragraph })
  }

  @Test func linksLeadToPagesPlacesAndTheWorld() throws {
    let fixture = PDFFixture(
      pages: [
        .init(content: "", entries: "/Annots [20 0 R 21 0 R 22 0 R 23 0 R 24 0 R 25 0 R]"),
        .init(content: ""),
      ],
      catalog: "/Dests << /tides [12 0 R /XYZ 30 150 null] >>",
      objects: [
        20: "<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /Dest /tides >>",
        21: "<< /Type /Annot /Subtype /Link /Rect [10 40 60 60] "
          + "/A << /S /URI /URI (https://example.org/) >> >>",
        22: "<< /Type /Annot /Subtype /Link /Rect [10 70 60 90] /A << /S /GoTo /D /lost >> >>",
        23: "<< /Type /Annot /Subtype /Link /Rect [10 100 60 120] /Dest (lost) >>",
        24: "<< /Type /Annot /Subtype /Link /Rect [10 130 60 150] "
          + "/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >> >>",
        25: "<< /Type /Annot /Subtype /Link /Rect [10 160 60 180] >>",
      ])
    let links = try #require(page(fixture) as? any LinksPage).links()
    #expect(links.first?.quads.first?.bounds == Rect(x: 10, y: 170, width: 50, height: 20))
    #expect(
      links.map(\.target) == [
        .page(1, Point(x: 30, y: 50)), .url("https://example.org/"),
        .broken("a name that leads nowhere"), .broken("a name that leads nowhere"),
        .file("other.pdf"),
      ])
  }

  /// The corners may be line by line, as most writers have them, or around the edge as in the standard.
  @Test(arguments: [
    ("40 30 60 30 40 20 60 20 10 20 30 20 10 10 30 10", true),
    ("40 20 60 20 60 30 40 30 10 10 30 10 30 20 10 20", true), ("40 30 90 30 40 20 90 20", false),
  ])
  func aLinkOverTwoLinesHasAnAreaOnEach(corners: String, areValid: Bool) throws {
    let fixture = PDFFixture(
      "", entries: "/Annots [20 0 R]",
      objects: [
        20: "<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /QuadPoints [\(corners)] "
          + "/A << /S /URI /URI (https://example.org/) >> >>"
      ])
    let links = try #require(page(fixture) as? any LinksPage).links()
    let lines = [
      Rect(x: 40, y: 170, width: 20, height: 10), Rect(x: 10, y: 180, width: 20, height: 10),
    ]
    let rectangle = Rect(x: 10, y: 170, width: 50, height: 20)
    #expect(links.first?.quads == (areValid ? lines : [rectangle]).map(Quad.init))
  }

  @Test func theOutlineIsNested() throws {
    let fixture = PDFFixture(
      pages: [.init(content: ""), .init(content: "")], catalog: "/Outlines 20 0 R",
      objects: [
        20: "<< /First 21 0 R /Last 21 0 R /Count 2 >>",
        21: "<< /Title (Harbors) /Parent 20 0 R /First 22 0 R /Last 22 0 R /Count 1 "
          + "/Dest [10 0 R /Fit] >>",
        22: "<< /Title <FEFF00540069006400650073> /Parent 21 0 R /Dest [12 0 R /FitH 180] >>",
      ])
    let outline = try #require(open(fixture) as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["Harbors"])
    #expect(outline.first?.children.map(\.title) == ["Tides"])
    #expect(outline.first?.children.first?.target == .page(1, Point(x: 0, y: 20)))
  }

  @Test func annotationsAndFieldsHaveTheirValues() throws {
    let fixture = PDFFixture(
      pages: [.init(content: "", entries: "/Annots [20 0 R 21 0 R 22 0 R]")],
      catalog: "/AcroForm << /Fields [21 0 R 22 0 R] >>",
      objects: [
        20: "<< /Type /Annot /Subtype /Highlight /Rect [10 10 60 30] /C [1 0.8 0] "
          + "/Contents (check this) /T (M.) >>",
        21: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (address) /V (3 Quay Road) /Ff 1 "
          + "/Rect [10 40 60 60] /P 10 0 R >>",
        22: "<< /Type /Annot /Subtype /Widget /FT /Sig /T (signed) /Rect [10 70 60 90] "
          + "/P 10 0 R >>",
      ])
    let page = try #require(page(fixture) as? any AnnotatedPage)
    let annotation = try #require(page.annotations().first)
    #expect(try page.annotations().count == 1)
    #expect(annotation.kind == "highlight" && annotation.contents == "check this")
    #expect(annotation.author == "M." && annotation.color == Color("#ffcc00"))
    let fields = try page.formFields()
    #expect(fields.map(\.kind) == [.text, .signature])
    #expect(fields.first?.name == "address" && fields.first?.value == "3 Quay Road")
    #expect(fields.map(\.isReadOnly) == [true, false])
  }

  @Test func boxesAreCheckedAsTheDocumentSays() throws {
    func button(_ name: String, _ entries: String, state: String) -> String {
      "<< /Type /Annot /Subtype /Widget /FT /Btn /T (\(name)) \(entries) /V /\(state) /AS /\(state)"
        + " /Rect [10 10 60 30] /P 10 0 R /AP << /N << /Yes 30 0 R /Off 30 0 R >> >> >>"
    }
    let fixture = PDFFixture(
      pages: [
        .init(content: "", entries: "/Annots [20 0 R 21 0 R]"),
        .init(content: "", entries: "/Annots [22 0 R]"),
      ],
      catalog: "/AcroForm << /Fields [20 0 R 21 0 R 22 0 R] >>",
      objects: [
        20: button("agree", "", state: "Yes"), 21: button("more", "", state: "Off"),
        22: button("choice", "/Ff 32768", state: "Yes"),
        30: PDFFixture.stream("/Type /XObject /Subtype /Form /BBox [0 0 50 20]", ""),
      ])
    let publication = try open(fixture)
    func values(_ index: Int) throws -> [String?] {
      try #require(try publication.page(at: index) as? any AnnotatedPage).formFields().map(\.value)
    }
    for _ in 0..<2 {
      #expect(try values(0) == ["on", "off"])
      #expect(try values(1) == ["on"])
    }
  }

  /// A field is drawn where it stands, on the whole page and on a part of it.
  @Test(arguments: [0, 90]) func fieldsAreDrawnAsTheyAppear(rotation: Int) throws {
    let page = try page(
      PDFFixture(
        pages: [.init(content: "", entries: "/Annots [20 0 R] /Rotate \(rotation)")],
        catalog: "/AcroForm << /Fields [20 0 R] >>",
        objects: [
          20: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [100 80 180 120] /F 4 "
            + "/P 10 0 R /AP << /N 21 0 R >> >>",
          21: PDFFixture.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 80 40]", "1 0 0 rg 0 0 80 40 re f"),
        ]))
    for region in [nil, Rect(x: 90, y: 70, width: 100, height: 60)] {
      let request = RenderRequest(region: region)
      let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
      let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
      try page.paint(request, on: grid, into: bitmap)
      let middle = grid.transform.apply(Point(x: 140, y: 100))
      let pixel = bitmap.withPixels {
        $0.bindMemory(to: UInt32.self)[Int(middle.y) * grid.size.width + Int(middle.x)]
      }
      #expect(pixel & 0xFFFFFF == 0xFF0000)
    }
  }

  @Test func picturesAreWhereTheyAreDrawn() throws {
    let fixture = PDFFixture(
      "q 80 0 0 40 100 80 cm /I Do Q", resources: "/XObject << /I 100 0 R >>",
      objects: [
        100: PDFFixture.stream(
          "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
            + "/BitsPerComponent 8 /Filter /ASCIIHexDecode", "00>")
      ])
    let images = try #require(page(fixture) as? any ImagesPage).images()
    let image = try #require(images.first)
    #expect(image.box == Rect(x: 100, y: 80, width: 80, height: 40))
    #expect(image.pixelSize == PixelSize(width: 1, height: 1))
    #expect(image.color?.space == .gray && image.color?.bits == 8)
  }

  @Test func attachmentsAreGivenUpToTheLimit() throws {
    let fixture = PDFFixture(
      pages: [.init(content: "")],
      catalog: "/Names << /EmbeddedFiles << /Names [(tides.csv) 20 0 R] >> >>",
      objects: [
        20: "<< /Type /Filespec /F (tides.csv) /UF (tides.csv) /EF << /F 21 0 R >> >>",
        21: PDFFixture.stream("/Type /EmbeddedFile", "low,high"),
      ])
    let publication = try #require(open(fixture) as? any AttachmentsPublication)
    #expect(try publication.attachments().map(\.name) == ["tides.csv"])
    let content = try publication.attachmentData(at: 0, limit: 100)
    #expect(String(decoding: content, as: UTF8.self) == "low,high")
    let error = #expect(throws: PageError.self) {
      try publication.attachmentData(at: 0, limit: 3)
    }
    #expect(error?.code == .limit)
  }

  @Test func whatCannotBeOpenedIsSaidInASentence() {
    let error = #expect(throws: PageError.self) { try open(Array("%PDF-1.7 nothing".utf8)) }
    #expect(error?.code == .damaged)
    let empty = #expect(throws: PageError.self) { try open([UInt8]()) }
    #expect(empty?.message == "the file is empty")
  }

  @Test func aPageThatIsNotThereIsAnError() throws {
    let publication = try open(PDFFixture(""))
    let error = #expect(throws: PageError.self) { try publication.page(at: 1) }
    #expect(error?.code == .noSuchPage)
  }
}
