import RectoPageModel
import TestSupport
import Testing

/// The blocks and roles that the elements of a structure tree become.
@Suite struct TagTests {
  @Test func signsInAParagraphThatAreNotTaggedStayInIt() throws {
    let fixture = PDFFixture(
      """
      /P << /MCID 0 >> BDC BT /F1 10 Tf 20 150 Td (He said) Tj ET EMC
      BT /F1 10 Tf 60 150 Td (") Tj ET
      /Span << /MCID 1 >> BDC BT /F1 10 Tf 63.55 150 Td (so) Tj ET EMC
      BT /F1 10 Tf 74.11 150 Td (") Tj ET
      /P << /MCID 2 >> BDC BT /F1 10 Tf 77.66 150 Td (.) Tj ET EMC
      BT /F1 8 Tf 20 20 Td (12) Tj ET
      """, entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
      objects: [
        100: "<< /Type /StructTreeRoot /K 101 0 R >>",
        101: "<< /Type /StructElem /S /P /P 100 0 R /Pg 10 0 R /K [0 102 0 R 2] >>",
        102: "<< /Type /StructElem /S /Span /P 101 0 R /Pg 10 0 R /K 1 >>",
      ])
    #expect(try blocks(fixture) == ["paragraph: He said \"so\".", "artifact: 12"])
  }

  @Test func signsWithinSignsStayInTheirParagraph() throws {
    let fixture = PDFFixture(
      """
      /P << /MCID 0 >> BDC BT /F1 10 Tf 20 150 Td (He said) Tj ET EMC
      BT /F1 10 Tf 60 150 Td (") Tj ET
      BT /F2 10 Tf 63.55 150 Td (\\() Tj ET
      /P << /MCID 1 >> BDC BT /F1 10 Tf 66.88 150 Td (so) Tj ET EMC
      BT /F2 10 Tf 77.44 150 Td (\\)) Tj ET
      BT /F1 10 Tf 80.77 150 Td (") Tj ET
      /P << /MCID 2 >> BDC BT /F1 10 Tf 84.32 150 Td (.) Tj ET EMC
      """, entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
      objects: [
        5: "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
        100: "<< /Type /StructTreeRoot /K 101 0 R >>",
        101: "<< /Type /StructElem /S /P /P 100 0 R /Pg 10 0 R /K [0 1 2] >>",
      ])
    #expect(try blocks(fixture) == ["paragraph: He said \"(so)\"."])
  }

