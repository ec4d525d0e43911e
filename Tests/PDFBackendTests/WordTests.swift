import RectoPageModel
import TestSupport
import Testing

@Suite struct WordTests {
  private func words(_ unicode: [String], _ content: String) throws -> [TextWord] {
    try PDFBackendTests.words(page(PDFFixture(content, objects: squares(unicode))))
  }

  @Test func hebrewIsGivenInTheOrderInWhichItIsRead() throws {
    // "shalom olam": drawn from left to right, the last letter of the last word first.
    let words = try words(
      ["ם", "ל", "ו", "ע", "ש"], "BT /F2 20 Tf 20 100 Td (abcd) Tj 100 0 Td (acbe) Tj ET")
    #expect(words.map(\.text) == ["שלום", "עולם"])
    #expect(words.allSatisfy { $0.direction == .rightToLeft })
    let glyphs = try #require(words.first).glyphs
    #expect(glyphs.count == 4)
    #expect(glyphs.map(\.minX) == glyphs.map(\.minX).sorted(by: >))
  }

  @Test func aMarkAndItsLetterAreOneCharacterWithOneGlyphBox() throws {
    // A point that stands after its letter in the order of reading, and before it on the page.
    let words = try words(["\u{05B8}", "ש", "ר"], "BT /F2 20 Tf 20 100 Td (cab) Tj ET")
    let word = try #require(words.first)
    #expect(word.glyphs.count == word.text.count)
  }

  @Test func numbersInsideHebrewKeepTheirOrder() throws {
    let words = try words(
      ["ל", "ש", "1", "2"], "BT /F2 20 Tf 20 100 Td (cd) Tj 80 0 Td (ab) Tj ET")
    #expect(words.map(\.text) == ["של", "12"])
  }

  @Test func signsAfterHebrewAreReadFromTheRight() throws {
    // The signs are of another font, as where one for Hebrew has none, and words by themselves.
    let words = try words(
      ["ל", "ש"], "BT /F1 20 Tf 20 100 Td (.\\)) Tj /F2 20 Tf 13 0 Td (ab) Tj ET")
    #expect(words.map(\.text) == ["של", ")."])
    #expect(words[0].joinsNext)
    #expect(words[1].direction == .rightToLeft)
    #expect(words[1].glyphs[0].minX > words[1].glyphs[1].minX)
  }

  @Test func signsAndNumbersDoNotMakeAHebrewLineALatinOne() throws {
    let words = try words(
      ["ל", "ש"],
      """
      BT /F1 10 Tf 20 100 Td (! -) Tj /F2 10 Tf 11 0 Td (ab) Tj /F1 10 Tf 14 0 Td (12) Tj ET
      """)
    #expect(words.map(\.text) == ["12", "של", "-", "!"])
  }

  @Test func signsAmongLatinWordsOfAHebrewLineKeepTheirOrder() throws {
    let words = try words(
      ["ל", "ש"],
      "BT /F1 10 Tf 20 100 Td (a -> b) Tj /F2 10 Tf 60 0 Td (ab) Tj 40 0 Td (ab) Tj 40 0 Td (ab) Tj ET"
    )
    #expect(words.map(\.text) == ["של", "של", "של", "a", "->", "b"])
  }

  @Test func aLigatureIsItsLettersWithABoxEach() throws {
    let words = try words(["fi", "n"], "BT /F2 20 Tf 20 100 Td (ab) Tj ET")
    let word = try #require(words.first)
    #expect(word.text == "fin")
    #expect(word.glyphs.count == 3)
    #expect(word.glyphs.allSatisfy { !$0.isEmpty })
  }

  /// Lam and alef in one glyph, as its letters, as a presentation form, and as replacement text.
  @Test(arguments: [
    ("لا", "(abcdefb) Tj"), ("\u{FEFB}", "(abcdefb) Tj"),
    ("x", "(abcde) Tj /Span << /ActualText <FEFF06440627> >> BDC (f) Tj EMC (b) Tj"),
  ])
  func anArabicLigatureIsReadInTheOrderOfItsLetters(stated: String, shown: String) throws {
    // "al-inqisam", drawn from left to right.
    let words = try words(
      ["م", "ا", "س", "ق", "ن", stated], "BT /F2 20 Tf 20 100 Td \(shown) ET")
    let word = try #require(words.first)
    #expect(word.text == "الانقسام")
    #expect(word.glyphs.count == 8)
  }

