import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// The letters of chapters are those of the document, and their places those of the print.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LetterTests {
  private static let style = """
    .spaced { letter-spacing: .5em } .upper { text-transform: uppercase }
    .small { font-variant: small-caps } .initial { float: left; font-size: 3em; line-height: .9 }
    .first::first-letter { float: left; font-size: 3em; line-height: .9 }
    .vertical { writing-mode: vertical-rl; height: 250pt } .tcy { text-combine-upright: all }
    .dots { text-emphasis: filled sesame } .narrow { width: 110pt; text-align: justify }
    """

  /// Bodies of chapters, and the words that stand in them, lines of a block joined.
  private static let chapters: [(body: String, text: String)] = [
    (
      "<p>The par&#173;tic&#173;u&#173;lar Amer&#173;i&#173;can ra&#173;di&#173;o, <i>e&#173;</i>"
        + "con&#173;o&#173;my and o&#173;a&#173;sis.</p>",
      "The particular American radio, economy and oasis."
    ),
    ("<h1 class='spaced'>shared letters</h1>", "shared letters"),
    (
      "<p class='upper'>Straße</p><p class='small'>An Office</p><p>ﬁt waffle</p>",
      "Straße\nAn Office\nﬁt waffle"
    ),
    (
      "<p><span class='initial'>O</span>nce upon a tide.</p><p class='first'>Twice it rose.</p>",
      "Once upon a tide.\nTwice it rose."
    ),
    (
      "<p dir='rtl' lang='ar'>قال: «إن <b>السلام</b> الآن (page 12) لا يأتي» في عام 1948 مع الخلايا "
        + "الأولى من العالم والإجابات الآن أقل من ذي قبل.</p>",
      "قال: «إن السلام الآن (page 12) لا يأتي» في عام 1948 مع الخلايا الأولى من العالم والإجابات الآن "
        + "أقل من ذي قبل."
    ),
    (
      "<p dir='rtl' lang='he'>בְּרֵאשִׁית בָּרָא אֱלֹהִים (תש״ח) 3,5 page 7, ועוד.</p>",
      "בְּרֵאשִׁית בָּרָא אֱלֹהִים (תש״ח) 3,5 page 7, ועוד."
    ),
    ("<p dir='rtl' lang='fa'>می‌خواهند ۱۲۳ نفر</p>", "می‌خواهند ۱۲۳ نفر"),
    (
      "<p class='vertical' lang='ja'><ruby>吾輩<rp>(</rp><rt>わがはい</rt></ruby>は<ruby>猫<rt>ねこ</rt></ruby>"
        + "である。明治<span class='tcy'>38</span>年、Tokyoの<em class='dots'>記憶</em>。</p>",
      "吾輩は猫である。明治38年、Tokyoの記憶。\nわがはい ねこ"
    ),
    (
      "<p>Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος, ᾧ τῷ ῥᾴδιον</p>",
      "Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος, ᾧ τῷ ῥᾴδιον"
    ),
    ("<p class='upper'>ἐν ἀρχῇ ᾠδή</p>", "ἐν ἀρχῇ ᾠδή"),
    ("<p>हिन्दी में किताब क्षत्रिय श्री</p>", "हिन्दी में किताब क्षत्रिय श्री"),
    ("<p>น้ำคำ ที่นี่</p>", "น้ำคำ ที่นี่"),
    (
      "<p>Seen<span style='display:none'>not</span> <span style='visibility:hidden'>nor</span> "
        + "this<span style='opacity:0'>or that</span>.</p>",
      "Seen this."
    ),
  ]

  /// A formula is in one line, however high its parts stand: in its paragraph, or a block if it is
  /// displayed.
  @Test func aFormulaIsOneLine() throws {
    let root = "<msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>+</mo><mi>c</mi></msqrt>"
    func formula(_ display: String) -> String {
      """
      <math xmlns="http://www.w3.org/1998/Math/MathML" display="\(display)"><mfrac><mrow><mi>a</mi><mo>+</mo>\
      \(root)</mrow><mi>d</mi></mfrac><mo>=</mo><msub><mi>x</mi><mn>1</mn></msub></math>
      """
    }
    let root2 = "<math xmlns='http://www.w3.org/1998/Math/MathML'><msqrt><mn>2</mn></msqrt></math>"
    let book = try Fixture([
      "1": "<p>Before \(formula("inline")) after.</p>\(formula("block"))<p>The \(root2) ends.</p>"
    ])
    let blocks = try book.text(0).blocks
    #expect(blocks.map(\.role) == [.paragraph, .formula, .paragraph])
    #expect(
      blocks.map { $0.lines.map(\.plain) } == [
        ["Before a+√b2+cd=x1 after."], ["a+√b2+cd=x1"], ["The √2 ends."],
      ])
  }

  @Test func onlyHyphensOfTheAuthorStayAtLineEnds() throws {
    let book = try Fixture(
      ["1": "<p>guinea-pigs har&#173;bors</p>"], style: "p { width: 4em }")
    let lines = try book.text(0).blocks[0].lines
    #expect(lines.map(\.plain) == ["guinea-", "pigs har\u{AD}", "bors"])
    #expect(
      zip(lines, lines.dropFirst()).map { $0.join($1) } == [.directly, .withoutHyphen])
  }

  @Test func paragraphsOfACellStayTogether() throws {
    let book = try Fixture([
      "1": """
      <table><tr><th>Name</th><th>Text</th><th>Count</th></tr><tr><td>alpha</td><td><p>One.</p><p>Two.</p></td>
      <td>1</td></tr><tr><td>beta</td><td>Three.</td><td>2</td></tr></table>
      """
    ])
    #expect(
      try book.text(0).plain == "Name\tText\tCount\nalpha\tOne. Two.\t1\nbeta\tThree.\t2")
  }

  /// Also of one whose elements have a prefix, as XML allows.
  @Test func aFormulaHasItsAlternativeText() throws {
    let namespace = "http://www.w3.org/1998/Math/MathML"
    let book = try Fixture([
      "1": """
      <p>Take <math xmlns="\(namespace)" alttext="the root of two"><msqrt><mn>2</mn></msqrt></math>
      or <m:math xmlns:m="\(namespace)" aria-label="b squared"><m:msup><m:mi>b</m:mi><m:mn>2</m:mn></m:msup
      ></m:math>, or <math xmlns="\(namespace)"><mi>c</mi></math>.</p>
      """
    ])
    let line = try #require(try book.text(0).blocks.first?.lines.first)
    #expect(line.plain == "Take √2 or b2, or c.")
    #expect(line.formulas.map { line.words[$0.words].map(\.text).joined() } == ["√2", "b2", "c"])
    #expect(
      line.formulas.map(\.alternative) == [.text("the root of two"), .text("b squared"), .missing])
  }

  @Test func everyLetterIsTheAuthors() throws {
    var bodies: [String: String] = [:]
    for (index, chapter) in Self.chapters.enumerated() { bodies["\(index + 10)"] = chapter.body }
    let book = try Fixture(bodies, style: Self.style)
    #expect(book.pageCount == Self.chapters.count)
    for (index, chapter) in Self.chapters.enumerated() {
      let text = try book.text(index)
      let read = text.blocks.map { block in
        block.lines.map(\.plain).joined(separator: " ")
      }.joined(separator: "\n")
      let isVertical = text.words.contains { $0.direction == .topToBottom }
      #expect((isVertical ? read.replacing("。 ", with: "。") : read) == chapter.text)
      for word in text.words {
        #expect(word.glyphs.count == word.text.count, "\(word.text)")
        #expect(word.box.width > 0 && word.box.height > 0, "\(word.text)")
      }
    }
    let japanese = try book.text(7)
    #expect(japanese.blocks.map(\.role) == [.paragraph, .ruby])
    #expect(japanese.blocks[0].lines.allSatisfy { $0.box.height > 10 * $0.box.width })
  }

  /// Their punctuation stands at the left, since the paragraph is written from right to left.
  @Test func latinParagraphsFromTheRightAreInTheAuthorsOrder() throws {
    let sentences = [
      "Hello, world!", "Price: 5 dollars.", "(parenthesis) [x]",
      "it all seemed natural; and so on,",
    ]
    let book = try Fixture(["1": sentences.map { "<p dir='rtl'>\($0)</p>" }.joined()])
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect(lines.map(\.plain) == sentences)
  }

  /// Marks of emphasis stay out of the text, whichever letter a book chooses for them.
  @Test(arguments: ["filled", "open circle", "'a'", "'x'"])
  func marksOfEmphasisAreNotRead(mark: String) throws {
    let book = try Fixture(
      ["1": "<p>Boats <em>come and go</em> and stay.</p>"],
      style: "em { font-style: normal; text-emphasis: \(mark) } p { line-height: 2 }")
    #expect(
      try book.text(0).words.map(\.text).joined(separator: " ") == "Boats come and go and stay.")
  }

  /// Figures and words of other scripts run against the line, and brackets are drawn mirrored.
  @Test func linesOfBothDirectionsAreInTheAuthorsOrder() throws {
    let sentences = [
      "fa": "در سال ۱۳۵۷ بیش از ۳۵٪ مردم (page 12) گفتند: «بله». ",
      "he": "בשנת 1948 (תש״ח) פורסם ב־BBC News כי 3.5% מן [התושבים]… ",
    ]
    for (language, sentence) in sentences {
      let text = String(repeating: sentence, count: 30)
      let book = try Fixture(["1": "<p dir='rtl' lang='\(language)'>\(text)</p>"])
      let lines = try (0..<book.pageCount).flatMap { try book.text($0).blocks.flatMap(\.lines) }
      #expect(lines.map(\.plain).joined(separator: " ") == text.dropLast(), "\(language)")
    }
  }

  /// A joiner parts what is drawn, so that equal words and parts of words stand beside one another.
  @Test func equalWordsFromTheRightHaveTheirOwnPlaces() throws {
    let text = "گل کتاب کتاب‌ها و 12 کتاب 12 کتاب‌ها کتاب"
    let book = try Fixture(["1": "<p dir='rtl' lang='fa'>\(text)</p>"])
    let words = try book.words(0)
    #expect(words.map(\.text).joined(separator: " ") == text)
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.box.minX >= $1.box.maxX })
  }

  /// The PDF does not state the Chinese ones, and draws them from the left.
  @Test func equalWordsStandAtTheirPlacesBesideLettersThatNoFontHas() throws {
    let paragraphs = [
      "们 دار 这 دار", "دار 这 دار 说", "这 دار 大说 دار 合对 דבר 时 דבר 问", "马 שלום 鸟",
      "ספר \u{20000} دار 间 دار \u{20000} ספר 门 دار",
    ]
    let book = try Fixture(["1": paragraphs.map { "<p dir='rtl'>\($0)</p>" }.joined()])
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect(lines.map(\.plain) == paragraphs)
    for line in lines {
      #expect(zip(line.words, line.words.dropFirst()).allSatisfy { $0.box.minX >= $1.box.maxX })
    }
  }

  /// By an element or by a character, as in the last ones.
  @Test(arguments: [
    ("<p>7 12 <span dir='rtl'>-4% 3,5</span></p>", "7 12 -4% 3,5"),
    ("<p dir='rtl'><i dir='ltr'>12</i> 3 a <b dir='rtl'>12 a 3</b> 12 a</p>", "12 3 a 12 a 3 12 a"),
    ("<p>12 ab <bdo dir='rtl'>12 ab 12 <i>ab</i></bdo> 12</p>", "12 ab 12 ab 12 ab 12"),
    ("<p>12 a <i style='direction: rtl; unicode-bidi: embed'>7 12</i> 7</p>", "12 a 7 12 7"),
    ("<p>12 &#x2067;7 12 ab 7&#x2069; 7 12</p>", "12 7 12 ab 7 7 12"),
    ("<p>ab &#x202E;12 ab 12&#x202C; ab 12</p>", "ab 12 ab 12 ab 12"),
  ])
  func partsOfALineMayHaveADirectionOfTheirOwn(markup: String, text: String) throws {
    let book = try Fixture(["1": markup])
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect(lines.map(\.plain) == [text])
  }

  /// Numbers stand from the right among letters from the right, and from the left among others.
  @Test func equalNumbersStandAtTheirPlaces() throws {
    let paragraphs = [
      ("rtl", "عاد 12 12 عاد 大", [4, 3, 2, 1, 0]), ("rtl", "Tide 7 7 עוד", [3, 0, 1, 2]),
      ("ltr", "12 גדול 12 השלום 12 Tide", [0, 4, 3, 2, 1, 5]),
      ("ltr", "<b>דבר</b> 12 7", [2, 1, 0]),
    ]
    let book = try Fixture(
      ["1": paragraphs.map { "<p dir='\($0.0)'>\($0.1)</p>" }.joined()])
    let lines = try book.text(0).blocks.flatMap(\.lines)
    try #require(lines.count == paragraphs.count)
    for (line, paragraph) in zip(lines, paragraphs) {
      let fromLeft = line.words.indices.sorted { line.words[$0].box.minX < line.words[$1].box.minX }
      #expect(fromLeft == paragraph.2, "\(paragraph.1)")
    }
  }

  /// A line has parts of an element that stand apart, and another element between them.
  @Test func elementsInLinesOfBothDirectionsAreReadOnce() throws {
    let paragraphs = [
      "דבר ab <b>ab</b>", "דבר ab <b>ab</b> ab <b>12</b>", "דבר ab <b>ab</b> <i>ab</i> 12",
      "דבר דבר ab <b>ab</b> 12", "<b>דבר</b> דבר <i>ab</i> ab 12",
    ]
    let book = try Fixture(["1": paragraphs.map { "<p dir='rtl'>\($0)</p>" }.joined()])
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect(
      lines.map(\.plain)
        == paragraphs.map { $0.replacing(/<.*?>/, with: "") })
  }

  /// Letters that a browser slants stand upright in their line, each at its place.
  @Test func slantedLettersHaveTheBoxesOfUprightOnes() throws {
    let text = "السلام الآن"
    let book = try Fixture(
      ["1": "<p dir='rtl'>\(text)</p><p dir='rtl'><i>\(text)</i></p>"],
      style: "body { font-family: 'DejaVu Sans' }")
    let words = try book.words(0)
    #expect(words.map(\.text) == ["السلام", "الآن", "السلام", "الآن"])
    for (upright, slanted) in zip(words, words.dropFirst(2)) {
      #expect(slanted.quad == nil)
      for (a, b) in zip(upright.glyphs, slanted.glyphs) {
        #expect(abs(a.x - b.x) < 0.5 && abs(a.width - b.width) < 0.5)
      }
    }
  }

  /// Marks hang over the edge of the column there.
  @Test func lettersWithMarksAtTheEndsOfLinesAreRead() throws {
    let word = "عقلاً اقْرَأْ بعضاً "
    let book = try Fixture(
      ["1": "<p dir='rtl' lang='ar'>\(String(repeating: word, count: 60))</p>"],
      style: "p { text-align: justify; font-size: 15pt }")
    let words = try (0..<book.pageCount).flatMap { try book.words($0) }
    #expect(
      words.map(\.text).joined(separator: " ") == String(repeating: word, count: 60).dropLast())
  }

  /// No font of the tests has the first character, and some of them has the others.
  @Test func aLetterThatNoFontHasStandsInItsWord() throws {
    let book = try Fixture(["1": "<p>a\u{1CD00}b 大\u{1CD00}合</p>", "2": "<p>\u{1CD00}</p>"])
    #expect(try book.text(0).plain == "a\u{1CD00}b 大\u{1CD00}合")
    #expect(try book.text(1).plain == "\u{1CD00}")
    let mixed = "大\u{1CD00} ספר\u{1CD00}合 \u{1CD00}\u{1CD00} ספר a\u{1CD00} b."
    #expect(try Fixture(["1": "<p>\(mixed)</p>"]).text(0).plain == mixed)
  }

  @Test func aWordThatIsBrokenEndsInOneHyphen() throws {
    let word = "Donau&#173;dampf&#173;schiff&#173;fahrts&#173;ge&#173;sell&#173;schaft"
    let book = try Fixture(
      ["1": "<p class='narrow'>\(String(repeating: word + " ", count: 6))</p>"], style: Self.style)
    let lines = try book.text(0).blocks.flatMap(\.lines).map(\.plain)
    #expect(lines.count > 6)
    #expect(lines.contains { $0.last == "\u{AD}" })
    #expect(!lines.contains { $0.dropLast().contains("\u{AD}") || $0.last == "\u{2010}" })
    #expect(
      lines.joined().filter { $0 != "\u{AD}" && $0 != " " }
        == String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 6))
  }

  /// A letter in the middle of a word has the place that its glyph has in the picture.
  @Test func boxesLieOnTheInk() throws {
    let book = try Fixture(["1": "<p style='font-size:40pt'>par&#173;tic&#173;u&#173;lar</p>"])
    let word = try book.words(0)[0]
    #expect(word.text == "particular")
    #expect(zip(word.glyphs, word.glyphs.dropFirst()).allSatisfy { $0.maxX <= $1.minX + 0.1 })
    let pixels = try book.pixels(0, scale: 1)
    for glyph in word.glyphs {
      let middle = Int(glyph.center.x)
      let isInked = (Int(glyph.minX)...Int(glyph.maxX)).contains { x in
        (Int(glyph.minY)..<Int(glyph.maxY)).contains { color(of: pixels, x: x, y: $0)[0] < 128 }
      }
      #expect(isInked, "\(middle)")
    }
  }

  @Test func markersAndQuotesAreRead() throws {
    let book = try Fixture(["1": "<ol><li>one <q>tide</q></li><li>two</li></ol>"])
    let lines = try book.text(0).blocks.flatMap(\.lines).map(\.plain)
    #expect(lines == ["1. one “tide”", "2. two"])
  }

  /// The foot of a table is drawn on each of its pages, and read behind the last row.
  @Test func theFootOfATableOnSeveralPagesIsReadOnTheLast() throws {
    let rows = (1...40).map { "<tr><td>row \($0)</td><td>tide</td></tr>" }.joined()
    let book = try Fixture([
      "1": "<table><thead><tr><th>the head</th><th>one</th></tr></thead><tbody>\(rows)</tbody>"
        + "<tfoot><tr><td>the foot</td><td>two</td></tr></tfoot></table>"
    ])
    #expect(book.pageCount > 1)
    let cells = try (0..<book.pageCount).map { page in
      try book.text(page).blocks.filter { $0.role != .artifact }.flatMap(\.lines).map(\.plain)
    }
    #expect(cells[0].first == "the head" && cells[0].last == "tide")
    #expect(cells.joined().filter { $0.hasPrefix("the ") } == ["the head", "the foot"])
    #expect(cells.last?.suffix(2) == ["the foot", "two"])
  }

  /// The rest of a cut-off word must not take the place of the number of the list.
  @Test(arguments: [
    "<svg width='200' height='40'><text y='28' font-size='20'>the well-known effective</text></svg>",
    "<p style='width:200px; overflow:hidden; white-space:nowrap'>the well-known effective</p>",
    "<p style='width:180px; overflow:hidden; white-space:nowrap'>the well-known effective</p>",
  ])
  func aWordThatIsCutOffIsWhole(element: String) throws {
    let book = try Fixture(
      ["1": "\(element)<ol><li>one</li><li>two</li></ol>"], style: "p { font-size: 20px }")
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect(lines.map(\.plain) == ["the well-known effective", "1. one", "2. two"])
    for line in lines {
      #expect(line.words.allSatisfy { $0.glyphs.count == $0.text.count })
      #expect(line.box.maxX < 200)
    }
  }

  /// A table's head is drawn on each of its pages. The cells are few words again and again, some
  /// of them with a letter that no font has.
  @Test func aTableOnSeveralPagesHasEachOfItsLettersOnce() throws {
    var words = [
      "flow", "the first tide", "office flow", "12", "tide flow", "a\u{1CD00}b", "the office",
    ]
    // As often as a head of one word may be drawn.
    words += (2...6).map { Array(repeating: "flow", count: $0).joined(separator: " ") }
    let rows = (0..<90).map { row in
      (0..<3).map { words[(row * row + 5 * row * $0 + $0) % words.count] }
    }
    let head = ["flow", "the \u{1CD00} tide", "first"]
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>"
    }
    let book = try Fixture([
      "1": "<table><thead>\(row(head, "th"))</thead><tbody>"
        + rows.map { row($0, "td") }.joined() + "</tbody></table>"
    ])
    #expect(book.pageCount > 2)
    let pages = try (0..<book.pageCount).map { page in
      try book.text(page).blocks.map {
        (role: $0.role, text: $0.lines.map(\.plain).joined(separator: " "))
      }
    }
    let cells = pages.flatMap { $0.filter { $0.role != .artifact }.map(\.text) }
    #expect(cells == ([head] + rows).flatMap(\.self))
    #expect(pages[0].allSatisfy { $0.role == .tableCell })
    // The PDF states no letter for the glyph that the font lacks.
    for page in pages.dropFirst() {
      #expect(page.filter { $0.role == .artifact }.map(\.text) == ["flow the tide first"])
    }
  }

  @Test func verticalLinesHoldMarkersAndTextOfOtherDirections() throws {
    let book = try Fixture(
      ["1": "<div class='vertical' lang='ja'><ol><li>港の船</li></ol><p>海الكتابと船</p></div>"],
      style: Self.style)
    let lines = try book.text(0).blocks.flatMap(\.lines).map(\.plain)
    #expect(lines == ["1. 港の船", "海الكتابと船"])
  }

  @Test func wordsHaveTheLanguageOfTheirElementElseOfTheBook() throws {
    func document(_ attributes: String) -> String {
      """
      <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" \(attributes)><head>
      <title>x</title></head><body><p>eins <i xml:lang="fr">deux</i> <b lang="it">tre</b></p></body>
      </html>
      """
    }
    let book = try Fixture(
      ["1": document(""), "2": document("xml:lang='nl'"), "3": document("lang='sv'")],
      language: "de")
    let languages = try (0..<3).map { try book.words($0).map(\.language) }
    #expect(languages == [["de", "fr", "it"], ["nl", "fr", "it"], ["sv", "fr", "it"]])
  }
}
