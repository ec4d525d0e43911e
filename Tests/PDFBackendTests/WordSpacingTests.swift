import RectoPageModel
import TestSupport
import Testing

/// The spaces of PDFs, which place glyphs.
@Suite struct WordSpacingTests {
  /// Strings and distances in thousandths of the size, shown in Helvetica at 10 points.
  private func words(_ shown: String, before: String = "") throws -> [TextWord] {
    try PDFBackendTests.words(page(PDFFixture("BT /F1 10 Tf \(before) 20 100 Td [\(shown)] TJ ET")))
  }

  private func text(_ shown: String) throws -> String {
    TextLine(
      box: Rect(x: 0, y: 0, width: 0, height: 0),
      baseline: Segment(start: Point(x: 0, y: 0), end: Point(x: 0, y: 0)), words: try words(shown)
    ).plain
  }

  @Test func lettersThatAreSetApartAreOneWord() throws {
    // A and T are closer, as kerning has it.
    let words = try words(
      "(W)-180(A)-70(T)-180(E)-180(R)-600(A)-180(N)-180(D)-600(B)-180(O)-180(A)-70(T)-180(S)")
    #expect(words.map(\.text) == ["WATER", "AND", "BOATS"])
    #expect(words.map(\.glyphs.count) == [5, 3, 5])
    #expect(words.allSatisfy { !$0.joinsNext })
  }

  @Test func lettersBarelySetApartAreOneWord() throws {
    let gaps = [90, 110, 95, 112, 90, 120]
    let shown = zip("SIGNALS", gaps + [0]).map { "(\($0))-\($1)" }.joined()
    #expect(try words(shown).map(\.text) == ["SIGNALS"])
  }

  @Test func aTrackedWordIsTheSameWithTheContentsOwnLetterSpacing() throws {
    #expect(try words("(AND TIDES)", before: "3 Tc").map(\.text) == ["AND", "TIDES"])
  }

  @Test func aKernedLetterStaysInItsWord() throws {
    #expect(try text("(the)-300(c)-120(at)-300(sat)-300(there)") == "the cat sat there")
  }

  @Test func aThinSpaceSetsPunctuationOff() throws {
    #expect(try text("(le)-300(paquet)-125(;)-300(et)-300(puis)-125(?)") == "le paquet ; et puis ?")
  }

  @Test func aTightLineKeepsItsSpaces() throws {
    #expect(
      try text("(some)-170(words)-170(of)-170(a)-170(line)-500(end)") == "some words of a line end")
  }

  @Test func aSqueezedLineKeepsItsSpaces() throws {
    #expect(
      try text("(with)-132(quays)-133(and)-132(moles.)-209(Tides)-132(rise)")
        == "with quays and moles. Tides rise")
  }

  @Test func slantedLettersAmongUsualSpacesStayInTheirWords() throws {
    #expect(
      try text(
        #"(where)-280(f)-115(\(x\),)-280(g)-115(\(y\))-280(and)-280(h)-115(\(z\))-280(are)"#)
        == "where f(x), g(y) and h(z) are")
  }

  @Test func singleLettersAmongSpacesStayWords() throws {
    #expect(try text("(a b c d e)") == "a b c d e")
  }

  @Test func aCommaBehindSlantedTextStaysWithIt() throws {
    #expect(try text("(length)-127(,)-333(const)-333(void)") == "length, const void")
  }

  @Test func aWordOfTwoFontsIsTwoPartsEachWithItsOwn() throws {
    let words = try PDFBackendTests.words(
      page(
        PDFFixture(
          "BT /F1 10 Tf 20 100 Td (Quay) Tj /F2 10 Tf (side) Tj /F1 10 Tf ( next) Tj ET",
          objects: [5: "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Times-Roman >>"])))
    #expect(words.map(\.text) == ["Quay", "side", "next"])
    #expect(words.map(\.font) == ["Helvetica", "Times-Roman", "Helvetica"])
    #expect(words.map(\.joinsNext) == [true, false, false])
    #expect(words[0].box.maxX <= words[1].box.minX + 0.1)
  }

  @Test func twoSubsetsOfOneFontAreOneFont() throws {
    let words = try PDFBackendTests.words(
      page(
        PDFFixture(
          "BT /F2 10 Tf 20 100 Td (Quay) Tj /F3 10 Tf (side) Tj ET",
          resources: "/Font << /F2 5 0 R /F3 6 0 R >>",
          objects: [
            5: "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Times-Roman >>",
            6: "<< /Type /Font /Subtype /Type1 /BaseFont /BCDEFG+Times-Roman >>",
          ])))
    #expect(words.map(\.text) == ["Quayside"])
  }

  @Test func aRaisedNumberStaysWithItsWord() throws {
    let text = try PDFBackendTests.text(
      page(
        PDFFixture(
          """
          BT /F1 10 Tf 20 100 Td (the user) Tj /F1 7 Tf 4 Ts (1) Tj /F1 10 Tf 0 Ts (, who) Tj ET
          """)))
    #expect(text.blocks.flatMap(\.lines).map(\.plain) == ["the user1, who"])
  }
}
