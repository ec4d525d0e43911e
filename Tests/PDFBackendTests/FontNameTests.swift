import RectoPageModel
import TestSupport
import Testing

/// The names of fonts, by which bold words are known.
@Suite struct FontNameTests {
  @Test(arguments: [
    ("CIDFont+F1", "Harbor-Bold"), ("ABCDEF+F12", "Harbor-Bold"), ("ABCDEF+Lamps", "Lamps"),
  ])
  func aFontThatIsOnlyNumberedHasTheNameInItsFile(stated: String, name: String) throws {
    let fixture = PDFFixture(
      "BT /F2 20 Tf 20 100 Td <0000> Tj ET",
      objects: compositeFont(
        stated, file: trueType(named: "Harbor-Bold"),
        toUnicode: "1 beginbfchar <0000> <0051> endbfchar"))
    #expect(try words(page(fixture)).map(\.font) == [name])
  }
}
