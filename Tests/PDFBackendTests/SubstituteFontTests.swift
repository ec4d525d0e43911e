import RectoPageModel
import TestSupport
import Testing

/// The system fonts that stand in for those that a PDF does not embed.
@Suite struct SubstituteFontTests {
  /// The name of the font that text in a font of that name is drawn with.
  private func substitute(for name: String) throws -> String? {
    let document = try open(
      PDFFixture(
        "BT /F2 24 Tf 20 100 Td (AB) Tj ET", resources: "/Font << /F2 100 0 R >>",
        objects: [100: "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) >>"]))
    return try #require(document as? any FontsPublication).fonts().first?.substitute
  }

  /// The rules of Debian's URW fonts prefer dingbats for these.
  @Test(arguments: ["Impact", "CopperplateGothicStd", "CooperStd", "fantasy"])
  func fontsForDisplayAreDrawnInLetters(name: String) throws {
    let substitute = try #require(try substitute(for: name))
    #expect(!substitute.contains("D050000L"))
  }

  @Test(arguments: [("ZapfDingbats", "D050000L"), ("Symbol", "Standard Symbols PS")])
  func fontsOfSymbolsAreDrawnInSymbols(name: String, expected: String) throws {
    #expect(try substitute(for: name) == expected)
  }

  /// A page with one line in a font of a script for which the tests' fonts have no letters.
  private func warnings(of operators: String) throws -> [String] {
    let publication = try open(
      PDFFixture(
        operators, resources: "/Font << /F2 100 0 R >>",
        objects: [
          100:
            "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H "
            + "/DescendantFonts [101 0 R] >>",
          101:
            "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 102 0 R "
            + "/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>",
          102:
            "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 -148 1001 880] "
            + "/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
        ]))
    _ = try Ink(publication.page(at: 0))
    return publication.info.warnings.filter { $0.code == "missing-glyph" }.map(\.message)
  }

  @Test func lettersThatNoFontHasAreAWarning() throws {
    let found = try warnings(of: "BT /F2 24 Tf 20 100 Td <4EEC8BED> Tj ET")
    #expect(found.count == 1 && found[0].contains("STSong-Light"), "\(found)")
    #expect(try warnings(of: "BT /F2 24 Tf 3 Tr 20 100 Td <4EEC8BED> Tj ET").isEmpty)
  }

  @Test(arguments: ["/F9", "/"])
  func textInAFontThatIsNotThereIsDrawnAndRead(font: String) throws {
    let page = try page(PDFFixture("BT \(font) 24 Tf 20 100 Td (Tide) Tj 60 0 Td (9 ft) Tj ET"))
    let words = try words(page)
    #expect(words.map(\.text) == ["Tide", "9", "ft"])
    let ink = try Ink(page)
    #expect(words.allSatisfy { ink.count(in: $0.box) > 0 })
  }
}
