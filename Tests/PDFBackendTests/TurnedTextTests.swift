import RectoPageModel
import TestSupport
import Testing

@Suite struct TurnedTextTests {
  @Test(arguments: [90, 180, 270, 30, 45, 135, 200, 315])
  func turnedTextHasAQuadAroundItsInk(degrees: Int) throws {
    let (cosine, sine) = Self.direction(degrees)
    let page = try page(
      PDFFixture(
        "BT /F1 24 Tf \(cosine) \(sine) \(-sine) \(cosine) 150 100 Tm (Quay) Tj ET"))
    let words = try words(page)
    #expect(words.map(\.text).joined().contains("Quay") || degrees % 90 != 0)
    let ink = try Ink(page)
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    ink.expectAll(in: box)
    for word in words {
      let quad = try #require(word.quad)
      let along = Point(x: quad.topRight.x - quad.topLeft.x, y: quad.topRight.y - quad.topLeft.y)
      let length = (along.x * along.x + along.y * along.y).squareRoot()
      // y points down on a page and up in a PDF.
      #expect(abs(along.x / length - cosine) < 0.02 && abs(along.y / length + sine) < 0.02)
    }
  }

  @Test(arguments: [30, 45, 135, 315]) func slantedLinesAreReadInTheirOrder(degrees: Int) throws {
    let (cosine, sine) = Self.direction(degrees)
    let lines = ["All hands on deck", "before the tide", "turns at noon"]
    // The last one is drawn first.
    let content = lines.indices.reversed().map { row in
      let (x, y) = (150 + 14 * Double(row) * sine, 100 - 14 * Double(row) * cosine)
      let matrix = "\(cosine) \(sine) \(-sine) \(cosine) \(x) \(y)"
      return "BT /F1 10 Tf \(matrix) Tm (\(lines[row])) Tj ET\n"
    }.joined()
    let text = try text(page(PDFFixture(content, entries: "/MediaBox [-200 -200 500 500]")))
    #expect(text.blocks.map { $0.lines.map(\.plain) } == [lines])
    #expect(text.words.allSatisfy { $0.quad != nil && $0.glyphs.count == $0.text.count })
  }

  @Test(arguments: [0, 30, 90, 180, 315])
  func theFirstLetterFromRightToLeftIsTheOneAtTheEndOfTheQuad(degrees: Int) throws {
    let (cosine, sine) = Self.direction(degrees)
    let fixture = PDFFixture(
      "BT /F2 20 Tf \(cosine) \(sine) \(-sine) \(cosine) 150 100 Tm (EDCBA) Tj ET",
      objects: [
        5: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding "
          + "/ToUnicode 102 0 R >>",
        102: PDFFixture.stream(
          "",
          "begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
            + "1 beginbfrange <41> <5A> <05D0> endbfrange endcmap"),
      ])
    let word = try #require(try words(page(fixture)).first)
    #expect(word.text == "\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}")
    #expect(word.direction == .rightToLeft && word.glyphs.count == 5)
    // A letter is 12 points wide; y points down on a page and up in a PDF.
    let start = word.glyphs[4].center
    for (index, glyph) in word.glyphs.enumerated() {
      let distance = Double(4 - index) * 12
      #expect(abs(glyph.center.x - start.x - cosine * distance) < 1)
      #expect(abs(glyph.center.y - start.y + sine * distance) < 1)
      if let cell = word.turnedCell(ofCharacter: index) {
        let middle = cell.bounds.center
        #expect(abs(middle.x - glyph.center.x) < 1 && abs(middle.y - glyph.center.y) < 1)
      }
    }
  }

  @Test func uprightTextHasNoQuad() throws {
    let words = try words(page(PDFFixture("BT /F1 24 Tf 50 100 Td (Quay side) Tj ET")))
    #expect(words.map(\.quad) == [nil, nil])
  }

  @Test func textThatStandsUprightOnATurnedPageIsTurnedInPagePoints() throws {
    let page = try page(
      PDFFixture(
        "BT /F1 24 Tf 0 1 -1 0 150 60 Tm (Quay) Tj ET", entries: "/Rotate 90"))
    let word = try #require(try words(page).first)
    #expect(word.quad != nil)
    #expect(word.box.height > word.box.width)
    try Ink(page).expectAll(in: word.box)
  }

  @Test func textSetFromTopToBottomSaysSoAndStandsUpright() throws {
    let fixture = PDFFixture(
      "BT /F2 20 Tf 150 160 Td <000100020003> Tj ET",
      objects: [
        5: "<< /Type /Font /Subtype /Type0 /BaseFont /Upright /Encoding /Identity-V "
          + "/DescendantFonts [100 0 R] /ToUnicode 102 0 R >>",
        100: "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Upright /DW 1000 "
          + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
          + "/FontDescriptor 101 0 R >>",
        101: "<< /Type /FontDescriptor /FontName /Upright /Flags 4 /ItalicAngle 0 /Ascent 880 "
          + "/Descent -120 /CapHeight 700 /StemV 80 /FontBBox [0 -120 1000 880] >>",
        102: PDFFixture.stream(
          "",
          "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange "
            + "1 beginbfrange <0001> <0003> <6F6E> endbfrange endcmap"),
      ])
    let word = try #require(try words(page(fixture)).first)
    #expect(word.text == "\u{6F6E}\u{6F6F}\u{6F70}")
    #expect(word.direction == .topToBottom)
    #expect(word.box.height > 2 * word.box.width)
    #expect(word.glyphs.map(\.minY) == word.glyphs.map(\.minY).sorted())
  }

  /// Cosine and sine, so that quarter turns are exact.
  private static func direction(_ degrees: Int) -> (Double, Double) {
    let half = 0.5.squareRoot()
    switch degrees {
    case 90: return (0, 1)
    case 180: return (-1, 0)
    case 270: return (0, -1)
    case 45: return (half, half)
    case 135: return (-half, half)
    case 315: return (half, -half)
    case 30: return (0.75.squareRoot(), 0.5)
    default: return (-0.9396926, -0.3420201)
    }
  }
}
