import RectoPageModel
import TestSupport
import Testing

/// The names of fonts, by which bold words are known.
@Suite struct FontNameTests {
  @Test(arguments: [
    ("CIDFont+F1", "Harbor-Bold"), ("ABCDEF+F12", "Harbor-Bold"), ("ABCDEF+Lamps", "Lamps"),
  ])
  func aFontThatIsOnlyNumberedHasTheNameInItsFile(stated: String, name: String) throws {
    let file = Self.trueType(named: "Harbor-Bold")
    let digits = file.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let fixture = PDFFixture(
      "BT /F2 20 Tf 20 100 Td <0000> Tj ET",
      objects: [
        5: "<< /Type /Font /Subtype /Type0 /BaseFont /\(stated) /Encoding /Identity-H "
          + "/DescendantFonts [100 0 R] /ToUnicode 102 0 R >>",
        100: "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /\(stated) /DW 1000 "
          + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
          + "/CIDToGIDMap /Identity /FontDescriptor 101 0 R >>",
        101: "<< /Type /FontDescriptor /FontName /\(stated) /Flags 4 /ItalicAngle 0 /Ascent 800 "
          + "/Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 800] "
          + "/FontFile2 103 0 R >>",
        102: PDFFixture.stream(
          "",
          "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange "
            + "1 beginbfchar <0000> <0051> endbfchar endcmap"),
        103: PDFFixture.stream("/Filter /ASCIIHexDecode /Length1 \(file.count)", digits + ">"),
      ])
    #expect(try words(page(fixture)).map(\.font) == [name])
  }

  /// A TrueType font of one empty glyph.
  private static func trueType(named name: String) -> [UInt8] {
    func units(_ values: Int...) -> [UInt8] {
      values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
    func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    let tables = [
      ("glyf", units(0)),
      (
        "head",
        units(1, 0, 0, 1, 0, 0, 0x5F0F, 0x3CF5, 0, 1000) + zeros(16)
          + units(0, 0, 1000, 1000, 1, 8, 2, 0, 0)
      ),
      ("hhea", units(1, 0, 800, -200, 0, 1000, 0, 0, 0, 1) + zeros(14) + units(1)),
      ("hmtx", units(1000, 0)), ("loca", units(0, 0)), ("maxp", units(1, 0, 1) + zeros(26)),
      ("name", units(0, 1, 18, 1, 0, 0, 6, name.utf8.count, 0) + Array(name.utf8)),
    ]
    var directory = units(1, 0, tables.count, 0, 0, 0)
    var data: [UInt8] = []
    for (tag, table) in tables {
      let place = 12 + 16 * tables.count + data.count
      directory += Array(tag.utf8) + units(0, 0, 0, place, 0, table.count)
      data += table + zeros((4 - table.count % 4) % 4)
    }
    return directory + data
  }
}
