import RectoPageModel
import TestSupport
import Testing

@Suite struct UprightColumnTests {
  @Test func lettersDrawnUprightBelowOneAnotherAreColumns() throws {
    let columns = ["吾輩は猫であ", "る。名前は未", "だ無い"]
    let letters = Set(columns.joined()).sorted()
    let content = columns.enumerated().flatMap { column, text in
      text.enumerated().map { row, letter in
        let code = UnicodeScalar(UInt8(0x61 + (letters.firstIndex(of: letter) ?? 0)))
        return "BT /F2 12 Tf \(250 - 40 * column) \(170 - 20 * row) Td (\(code)) Tj ET"
      }
    }
    var objects = squares(letters.map(String.init))
    objects[110] = "<< /Type /StructTreeRoot /K 111 0 R >>"
    objects[111] = "<< /Type /StructElem /S /P /P 110 0 R /Pg 10 0 R /K 0 >>"
    let fixture = PDFFixture(
      "/P << /MCID 0 >> BDC \(content.joined(separator: "\n")) EMC", entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 110 0 R", objects: objects)
    let text = try text(page(fixture))
    #expect(text.order == .structureTree)
    #expect(text.blocks.flatMap(\.lines).map(\.plain) == columns)
    #expect(text.words.allSatisfy { $0.direction == .topToBottom && $0.quad == nil })
    let line = try #require(text.blocks.first?.lines.first)
    #expect(line.baseline.start.x == line.baseline.end.x)
  }
}
