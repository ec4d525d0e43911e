import RectoPageModel
import TestSupport
import Testing

@Suite struct RightToLeftLineTests {
  /// Lines given as they stand on the page, from left to right, flush right.
  private func lines(_ visual: [String]) throws -> [String] {
    let letters = Set(visual.joined()).sorted()
    let content = visual.enumerated().map { row, line in
      let codes = line.compactMap { letters.firstIndex(of: $0) }.map {
        String(UnicodeScalar(UInt8(0x61 + $0)))
      }
      let left = 290 - 8 * line.count
      return "BT /F2 8 Tf \(left) \(170 - 10 * row) Td (\(codes.joined())) Tj ET"
    }
    let fixture = PDFFixture(
      content.joined(separator: "\n"), objects: squares(letters.map(String.init)))
    return try text(page(fixture)).blocks.flatMap { $0.lines.map(\.plain) }
  }

  private func mirrored(_ text: String) -> String { String(text.reversed()) }

  @Test func aDateInBracketsIsReadBehindTheYear() throws {
    #expect(
      try lines([")12/11/2026( ٢٠٢٦ " + mirrored("نوفمبر")]) == ["نوفمبر ٢٠٢٦ (12/11/2026)"])
  }

  @Test func numbersThatNoLatinWordIsBesideAreReadFromTheRight() throws {
    #expect(try lines([".34 12 " + mirrored("של")]) == ["של 12 34."])
    #expect(try lines(["iPhone 12 " + mirrored("של")]) == ["של iPhone 12"])
  }

  @Test func aLineThatBeginsInLatinIsReadLikeTheTextAroundIt() throws {
    let arabic = "على الجدار كتب أحدهم"
    #expect(
      try lines([
        mirrored(arabic), "." + mirrored("ثم مضى") + " !welcome to Tripoli", mirrored(arabic),
      ]) == [arabic, "welcome to Tripoli! ثم مضى.", arabic])
  }

  /// A hyphen between European digits is part of the number, and none between Arabic ones, which all digits
  /// behind an Arabic letter are. Slashes, colons and points are part of both.
  @Test(arguments: [
    ("2024-01-15", "בתאריך", "2024-01-15"), ("050-123/4", "מספר", "050-123/4"),
    ("15-01-2024", "في", "2024-01-15"), ("20-10/5", "من", "10/5-20"), ("30/40", "من", "30/40"),
    ("١٥-٠١-٢٠٢٤", "بتاريخ", "٢٠٢٤-٠١-١٥"), ("٥٥٥٫٥-٠٢١", "تلفن", "٠٢١-٥٥٥٫٥"),
    ("۵۵۵۱۲۳۴-۰۲۱", "تلفن", "۰۲۱-۵۵۵۱۲۳۴"), ("۷/۸", "و", "۷/۸"), ("%25-20", "بين", "20-25%"),
    ("20%-25%", "בין", "25%-20%"), ("4*3", "פי", "3*4"),
    ("15$", "في", "$15"), ("%25", "نسبة", "25%"), ("25%", "בין", "25%"), ("25", "من", "25"),
  ])
  func numbersWithSignsStandAsUnicodeSays(visual: String, word: String, number: String) throws {
    #expect(try lines(["\(visual) \(mirrored(word))"]) == ["\(word) \(number)"])
  }

  /// Words from right to left are drawn after the text on their right, with the space between them first.
  @Test func aSpaceCountsInAnyDrawingOrder() throws {
    let content = """
      BT /F1 7 Tf 98.05 100 Td ( ) Tj ET
      BT /F2 10 Tf 88.05 100 Td (a) Tj ET
      BT /F2 10 Tf 78.05 100 Td (b) Tj ET
      BT /F1 10 Tf 20 20 Td (far) Tj ET
      BT /F1 10 Tf 100 100 Td (of the harbor) Tj ET
      """
    let fixture = PDFFixture(content, objects: squares(["א", "ב"]))
    let lines = try text(page(fixture)).blocks.flatMap { $0.lines.map(\.plain) }
    #expect(lines.contains("אב of the harbor"))
  }

  @Test func theLettersOfTheLineAboveCountForNumbers() throws {
    let arabic = "على الجدار كتب أحدهم"
    #expect(
      try lines([mirrored(arabic), mirrored("ثم مضى") + " 15-01-2024"])
        == [arabic, "2024-01-15 ثم مضى"])
    #expect(try lines([mirrored("ثم مضى") + " 2019-2020"]) == ["2019-2020 ثم مضى"])
    #expect(try lines(["١٥-٠١-٢٠٢٤"]) == ["٢٠٢٤-٠١-١٥"])
  }
}
