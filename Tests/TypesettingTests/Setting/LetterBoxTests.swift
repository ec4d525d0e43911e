import RectoPageModel
import Testing

@testable import RectoTypesetting

/// A letter may end before it begins, by the kerning of its font or the spacing of its style.
@Suite struct LetterBoxTests {
  @Test func lettersThatAreMovedBackHaveBoxes() throws {
    let words = try Texts.words("غاطنزكرو", [], Texts.style(["Amiri"], language: "ar"))
    #expect(words.map(\.text) == ["غاطنزكرو"])
    checkBoxes(of: words)
  }

  @Test func lettersOfNegativeSpacingHaveBoxes() throws {
    var style = Texts.style()
    style.letterSpacing = -8
    checkBoxes(of: try Texts.words("illicit", [], style))
  }

  private func checkBoxes(of words: [TextWord]) {
    #expect(!words.isEmpty)
    for word in words {
      #expect(word.glyphs.count == word.text.count)
      for box in word.glyphs + [word.box] { #expect(box.width >= 0 && box.height >= 0) }
    }
  }
}