  /// A joiner that no glyph is drawn for, with a text of its own and with that of a letter.
  @Test(arguments: [
    "(ab) Tj /Span << /ActualText <FEFF200C> >> BDC (e) Tj EMC (bcd) Tj",
    "(ab) Tj /Span << /ActualText <FEFF0647200C> >> BDC (b) Tj EMC (cd) Tj",
  ])
  func aJoinerStandsBetweenItsLetters(shown: String) throws {
    // "bacheha": children.
    let words = try words(["ا", "ه", "چ", "ب", "x"], "BT /F2 20 Tf 20 100 Td \(shown) ET")
    #expect(words.map(\.text) == ["بچه\u{200C}ها"])
  }

  @Test func presentationFormsAreTheirLetters() throws {
    let words = try words(
      ["\u{FEE2}", "\u{FEFC}", "\u{FEB4}", "\u{FEDF}", "\u{FE8D}"],
      "BT /F2 20 Tf 20 100 Td (abcde) Tj ET")
    #expect(words.map(\.text) == ["السلام"])
  }

  @Test func anAccentOnALetterWithoutItsDotIsTheAccentedLetter() throws {
    let words = try words(
      ["As", "\u{131}\u{301}", "\u{131}"], "BT /F2 20 Tf 20 100 Td (abc) Tj ET")
    let word = try #require(words.first)
    #expect(Array(word.text.unicodeScalars) == ["A", "s", "\u{ED}", "\u{131}"])
    #expect(word.glyphs.count == 4)
  }

  @Test func actualTextReplacesWhatTheGlyphsSay() throws {
    let words = try words(
      ["x", "y"],
      "/Span << /ActualText (quay) >> BDC BT /F2 20 Tf 20 100 Td (ab) Tj ET EMC")
    #expect(words.map(\.text) == ["quay"])
    #expect(words.first?.glyphs.count == 4)
  }

  @Test func aCodeWithoutAMeaningIsTheReplacementCharacter() throws {
    let words = try words(["a", "\u{1}"], "BT /F2 20 Tf 20 100 Td (ab) Tj ET")
    #expect(words.map(\.text) == ["a\u{FFFD}"])
  }

  @Test func aChangeOfSizeInsideAWordJoinsItsParts() throws {
    let words = try PDFBackendTests.words(
      page(
        PDFFixture("BT /F1 20 Tf 20 100 Td (Quay) Tj /F1 14 Tf (side) Tj /F1 20 Tf ( next) Tj ET")))
    #expect(words.map(\.text) == ["Quay", "side", "next"])
    #expect(words.map(\.joinsNext) == [true, false, false])
    #expect(words.map(\.size) == [20, 14, 20])
  }

  @Test func textDrawnAgainOverItselfIsReadOnce() throws {
    // The second time in another order, so that its words are not those of the first.
    let words = try words(
      [],
      """
      BT /F1 10 Tf 20 100 Td (Tide of 2026) Tj ET
      BT /F1 10 Tf 28.7 99.6 Td (de of 2026) Tj -8.3 0 Td (Ti) Tj ET
      """)
    #expect(words.map(\.text) == ["Tide", "of", "2026"])
  }

  @Test func lettersOfOtherTextOverTheirLikesAreAllRead() throws {
    // The "e" of the second word lies nearly over that of the first.
    let words = try words(
      [], "BT /F1 10 Tf 20 100 Td (tide) Tj ET BT /F1 10 Tf 21.9 101 Td (Weir) Tj ET")
    #expect(words.map(\.text).joined().sorted() == "tideWeir".sorted())
  }

  @Test func equalLettersBesideEachOtherAreAllRead() throws {
    let words = try words([], "BT /F1 10 Tf 20 100 Td (ill) Tj -0.4 Tc 40 0 Td (llll....) Tj ET")
    #expect(words.map(\.text) == ["ill", "llll...."])
  }

  @Test func aFieldKeepsItsValueOverTheSameTextOfThePage() throws {
    let appearance = PDFFixture.stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >>",
      "BT /F1 10 Tf 0 5 Td (Quay) Tj ET")
    let words = try PDFBackendTests.words(
      page(
        PDFFixture(
          "BT /F1 10 Tf 20 100 Td (Quay) Tj ET", entries: "/Annots [100 0 R]",
          catalog: "/AcroForm << /Fields [100 0 R] >>",
          objects: [
            100: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Quay) /F 4 "
              + "/Rect [21.5 95 121.5 115] /AP << /N 101 0 R >> >>",
            101: appearance,
          ])))
    #expect(words.map(\.text) == ["Quay", "Quay"])
  }

  @Test(arguments: ["ABCDEF+Times-Roman", "ABCDEF+GHIJKL+Times-Roman", "Times-Roman"])
  func aFontNameHasNoSubsetPrefix(name: String) throws {
    let words = try PDFBackendTests.words(
      page(
        PDFFixture(
          "BT /F2 20 Tf 20 100 Td (quay) Tj ET",
          objects: [5: "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) >>"])))
    #expect(words.first?.font == "Times-Roman")
  }
}
