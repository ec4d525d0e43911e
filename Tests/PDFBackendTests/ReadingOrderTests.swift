import PageModel
import Testing

@Suite struct ReadingOrderTests {
  private func lines(_ count: Int, x: Int, _ name: String) -> String {
    (0..<count).map { line in
      "BT /F1 10 Tf \(x) \(170 - 12 * line) Td (\(name) row \(line)) Tj ET\n"
    }.joined()
  }

  @Test func columnsAreReadOneAfterTheOther() throws {
    // Written line by line across both columns, as some makers do.
    let content = (0..<8).map { line in
      let y = 170 - 12 * line
      return "BT /F1 10 Tf 20 \(y) Td (first column \(line)) Tj ET\n"
        + "BT /F1 10 Tf 160 \(y) Td (second column \(line)) Tj ET\n"
    }.joined()
    let text = try text(page(PDFFixture(content)))
    #expect(text.order == .geometry)
    let columns = text.words.map(\.text).filter { $0 == "first" || $0 == "second" }
    #expect(columns == Array(repeating: "first", count: 8) + Array(repeating: "second", count: 8))
  }

  /// Two paragraphs and a heading, drawn from the bottom up.
  private let tagged = PDFFixture(
    """
    /P << /MCID 0 >> BDC BT /F1 10 Tf 20 40 Td (last) Tj ET EMC
    /P << /MCID 1 >> BDC BT /F1 10 Tf 20 90 Td (middle) Tj ET EMC
    /H1 << /MCID 2 >> BDC BT /F1 20 Tf 20 150 Td (Heading) Tj ET EMC
    /Artifact BMC BT /F1 8 Tf 20 180 Td (folio) Tj ET EMC
    """, entries: "/StructParents 0",
    catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
    objects: [
      100: "<< /Type /StructTreeRoot /K 101 0 R >>",
      101: "<< /Type /StructElem /S /Document /P 100 0 R /K [102 0 R 103 0 R 104 0 R] >>",
      102: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 0 /Lang (nl) >>",
      103: "<< /Type /StructElem /S /H1 /P 101 0 R /Pg 10 0 R /K 2 >>",
      104: "<< /Type /StructElem /S /P /P 101 0 R /Pg 10 0 R /K 1 >>",
    ])

  @Test func aTaggedPageIsReadInTheOrderOfItsTags() throws {
    let text = try text(page(tagged))
    #expect(text.order == .structureTree)
    #expect(text.blocks.map(\.role) == [.paragraph, .heading1, .paragraph, .artifact])
    #expect(text.words.map(\.text) == ["last", "Heading", "middle", "folio"])
    #expect(text.words.map(\.language) == ["nl", nil, nil, nil])
  }

  @Test func tagsThatLeaveMostOfThePageOutAreNotBelieved() throws {
    var fixture = tagged
    fixture.objects[101] = "<< /Type /StructElem /S /Document /P 100 0 R /K [103 0 R] >>"
    let text = try text(page(fixture))
    #expect(text.order == .geometry)
    #expect(text.words.map(\.text) == ["folio", "Heading", "middle", "last"])
  }

  @Test func tagsThatGoInCirclesDoNoHarm() throws {
    var fixture = tagged
    fixture.objects[104] = "<< /Type /StructElem /S /Sect /P 101 0 R /K [101 0 R 104 0 R] >>"
    #expect(try Set(words(page(fixture)).map(\.text)) == ["last", "middle", "Heading", "folio"])
  }

  @Test func aPageWithoutTextHasNoBlocks() throws {
    #expect(try text(page(PDFFixture("10 10 50 50 re f"))).blocks.isEmpty)
  }
}
