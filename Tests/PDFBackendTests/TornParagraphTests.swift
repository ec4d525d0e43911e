import RectoPageModel
import TestSupport
import Testing

@Suite struct TornParagraphTests {
  /// Lines at these heights, each letter a square of 5 points, which Poppler takes for text of 10.
  private func blocks(_ lines: [(y: Double, text: String)]) throws -> [[String]] {
    let letters = Set(lines.map(\.text).joined()).sorted()
    let content = lines.map { y, line in
      let codes = line.compactMap { letters.firstIndex(of: $0) }.map {
        String(UnicodeScalar(UInt8(0x61 + $0)))
      }
      return "BT /F2 5 Tf 20 \(y) Td (\(codes.joined())) Tj ET"
    }
    let fixture = PDFFixture(
      content.joined(separator: "\n"), objects: squares(letters.map(String.init)))
    return try text(page(fixture)).blocks.map { $0.lines.map(\.plain) }
  }

  @Test func linesOfJapaneseThatAreFarApartAreOneParagraph() throws {
    let lines = [
      (180, "対応する必要があります。しか"), (164, "しながら、注意を必要とする特別"),
      (148, "なものがあります。"), (124, "特別なものがあります。注意する"), (108, "必要があります。"),
    ]
    let found = try blocks(lines.map { (Double($0.0), $0.1) })
    #expect(found == [lines[..<3].map(\.1), lines[3...].map(\.1)])
  }

  @Test func entriesThatAreFarApartAreBlocks() throws {
    let lines = [(180.0, "注意する"), (164, "特別なもの"), (148, "必要があります。しかしながら")]
    let found = try blocks(lines)
    #expect(found == lines.map { [$0.1] })
  }

  @Test func aFullLineInAnotherFontIsABlock() throws {
    let lines = [
      (180, "/F1 16", "Keepers"), (152, "/F3 16", "of lights"), (124, "/F3 16", "and boats"),
    ]
    let content = lines.map { "BT \($0.1) Tf 20 \($0.0) Td (\($0.2)) Tj ET" }
    let fixture = PDFFixture(
      content.joined(separator: "\n"), resources: "/Font << /F1 3 0 R /F3 100 0 R >>",
      objects: [100: "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>"])
    let blocks = try text(page(fixture)).blocks.map { $0.lines.map(\.plain) }
    #expect(blocks == [["Keepers"], ["of lights", "and boats"]])
  }
}
