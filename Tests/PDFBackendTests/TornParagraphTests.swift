import RectoPageModel
import TestSupport
import Testing

@Suite struct TornParagraphTests {
  /// Lines at these heights, each letter a square of 10 points.
  private func blocks(_ lines: [(y: Double, text: String)]) throws -> [[String]] {
    let letters = Set(lines.map(\.text).joined()).sorted()
    let content = lines.map { y, line in
      let codes = line.compactMap { letters.firstIndex(of: $0) }.map {
        String(UnicodeScalar(UInt8(0x61 + $0)))
      }
      return "BT /F2 10 Tf 20 \(y) Td (\(codes.joined())) Tj ET"
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
    #expect(
      try blocks(lines.map { (Double($0.0), $0.1) })
        == [lines[..<3].map(\.1), lines[3...].map(\.1)])
  }

  @Test func entriesThatAreFarApartAreBlocks() throws {
    let lines = [(180.0, "注意する"), (164, "必要があります。"), (148, "特別なもの")]
    #expect(try blocks(lines) == lines.map { [$0.1] })
  }
}
