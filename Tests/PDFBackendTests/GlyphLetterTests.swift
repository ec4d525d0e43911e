import RectoPageModel
import TestSupport
import Testing

/// Letters that the PDF does not state and the font in it does.
@Suite struct GlyphLetterTests {
  private func read(
    _ glyphs: String, letters: ClosedRange<UInt16>?, toUnicode: String? = nil
  ) throws -> String {
    let file = trueType(named: "Harbor", letters: letters)
    return try text(
      page(
        PDFFixture(
          "BT /F2 20 Tf 20 100 Td <\(glyphs)> Tj ET",
          objects: compositeFont("Harbor", file: file, toUnicode: toUnicode)))
    ).plain
  }

  @Test func aFontWithoutAMapToUnicodeIsReadByItsOwnLetters() throws {
    #expect(try read("000300010002", letters: 0x41...0x43) == "CAB")
  }

  @Test func aToUnicodeMapTakesPrecedence() throws {
    let stated = "1 beginbfchar <0001> <0051> endbfchar"
    #expect(try read("00010002", letters: 0x41...0x43, toUnicode: stated) == "QB")
  }

  @Test(arguments: [nil, 0xE000...0xE002] as [ClosedRange<UInt16>?])
  func aFontThatStatesNoLettersHasNone(letters: ClosedRange<UInt16>?) throws {
    #expect(try read("00010002", letters: letters) == "\u{FFFD}\u{FFFD}")
  }
}
