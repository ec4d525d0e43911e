import RectoPageModel
import TestSupport
import Testing

/// Large first letters over several lines.
@Suite struct InitialTests {
  private func show(_ text: String, x: Int, y: Int, size: Int = 10) -> String {
    "BT /F1 \(size) Tf \(x) \(y) Td (\(text)) Tj ET\n"
  }

  /// A letter beside two lines, above a third, and below a name.
  private func content(_ initial: String, _ rest: String, gap: Int = 2) -> String {
    show("By Anna Moor of the quay", x: 20, y: 172)
      + show(initial, x: 20, y: 148, size: 30)
      + show("\(rest) remembers", x: 41 + gap, y: 160)
      + show("the lamp of the", x: 41 + gap, y: 148)
      + show("harbor and its light", x: 20, y: 136)
  }

  private func lines(_ text: PageText) -> [[String]] {
    text.blocks.map { $0.lines.map(\.plain) }
  }

  @Test func anInitialBelongsToItsWord() throws {
    let text = try text(page(PDFFixture(content("N", "obody"))))
    #expect(
      lines(text) == [
        ["By Anna Moor of the quay"],
        ["Nobody remembers", "the lamp of the", "harbor and its light"],
      ])
  }

  @Test(arguments: [
    ("A", "harbor", "A harbor"), ("I", "nland", "Inland"), ("K", "harbor", "Kharbor"),
    ("L'", "nland", "L’nland"),
  ])
  func anInitialIsAWordWhereThePageHasTheNextOne(initial: String, rest: String, whole: String)
    throws
  {
    let words = try text(page(PDFFixture(content(initial, rest)))).plain
    #expect(words.contains("\(whole) remembers"))
  }

  @Test func anInitialIsAWordWhereASpaceIsDrawnBehindIt() throws {
    func lines(_ initial: String) throws -> String {
      let content =
        show("oat remembers", x: 43, y: 160) + show("the lamp of the", x: 43, y: 148)
        + show(initial, x: 20, y: 148, size: 30) + show("harbor and its light", x: 20, y: 136)
      return try text(page(PDFFixture(content))).plain
    }
    #expect(try lines("A ").contains("A oat remembers"))
    #expect(try lines("A").contains("Aoat remembers"))
  }

  @Test func aTaggedInitialBelongsToItsWord() throws {
    let fixture = PDFFixture(
      "/P << /MCID 0 >> BDC \(content("N", "obody")) EMC", entries: "/StructParents 0",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R",
      objects: [
        100: "<< /Type /StructTreeRoot /K 101 0 R >>",
        101: "<< /Type /StructElem /S /P /P 100 0 R /Pg 10 0 R /K 0 >>",
      ])
    let text = try text(page(fixture))
    #expect(text.order == .structureTree)
    #expect(text.plain.contains("Nobody remembers"))
  }

  @Test func aLetterAboveEntriesIsNoInitial() throws {
    let content =
      show("N", x: 20, y: 160, size: 20) + show("Names 12", x: 45, y: 160)
      + show("Nets 14", x: 45, y: 148)
    #expect(try text(page(PDFFixture(content))).words.map(\.text).contains("N"))
  }
}
