import RectoPageModel
import Testing

@Suite struct ALTOTests {
  private let word = altoString("Tide", 40, 20, 80, 10)

  private func isNear(_ a: Rect, _ b: Rect) -> Bool { a.distance(b) < 0.01 }

  private func text(_ alto: String) throws -> PageText {
    try SidecarPage.open("page1.xml", alto).text()
  }

  @Test func pixelsBecomePoints() throws {
    let words = try SidecarPage.words(alto: alto(altoLine(word)))
    #expect(words.map(\.text) == ["Tide"])
    #expect(words.map(\.box) == [Rect(x: 20, y: 10, width: 40, height: 5)])
  }

  /// 1 pt is 3.5278 tenths of a millimetre, or 16.667 1/1200 inch; pixels without a page size
  /// are those of the image.
  @Test(arguments: [("mm10", 254.0 / 72), ("inch1200", 1200.0 / 72), ("pixel", 2.0), ("", 2.0)])
  func everyUnitBecomesPoints(unit: String, perPoint: Double) throws {
    let string = altoString("Tide", 20 * perPoint, 10 * perPoint, 40 * perPoint, 5 * perPoint)
    let size = #"WIDTH="\#(200 * perPoint)" HEIGHT="\#(100 * perPoint)""#
    for page in [size, ""] {
      let words = try SidecarPage.words(alto: alto(unit: unit, page: page, altoLine(string)))
      let box = try #require(words.first).box
      #expect(isNear(box, Rect(x: 20, y: 10, width: 40, height: 5)), "\(page)")
    }
  }

  @Test func aSidecarOfALargerScanIsScaled() throws {
    let string = altoString("Tide", 400, 200, 800, 100)
    let words = try SidecarPage.words(
      alto: alto(page: #"WIDTH="4000" HEIGHT="2000""#, altoLine(string)))
    #expect(isNear(try #require(words.first).box, Rect(x: 20, y: 10, width: 40, height: 5)))
  }

  @Test func aHyphenAtALinesEndBelongsToItsWord() throws {
    let line = altoString("har", 0, 0, 60, 20) + altoString("-", 60, 0, 20, 20, name: "HYP")
    let words = try SidecarPage.words(alto: alto(altoLine(line)))
    #expect(words.map(\.text) == ["har-"])
    #expect(words.map(\.glyphs.count) == [4])

    let glyphs = "har".enumerated().map { index, letter in
      altoString(String(letter), Double(index) * 20, 0, 20, 20, name: "Glyph")
    }.joined()
    let exact =
      altoString("har", 0, 0, 60, 20, inside: glyphs)
      + altoString("-", 60, 0, 20, 20, name: "HYP")
    let word = try #require(try SidecarPage.words(alto: alto(altoLine(exact))).first)
    #expect(word.box == Rect(x: 0, y: 0, width: 40, height: 10))
    #expect(word.glyphs.last == Rect(x: 30, y: 0, width: 10, height: 10))
  }

  @Test func glyphsAreTakenWhereTheyAreTheWords() throws {
    let narrowAndWide =
      altoString("i", 0, 0, 10, 20, name: "Glyph") + altoString("m", 10, 0, 30, 20, name: "Glyph")
    let exact = altoString("im", 0, 0, 40, 20, inside: narrowAndWide)
    #expect(
      try SidecarPage.words(alto: alto(altoLine(exact))).first?.glyphs.map(\.width) == [5, 15])
    let others = altoString("um", 0, 0, 40, 20, inside: narrowAndWide)
    #expect(
      try SidecarPage.words(alto: alto(altoLine(others))).first?.glyphs.map(\.width) == [10, 10])
  }

  @Test func blocksFollowTheReadingOrderThatIsStated() throws {
    let blocks = ["one", "two", "three"].map {
      altoLine(altoString($0, 0, 0, 40, 20), id: $0)
    }.joined()
    let order = """
      <ReadingOrder><OrderedGroup><ElementRef REF="three"/>
      <OrderedGroup><ElementRef REF="one"/></OrderedGroup></OrderedGroup></ReadingOrder>
      """
    let text = try text(alto(head: order, blocks))
    #expect(text.order == .layout)
    #expect(text.plain == "three\n\none\n\ntwo")
    let unordered = try self.text(alto(blocks))
    #expect(unordered.order == .geometry)
    #expect(unordered.plain == "one\n\ntwo\n\nthree")
  }

  @Test func hebrewRunsFromTheRight() throws {
    let text = try text(alto(altoLine(altoString("שלום", 40, 20, 80, 20))))
    let line = try #require(text.blocks.first?.lines.first)
    let word = try #require(line.words.first)
    #expect(word.direction == .rightToLeft)
    #expect(word.glyphs.map(\.x) == [50, 40, 30, 20])
    #expect(line.baseline.start.x == 60)
    #expect(line.baseline.end.x == 20)
  }

  @Test func aStringWithASpaceInItIsTwoWords() throws {
    let words = try SidecarPage.words(alto: alto(altoLine(altoString("low tide", 0, 0, 160, 20))))
    #expect(words.map(\.text) == ["low", "tide"])
    #expect(
      words.map(\.box) == [
        Rect(x: 0, y: 0, width: 30, height: 10), Rect(x: 40, y: 0, width: 40, height: 10),
      ])
    #expect(try SidecarPage.words(alto: alto(altoLine(altoString(" ", 0, 0, 9, 9)))).isEmpty)
  }

  @Test func stringsWithoutASpaceBetweenThemJoinWhereOthersHaveOne() throws {
    let strings = ["Ti", "de", "low"].map { altoString($0, 0, 0, 40, 20) }
    let line = strings[0] + strings[1] + "<SP/>" + strings[2]
    #expect(try text(alto(altoLine(line))).plain == "Tide low")
    #expect(try text(alto(altoLine(strings.joined()))).plain == "Ti de low")
  }

  @Test func stylesAndLanguagesAreInherited() throws {
    let styles = #"<Styles><TextStyle ID="f" FONTFAMILY="Quay Serif" FONTSIZE="9"/></Styles>"#
    let block =
      #"<TextBlock ID="b" STYLEREFS="f" LANG="deu"><TextLine>\#(word)</TextLine></TextBlock>"#
    let word = try #require(try SidecarPage.words(alto: alto(head: styles, block)).first)
    #expect(word.font == "Quay Serif")
    #expect(word.size == 9)
    #expect(word.language == "de")
  }

  @Test(arguments: [("28", 14.0, 14.0), ("40,26 120,30", 13.0, 15.0)])
  func theBaselineIsTheSidecars(stated: String, start: Double, end: Double) throws {
    let line =
      #"<TextBlock><TextLine \#(altoBox(40, 20, 80, 10)) BASELINE="\#(stated)">\#(word)"#
      + "</TextLine></TextBlock>"
    let baseline = try #require(try text(alto(line)).blocks.first?.lines.first).baseline
    #expect(baseline.start == Point(x: 20, y: start))
    #expect(baseline.end == Point(x: 60, y: end))
  }

  @Test(arguments: ["NaN", "inf", "x", "", "1e999"])
  func aWordWithoutANumericPlaceIsLeftOut(number: String) throws {
    let bad = #"<String CONTENT="Ebb" HPOS="\#(number)" VPOS="0" WIDTH="9" HEIGHT="9"/>"#
    #expect(try SidecarPage.words(alto: alto(altoLine(bad + word))).map(\.text) == ["Tide"])
  }
}
