import RectoPageModel
import TestSupport
import Testing

@Suite(.enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct LineTests {
  private func show(_ text: String, x: Int, y: Int) -> String {
    "BT /F1 8 Tf \(x) \(y) Td (\(text)) Tj ET\n"
  }

  @Test func anExponentDoesNotTearItsParagraph() throws {
    let left = [
      "which had words of the sea", "and relations of quays with", "that is",
      "and the rest of them, which", "is the end of the paragraph",
    ]
    let right = [
      "the other column begins", "beside it, and has lines", "that are level with those",
      "on the left of the page", "down to the last of them",
    ]
    var content = ""
    for (row, line) in left.enumerated() {
      content += show(line, x: 20, y: 170 - 10 * row)
      if row == 2 {
        // As wide as a gutter.
        content.removeLast(" Tj ET\n".count)
        content += " Tj /F1 5.5 Tf 3 Ts (22777) Tj /F1 8 Tf 0 Ts (\\) here) Tj ET\n"
      }
    }
    for (row, line) in right.enumerated() { content += show(line, x: 160, y: 170 - 10 * row) }
    let read = try text(page(PDFFixture(content))).blocks.map { $0.lines.map(\.plain) }
    var whole = left
    whole[2] = "that is22777) here"
    #expect(read == [whole, right])
  }

  @Test func levelLinesOfColumnsThatAreDrawnTogetherStayApart() throws {
    let left = [
      "the quay of the harbor", "and of its mole, which is", "as old as the town",
      "and as long as its sea", "with lamps at both ends", "beside its houses",
      "on the way to it",
    ]
    let right = [
      "One lamp is red and the", "other one is green, so", "that boats find the way",
      "between them at night", "and in the fog of June", "when no one sees", "the end of it",
    ]
    // Full lines end nearer to those beside them than words are that are drawn one after the other.
    let content = zip(left, right).enumerated().map { row, lines in
      show(lines.0, x: 20, y: 170 - 10 * row) + show(lines.1, x: 116, y: 170 - 10 * row)
    }.joined()
    let read = try text(page(PDFFixture(content))).blocks.map { $0.lines.map(\.plain) }
    #expect(read == [left, right])
  }

  @Test func textOutsideOfTheCropBoxIsLeftOut() throws {
    let content =
      show("above", x: 20, y: 170) + show("inside", x: 20, y: 100)
      + show("beside", x: 250, y: 100) + show("below", x: 20, y: 20)
    let read = try text(page(PDFFixture(content, entries: "/CropBox [0 50 240 150]")))
    #expect(read.words.map(\.text) == ["inside"])
  }
}
