import TestSupport
import Testing

/// The way from the structure tree of a PDF to the content of a page.
@Suite struct TagTreeTests {
  @Test func typesOfPDF2AreKnown() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Document", Tag("Title", "Tides", x: 20, y: 180),
        Tag(
          "P", Tag("Span", "They", x: 20, y: 150), Tag("Em", "rise", x: 50, y: 150),
          Tag("Strong", "fast", x: 80, y: 150)),
        Tag("Aside", Tag("P", "A storm", x: 20, y: 120), Tag("P", "is near", x: 20, y: 100)),
        Tag("FENote", Tag("P", "Twice a day", x: 20, y: 20))))
    #expect(
      try blocks(fixture) == [
        "title: Tides", "paragraph: They rise fast", "paragraph: A storm", "paragraph: is near",
        "note: Twice a day",
      ])
  }

  @Test func headingsAreOfAnyLevel() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Document", Tag("H6", "Six", x: 20, y: 180), Tag("H7", "Seven", x: 20, y: 150),
        Tag("H12", "Twelve", x: 20, y: 120), Tag("H0", "None", x: 20, y: 90)))
    #expect(
      try blocks(fixture)
        == ["heading6: Six", "heading6: Seven", "heading6: Twelve", "paragraph: None"])
  }

  @Test func unknownTypesAreGroupsBlocksOrPartsOfALine() throws {
    let fixture = PDFFixture(
      tagged: Tag(
        "Story", Tag("Lead", "The tide", x: 20, y: 180), Tag("Body", "It rises", x: 20, y: 160),
        Tag("P", Tag("Span", "and", x: 20, y: 140), Tag("Loud", "falls", x: 50, y: 140)),
        Tag("H2", "Lamps", x: 20, y: 100)))
    #expect(
      try blocks(fixture) == [
        "paragraph: The tide", "paragraph: It rises", "paragraph: and falls", "heading2: Lamps",
      ])
  }

  /// Circles and types that lead nowhere among them.
  @Test func roleMapsGiveTypes() throws {
    let fixture = tree(
      "/RoleMap << /Head /Big /Big /H2 /This /That /That /This /Far /Away >>",
      [
        21: "/S /Head /P 20 0 R /K 0", 22: "/S /This /P 20 0 R /K 1", 23: "/S /Far /P 20 0 R /K 2",
      ], kids: "21 0 R 22 0 R 23 0 R", parents: "21 0 R 22 0 R 23 0 R")
    #expect(try blocks(fixture) == ["heading2: zero", "paragraph: one", "paragraph: two"])
  }

  @Test func namespacesMapTheirTypes() throws {
    let fixture = tree(
      "",
      [
        21: "/S /Head /NS 30 0 R /P 20 0 R /K 0", 22: "/S /Text /NS 30 0 R /P 20 0 R /K 1",
        23: "/S /P /P 20 0 R /K 2",
      ], kids: "21 0 R 22 0 R 23 0 R", parents: "21 0 R 22 0 R 23 0 R",
      objects: [
        30: "<< /Type /Namespace /NS (https://example.org/) "
          + "/RoleMapNS << /Head [/H3 31 0 R] /Text /BlockQuote >> >>",
        31: "<< /Type /Namespace /NS (http://iso.org/pdf2/ssn) >>",
      ])
    #expect(try blocks(fixture) == ["heading3: zero", "quote: one", "paragraph: two"])
  }

  /// The whole tree tells then.
  @Test(arguments: [
    ("none", nil), ("too few", "21 0 R"), ("another element", "22 0 R 22 0 R 22 0 R"),
    ("one that is not in the tree", "21 0 R 24 0 R 23 0 R"),
    ("no element", "21 0 R (two) 9 0 R"), ("a circle", "25 0 R 22 0 R 23 0 R"),
  ])
  func contentIsReadWhereTheParentTreeIsWrong(_ fault: String, _ parents: String?) throws {
    let fixture = tree(
      "",
      [
        21: "/S /H1 /P 20 0 R /K 0", 22: "/S /Note /P 20 0 R /K 1", 23: "/S /P /P 20 0 R /K 2",
        24: "/S /P /P 20 0 R /K 1", 25: "/S /P /P 25 0 R /K 0",
      ], kids: "21 0 R 23 0 R 22 0 R", parents: parents)
    #expect(
      try blocks(fixture) == ["heading1: zero", "paragraph: two", "note: one"], "\(fault)")
  }

  /// Each node of the parent tree is twice a kid of the one before, so that there are 2^40 ways.
  @Test func aParentTreeOfManyWaysEnds() throws {
    var nodes: [Int: String] = [:]
    for level in 100..<140 { nodes[level] = "<< /Kids [\(level + 1) 0 R \(level + 1) 0 R] >>" }
    nodes[140] = "<< /Nums [7 [21 0 R]] >>"
    let fixture = tree(
      "/ParentTree 100 0 R", [21: "/S /H1 /P 20 0 R /K [0 1 2]"], kids: "21 0 R", parents: nil,
      objects: nodes)
    #expect(try blocks(fixture) == ["heading1: zero / one / two"])
  }

  /// As some programs write those of each marked content.
  @Test func referencesToContentMayBeObjects() throws {
    let fixture = tree(
      "", [21: "/S /H1 /P 20 0 R /K [30 0 R 31 0 R]", 22: "/S /P /P 20 0 R /K 2"],
      kids: "22 0 R 21 0 R", parents: "21 0 R 21 0 R 22 0 R",
      objects: [
        30: "<< /Type /MCR /Pg 10 0 R /MCID 0 >>", 31: "<< /Type /MCR /Pg 10 0 R /MCID 1 >>",
      ])
    #expect(try blocks(fixture) == ["paragraph: two", "heading1: zero / one"])
  }

  @Test func pagesShareElements() throws {
    let fixture = PDFFixture(
      pages: [
        .init(
          content: marked("1.", 0, y: 180) + marked("begins", 1, y: 150),
          entries: "/StructParents 4"),
        .init(
          content: marked("and ends", 0, y: 180) + marked("More", 1, y: 100),
          entries: "/StructParents 7"),
      ],
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 20 0 R",
      objects: [
        20: "<< /Type /StructTreeRoot /K 21 0 R /ParentTree << /Kids [40 0 R 41 0 R] >> >>",
        21: "<< /S /L /P 20 0 R /K [22 0 R] >>",
        22: "<< /S /LI /P 21 0 R /K [23 0 R 24 0 R] >>",
        23: "<< /S /Lbl /P 22 0 R /Pg 10 0 R /K 0 >>",
        24: "<< /S /LBody /P 22 0 R /K [25 0 R 26 0 R] >>",
        25: "<< /S /P /P 24 0 R /Pg 10 0 R /K [1 << /Type /MCR /Pg 12 0 R /MCID 0 >>] >>",
        26: "<< /S /P /P 24 0 R /Pg 12 0 R /K 1 >>",
        40: "<< /Limits [0 4] /Nums [4 [23 0 R 25 0 R]] >>",
        41: "<< /Limits [5 7] /Nums [7 50 0 R] >>",
        50: "[25 0 R 26 0 R]",
      ])
    #expect(try blocks(fixture, ofPage: 1) == ["listItem: and ends", "listItem: More"])
    #expect(try blocks(fixture) == ["listItem: 1. / begins"])
  }

  @Test func contentOfFormsIsInTheOrderOfTheTree() throws {
    let form = PDFFixture.stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /StructParents 1 "
        + "/Resources << /Font << /F1 3 0 R >> >>", marked("inside", 1, y: 100))
    let fixture = PDFFixture(
      marked("below", 0, y: 50) + "/Inner Do\n", entries: "/StructParents 0",
      resources: "/XObject << /Inner 60 0 R >>",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 20 0 R",
      objects: [
        20: "<< /Type /StructTreeRoot /K [21 0 R 22 0 R] "
          + "/ParentTree << /Nums [0 [21 0 R] 1 [null 22 0 R]] >> >>",
        21: "<< /S /P /P 20 0 R /Pg 10 0 R /K 0 >>",
        22: "<< /S /H1 /P 20 0 R /Pg 10 0 R "
          + "/K << /Type /MCR /Pg 10 0 R /Stm 60 0 R /MCID 1 >> >>",
        60: form,
      ])
    #expect(try blocks(fixture) == ["paragraph: below", "heading1: inside"])
  }

  private func marked(_ text: String, _ mark: Int, y: Int) -> String {
    "/P << /MCID \(mark) >> BDC BT /F1 10 Tf 20 \(y) Td (\(text)) Tj ET EMC\n"
  }

  /// One page with three texts, the parent tree's elements for them, and a tree.
  private func tree(
    _ entries: String, _ elements: [Int: String], kids: String, parents: String?,
    objects: [Int: String] = [:]
  ) -> PDFFixture {
    let content = marked("zero", 0, y: 180) + marked("one", 1, y: 140) + marked("two", 2, y: 100)
    let parentTree = parents.map { "/ParentTree << /Nums [0 [\($0)]] >>" } ?? ""
    var all = objects
    all[20] = "<< /Type /StructTreeRoot /K [\(kids)] \(parentTree) \(entries) >>"
    for (number, entries) in elements {
      all[number] = "<< /Type /StructElem /Pg 10 0 R \(entries) >>"
    }
    return PDFFixture(
      content, entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 20 0 R", objects: all)
  }
}
