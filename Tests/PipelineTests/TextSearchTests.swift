import RectoPageModel
import RectoPipeline
import Testing

@Suite struct TextSearchTests {
  private func hits(
    _ query: String, in page: PageText, _ change: (inout TextSearch.Options) -> Void = { _ in }
  ) throws -> [TextSearch.Hit] {
    var options = TextSearch.Options()
    change(&options)
    return try TextSearch(query, options: options).hits(in: page, page: 4)
  }

  private func texts(
    _ query: String, in line: String, _ change: (inout TextSearch.Options) -> Void = { _ in }
  ) throws -> [String] {
    try hits(query, in: Printed.page(line), change).map(\.text)
  }

  @Test func aHitSaysPagePlaceTextAndContext() throws {
    let hit = try #require(try hits("quay", in: Printed.page("the quay lies")).first)
    #expect(hit.page == 4)
    #expect(hit.text == "quay")
    #expect((hit.before, hit.after) == ("the ", " lies"))
    #expect(hit.quads == [Quad(Printed.box(0, 4, 4))])
  }

  @Test func aHitInsideAWordCoversItsLettersOnly() throws {
    #expect(
      try hits("ght", in: Printed.page("lights")).first?.quads == [Quad(Printed.box(0, 2, 3))])
  }

  @Test func everyHitIsFoundInReadingOrderAndNoneTwice() throws {
    let page = Printed.page("quay quay", "a quay")
    #expect(try hits("quay", in: page).map { $0.quads[0].bounds.y } == [0, 0, 12])
    #expect(try texts("aa", in: "aaaa") == ["aa", "aa"])
  }

  @Test func aSearchWithoutHitsIsNotAnError() throws {
    #expect(try hits("tram", in: Printed.page("the quay")).isEmpty)
    #expect(try hits("tram", in: .none).isEmpty)
  }

  @Test(arguments: ["", " ", "\n\t"]) func anEmptyQueryIsABadRequest(query: String) {
    let error = #expect(throws: PageError.self) { try TextSearch(query) }
    #expect(error?.code == .badRequest)
  }

  // MARK: Letters

  @Test func capitalsMatterOnlyOnRequest() throws {
    #expect(try texts("QUAY", in: "Quay quay") == ["Quay", "quay"])
    #expect(try texts("Quay", in: "Quay quay") { $0.isCaseSensitive = true } == ["Quay"])
    #expect(try texts("ПРИЧАЛ", in: "причал") == ["причал"])
    #expect(try texts("É", in: "Éire élan") { $0.isCaseSensitive = true } == ["É"])
  }

  @Test(arguments: [
    ("cafe", "café"), ("café", "cafe"), ("cafe\u{301}", "caf\u{E9}"), ("caf\u{E9}", "cafe\u{301}"),
    ("strasse", "Straße"), ("STRASSE", "straße"), ("straße", "STRASSE"), ("office", "o\u{FB03}ce"),
    ("o\u{FB03}ce", "office"), ("flood", "\u{FB02}ood"), ("don't", "don\u{2019}t"),
    ("\u{201C}tide\u{201D}", "\"tide\""), ("north-east", "north\u{2011}east"), ("Ⅳ", "iv"),
    ("lighthouse", "light\u{AD}house"), ("한국", "한국"), ("x2", "x²"),
    // A presentation form as many Arabic PDF files have it: lam with alef.
    ("\u{644}\u{627}", "\u{FEFB}"), ("قهوة", "قَهْوَة"),
    // Letters that are drawn longer, and joiners.
    ("السلام", "السـلام"), ("می\u{200C}خواهم", "میخواهم"), ("quay", "qu\u{200B}ay"),
  ])
  func theSameLettersAreFoundHoweverTheyAreWritten(query: String, text: String) throws {
    #expect(try texts(query, in: text) == [text])
  }

  @Test func aPartOfALigatureCoversTheWholeGlyph() throws {
    let hit = try #require(try hits("ff", in: Printed.page("o\u{FB03}ce")).first)
    #expect(hit.text == "\u{FB03}")
    #expect(hit.quads == [Quad(Printed.box(0, 1, 1))])
  }

  /// The gap between them is as wide as a space, but readers do not type one.
  @Test(arguments: [
    ("2024年", "2024 年"), ("Web上", "Web 上"), ("2024 年", "2024 年"), ("港の船", "港の 船"),
  ])
  func aSpaceBesideAScriptWithoutSpacesNeedNotBeTyped(query: String, text: String) throws {
    #expect(try texts(query, in: text) == [text])
  }

  @Test(arguments: [
    ("2024年", "2024", "年"), ("and—then", "and—", "then"), ("1914–1918", "1914–", "1918"),
    ("short-and", "short-", "and"), ("either/or", "either/", "or"),
  ])
  func noSpaceIsNeededOverALineEndThatHasNone(
    query: String, first: String, second: String
  ) throws {
    #expect(try hits(query, in: Printed.page(first, second)).count == 1)
    #expect(try hits("\(first) \(second)", in: Printed.page(first, second)).count == 1)
  }

  @Test func aLargeFirstLetterBelongsToItsWord() throws {
    func line(_ text: String, _ box: Rect, size: Double) -> TextLine {
      TextLine(
        box: box,
        baseline: Segment(
          start: Point(x: box.x, y: box.maxY), end: Point(x: box.maxX, y: box.maxY)),
        words: [TextWord(text: text, box: box, size: size)])
    }
    let cap = line("T", Rect(x: 0, y: 0, width: 20, height: 30), size: 36)
    let text = line("he", Rect(x: 22, y: 5, width: 10, height: 10), size: 10)
    let block = try #require(TextBlock(role: .paragraph, lines: [cap, text]))
    let page = PageText(order: .geometry, blocks: [block])
    #expect(try hits("the", in: page).map(\.quads.count) == [2])
    let far = line("he", Rect(x: 222, y: 5, width: 10, height: 10), size: 10)
    let other = try #require(TextBlock(role: .paragraph, lines: [cap, far]))
    #expect(try hits("the", in: PageText(order: .geometry, blocks: [other])).isEmpty)
  }

  @Test(arguments: [true, false])
  func aLargeFirstLetterInALineIsFoundAsAWordAndAsAPartOfOne(isJoined: Bool) throws {
    var cap = TextWord(text: "A", box: Rect(x: 0, y: 0, width: 20, height: 30), size: 36)
    cap.joinsNext = isJoined
    let rest = TextWord(text: "harbor", box: Rect(x: 22, y: 5, width: 30, height: 10), size: 10)
    let line = TextLine(
      box: cap.box.union(rest.box),
      baseline: Segment(start: Point(x: 0, y: 15), end: Point(x: 52, y: 15)),
      words: [cap, rest])
    let block = try #require(TextBlock(role: .paragraph, lines: [line]))
    let page = PageText(order: .geometry, blocks: [block])
    #expect(try hits("A harbor", in: page).count == 1)
    let found = try hits("aharbor", in: page).map(\.text)
    #expect(found == [isJoined ? "Aharbor" : "A harbor"])
  }

  @Test func anyWhiteSpaceInTheQueryIsOneSpace() throws {
    #expect(try texts("the \n quay", in: "the quay") == ["the quay"])
  }

  // MARK: Words

  @Test func wholeWordsHaveNoLetterOrDigitBesideThem() throws {
    let line = "quays quay, (quay) aquay quay2 quay"
    #expect(try texts("quay", in: line) { $0.wholeWords = true } == ["quay", "quay", "quay"])
    #expect(try hits("quay", in: Printed.page(line)).count == 6)
  }

  @Test(arguments: [false, true])
  func aPartOfAWordHidesNoWholeWordsThatOverlapIt(isRegex: Bool) throws {
    let found = try texts("ha ha", in: "aha ha ha") {
      $0.wholeWords = true
      $0.isRegex = isRegex
    }
    #expect(found == ["ha ha"])
  }

  @Test(arguments: [
    ("cat|category", "category", ["category"]), ("quays?|qu", "qu quay quayside", ["qu", "quay"]),
    (#"(?<=the )\w+?"#, "the quay", ["quay"]), ("(?i)QUAY", "quay quays", ["quay"]),
    (#"(q)u\1"#, "quq quqq", ["quq"]), ("x*", "quay", []),
    // A comment ends the pattern.
    ("(?x) quay # the place", "aquay quay", ["quay"]),
  ])
  func aRegularExpressionChoosesAMatchOfWholeWords(
    pattern: String, text: String, found: [String]
  ) throws {
    let hits = try texts(pattern, in: text) {
      $0.isRegex = true
      $0.wholeWords = true
    }
    #expect(hits == found)
  }

  @Test func theErrorOfAnExpressionForWholeWordsHasItsOwnPlace() throws {
    func message(_ wholeWords: Bool) -> String? {
      let error = #expect(throws: PageError.self) {
        try hits("quay(", in: .none) {
          $0.isRegex = true
          $0.wholeWords = wholeWords
        }
      }
      return error?.message
    }
    #expect(message(true) == message(false))
  }

  @Test func wordsThatJoinAreOneWord() throws {
    #expect(try texts("taxi", in: "a ta|xi now") { $0.wholeWords = true } == ["taxi"])
    #expect(try texts("ta", in: "a ta|xi now") { $0.wholeWords = true } == [])
    let hit = try #require(try hits("taxi", in: Printed.page("a ta|xi now")).first)
    #expect(hit.quads == [Quad(Printed.box(0, 2, 4))])
  }

  // MARK: Lines

  @Test func aWordHyphenatedAtALineEndIsFoundWithAQuadForEachLine() throws {
    let hit = try #require(
      try hits("lighthouse", in: Printed.page("old light-", "house now")).first)
    #expect(hit.text == "lighthouse")
    // The hyphen is not part of the word.
    #expect(hit.quads == [Quad(Printed.box(0, 4, 5)), Quad(Printed.box(1, 0, 5))])
    #expect((hit.before, hit.after) == ("old ", " now"))
  }

  @Test func aHyphenatedWordIsOneWholeWord() throws {
    let page = Printed.page("old light\u{2010}", "house now")
    #expect(try hits("lighthouse", in: page) { $0.wholeWords = true }.count == 1)
    #expect(try hits("light", in: page) { $0.wholeWords = true }.isEmpty)
  }

  @Test func aHyphenThatHoldsNoHalvesTogetherStays() throws {
    // At the end of a paragraph, and behind a number.
    #expect(try hits("sea-", in: Printed.page([["the sea-"], ["side"]])).count == 1)
    #expect(try hits("1914- 1918", in: Printed.page("from 1914-", "1918 on")).count == 1)
  }

  /// Each sign is found as it stands and as a keyboard has it, in a line and at its end.
  @Test(arguments: ["\u{5BE}", "\u{2010}", "\u{2011}", "\u{58A}", "\u{2212}", "-"])
  func aHyphenIsFoundInEachOfItsForms(sign: String) throws {
    for page in [
      Printed.page("\u{5D0}\u{5DC}\(sign)\u{5D4}\u{5E2}\u{5D9}\u{5E8}"),
      Printed.page("\u{5D0}\u{5DC}\(sign)", "\u{5D4}\u{5E2}\u{5D9}\u{5E8}"),
    ] {
      for typed in [sign, "-"] {
        #expect(try hits("\u{5D0}\u{5DC}\(typed)", in: page).count == 1)
        #expect(try hits("\u{5DC}\(typed)\u{5D4}", in: page).count == 1)
      }
    }
  }

  @Test func aPhraseIsFoundAcrossLines() throws {
    let hit = try #require(
      try hits("the old quay", in: Printed.page("see the", "old", "quay here")).first)
    #expect(hit.text == "the old quay")
    #expect(
      hit.quads == [
        Quad(Printed.box(0, 4, 3)), Quad(Printed.box(1, 0, 3)), Quad(Printed.box(2, 0, 4)),
      ])
  }

  @Test func theContextReachesOverLinesAndIsShort() throws {
    let page = Printed.page(
      String(repeating: "word ", count: 40) + "one", "quay", String(repeating: "next ", count: 40))
    let hit = try #require(try hits("quay", in: page).first)
    #expect(hit.before.hasSuffix(" word one "))
    #expect(hit.after.hasPrefix(" next next "))
    #expect(hit.before.count <= 40 && hit.after.count <= 40)
  }

  // MARK: Regular expressions

  @Test func aRegularExpressionFindsWhatItMatches() throws {
    let line = "tide tides Tidal titles"
    #expect(try texts("tid(es?|al)", in: line) { $0.isRegex = true } == ["tide", "tides", "Tidal"])
    #expect(
      try texts("tid(es?|al)", in: line) {
        $0.isRegex = true
        $0.isCaseSensitive = true
      } == ["tide", "tides"])
    #expect(
      try texts("tide", in: line) {
        $0.isRegex = true
        $0.wholeWords = true
      } == ["tide"])
  }

  @Test func aRegularExpressionSeesLinesJoined() throws {
    let page = Printed.page("old light-", "house now")
    let hit = try #require(try hits(#"light\w+ n"#, in: page) { $0.isRegex = true }.first)
    #expect(hit.text == "lighthouse n")
    #expect(hit.quads.count == 2)
  }

  @Test(arguments: ["(", "[a", "*"]) func aBrokenRegularExpressionIsABadRequest(query: String) {
    let error = #expect(throws: PageError.self) { try hits(query, in: .none) { $0.isRegex = true } }
    #expect(error?.code == .badRequest)
    #expect(error?.message.contains(query) == true)
  }

  @Test func anExpressionThatMatchesNothingEverywhereHasNoHits() throws {
    #expect(try texts("x*", in: "quay") { $0.isRegex = true } == [])
  }

  @Test func aPlainQueryIsNotAnExpression() throws {
    #expect(try texts("a.c", in: "abc a.c") == ["a.c"])
  }

  // MARK: Other directions

  @Test func rightToLeftTextIsFoundInLogicalOrderWithItsPlace() throws {
    let line = Printed.line("رصيف", row: 0, direction: .rightToLeft)
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    let whole = try #require(try hits("رصيف", in: page).first)
    #expect(whole.text == "رصيف")
    #expect(whole.quads.map(\.bounds) == [Printed.box(0, 0, 4)])
    // The first two letters stand at the right.
    #expect(try hits("رص", in: page).first?.quads.map(\.bounds) == [Printed.box(0, 2, 2)])
  }

  @Test func turnedTextHasTurnedQuads() throws {
    // "quay" runs upwards from (20, 100) to (20, 60); its letters' tops point to the left.
    let quad = Quad(
      topLeft: Point(x: 10, y: 100), topRight: Point(x: 10, y: 60),
      bottomRight: Point(x: 20, y: 60),
      bottomLeft: Point(x: 20, y: 100))
    let word = TextWord(text: "quay", box: quad.bounds, quad: quad)
    let line = TextLine(
      box: quad.bounds, baseline: Segment(start: quad.bottomLeft, end: quad.bottomRight),
      words: [word])
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(try hits("quay", in: page).first?.quads == [quad])
    let part = try #require(try hits("ua", in: page).first?.quads.first)
    #expect(part.topLeft == Point(x: 10, y: 90) && part.bottomRight == Point(x: 20, y: 70))
  }

  /// Two words that run downwards from (20, 0), the first one below the second, and a number.
  @Test func turnedTextFromRightToLeftHasQuadsAroundAllItsLetters() throws {
    func quad(_ start: Double, _ end: Double) -> Quad {
      Quad(
        topLeft: Point(x: 20, y: start), topRight: Point(x: 20, y: end),
        bottomRight: Point(x: 10, y: end), bottomLeft: Point(x: 10, y: start))
    }
    func word(_ text: String, _ quad: Quad, _ direction: TextDirection) -> TextWord {
      TextWord(text: text, box: quad.bounds, quad: quad, direction: direction)
    }
    let words = [
      word("رصيف", quad(80, 120), .rightToLeft), word("12", quad(50, 70), .leftToRight),
      word("مرسى", quad(0, 40), .rightToLeft),
    ]
    let line = TextLine(
      box: quad(0, 120).bounds,
      baseline: Segment(start: Point(x: 10, y: 120), end: Point(x: 10, y: 0)), words: words)
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(try hits("رصيف", in: page).map(\.quads) == [[quad(80, 120)]])
    #expect(try hits("رص", in: page).map(\.quads) == [[quad(100, 120)]])
    #expect(try hits("رصيف 12 مرسى", in: page).map(\.quads) == [[quad(0, 120)]])
    #expect(try hits("12", in: page).map(\.quads) == [[quad(50, 70)]])
  }

  @Test func aWordWithoutGlyphsIsFoundWithItsBox() throws {
    let word = TextWord(text: "quay", box: Rect(x: 1, y: 2, width: 30, height: 4))
    let line = TextLine(
      box: word.box, baseline: Segment(start: Point(x: 1, y: 6), end: Point(x: 31, y: 6)),
      words: [word])
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(try hits("ua", in: page).first?.quads == [Quad(word.box)])
  }
}