  @Test func aCellOfSeveralParagraphsIsOneBlock() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Table",
        Tag(
          "TR", Tag("TH", Tag("P", "Harbor", x: 20, y: 180)),
          Tag("TH", Tag("P", "Lights", x: 120, y: 180))),
        Tag(
          "TR", Tag("TD", Tag("P", "Cork", x: 20, y: 160), Tag("P", "in the south", x: 20, y: 148)),
          Tag(
            "TD",
            Tag(
              "L", Tag("LI", Tag("LBody", Tag("P", "red", x: 120, y: 160))),
              Tag("LI", Tag("LBody", Tag("P", "green", x: 120, y: 148))))))))
    #expect(
      try blocks(fixture) == [
        "tableCell: Harbor", "tableCell: Lights", "tableCell: Cork / in the south",
        "tableCell: red / green",
      ])
    #expect(try text(page(fixture)).plain == "Harbor\tLights\nCork in the south\tred green")
  }

  @Test func aTableInACellHasCellsOfItsOwn() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Table",
        Tag(
          "TR",
          Tag(
            "TD", Tag("P", "Lamps", x: 20, y: 180),
            Tag(
              "Table",
              Tag("TR", Tag("TD", "red", x: 20, y: 160), Tag("TD", "green", x: 60, y: 160)))),
          Tag("TD", Tag("P", "Oars", x: 120, y: 180)))))
    #expect(
      try blocks(fixture) == [
        "tableCell: Lamps", "tableCell: red", "tableCell: green", "tableCell: Oars",
      ])
  }

  @Test func aCellThatFramesTextOrLaysOutAPageIsNoCell() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Table",
        Tag("TR", Tag("TD", Tag("P", "Mind", x: 20, y: 180), Tag("P", "the gap", x: 20, y: 168)))),
      Tag(
        "Table",
        Tag(
          "TR", Tag("TD", Tag("H2", "Lamps", x: 20, y: 140), Tag("P", "are lit", x: 20, y: 128)),
          Tag("TD", Tag("P", "Oars", x: 120, y: 140)))))
    #expect(
      try blocks(fixture) == [
        "paragraph: Mind", "paragraph: the gap", "heading2: Lamps", "paragraph: are lit",
        "tableCell: Oars",
      ])
  }

  @Test func paragraphsInItemsAndQuotesKeepTheirRoles() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "L",
        Tag(
          "LI", Tag("Lbl", "1.", x: 20, y: 180),
          Tag("LBody", Tag("P", "Lamps", x: 40, y: 180), Tag("P", "lit at dusk", x: 40, y: 160)))),
      Tag("BlockQuote", Tag("P", "Mind", x: 40, y: 140), Tag("P", "the gap", x: 40, y: 120)),
      Tag("BlockQuote", "and the tide", x: 40, y: 100),
      Tag("Note", Tag("Lbl", "2", x: 20, y: 40), Tag("P", "Oars", x: 40, y: 40)))
    #expect(
      try blocks(fixture) == [
        "listItem: 1. Lamps", "listItem: lit at dusk", "quote: Mind", "quote: the gap",
        "quote: and the tide", "note: 2 Oars",
      ])
  }

  @Test func entriesOfContentsAreBlocks() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "TOC", Tag("TOCI", Tag("Reference", Tag("Link", "Lamps 3", x: 20, y: 180))),
        Tag("TOCI", Tag("P", "Oars 7", x: 20, y: 168)),
        Tag("TOCI", Tag("P", "Tides", x: 20, y: 140), Tag("P", "How they rise", x: 20, y: 120))))
    #expect(
      try blocks(fixture) == [
        "tableOfContents: Lamps 3", "tableOfContents: Oars 7", "paragraph: Tides",
        "paragraph: How they rise",
      ])
  }

  @Test func figuresAndFormulasWithoutAParagraphAreBlocks() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Sect", Tag("P", "The tide is", x: 20, y: 180), Tag("Formula", "h = a", x: 20, y: 160),
        Tag("Figure", "high", x: 20, y: 140), Tag("Figure", "low", x: 20, y: 120),
        Tag("P", Tag("Span", "by", x: 20, y: 100), Tag("Formula", "2a", x: 40, y: 100))),
      Tag("Sect", "Lamps", x: 20, y: 80), Tag("Sect", "Oars", x: 20, y: 68))
    #expect(
      try blocks(fixture) == [
        "paragraph: The tide is", "formula: h = a", "paragraph: high", "paragraph: low",
        "paragraph: by 2a", "paragraph: Lamps", "paragraph: Oars",
      ])
  }

  /// As Chromium prints `div`, `dl` and `pre`, which it tells from `em` and `sub` by nothing.
  @Test func elementsWithoutAMeaningAreParagraphsOrPartsOfALine() throws {
    func run(_ text: String, x: Int, y: Int) -> TestSupport.Tag {
      Tag("NonStruct", text, x: x, y: y)
    }
    let fixture = PDFFixture(
      tagged: Tag(
        "Document",
        Tag("NonStruct", run("The lamps are lit at", x: 20, y: 180), run("dusk.", x: 20, y: 168)),
        Tag(
          "NonStruct", run("Type", x: 20, y: 150),
          Tag("Code", run("make", x: 46, y: 150)), run("now, in the", x: 76, y: 150),
          Tag("NonStruct", run("harbors", x: 20, y: 138)), run("of old.", x: 58, y: 138)),
        Tag(
          "NonStruct", Tag("NonStruct", run("Oar", x: 20, y: 120)),
          Tag("NonStruct", run("It moves boats.", x: 40, y: 108)),
          Tag("NonStruct", run("Mole", x: 20, y: 96))),
        Tag("P", run("H", x: 20, y: 50), Tag("NonStruct", run("2", x: 28, y: 48)))))
    let found = try blocks(fixture)
    #expect(
      found == [
        "paragraph: The lamps are lit at / dusk.",
        "paragraph: Type make now, in the / harbors of old.", "paragraph: Oar",
        "paragraph: It moves boats.", "paragraph: Mole", "paragraph: H2",
      ])
  }

  @Test func valuesOfFieldsFollowTheirLabels() throws {
    let fixture = PDFFixture(
      tagged: Tag("H1", "Remarks", x: 20, y: 180), Tag("P", "Name Town", x: 20, y: 120),
      Tag("P", "City", x: 20, y: 100), Tag("P", "Date", x: 160, y: 100),
      Tag("P", "The end", x: 20, y: 30),
      entries: "/Annots [100 0 R 101 0 R 102 0 R 103 0 R]",
      objects: [
        100: PDFFixture.field("20 150 90 165", appearance: 110),
        101: PDFFixture.field("100 116 170 131", appearance: 111),
        102: PDFFixture.field("50 96 120 111", appearance: 112),
        103: PDFFixture.field("160 80 230 95", appearance: 113),
        110: PDFFixture.value("Fog at sea"), 111: PDFFixture.value("Mira"),
        112: PDFFixture.value("Old Cork"), 113: PDFFixture.value("May 2"),
      ])
    #expect(
      try blocks(fixture) == [
        "heading1: Remarks", "paragraph: Fog at sea", "paragraph: Name Town Mira",
        "paragraph: City Old Cork", "paragraph: Date / May 2", "paragraph: The end",
      ])
  }
}
