import RectoPageModel
import TestSupport
import Testing

/// A wide part of a chapter is made to fit; the rest of the chapter stays as it is.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct FittingTests {
  private static let sentence =
    "The harbour lies open to the west and every boat that comes in is seen from the wall. "
  private static let paragraph = "<p>" + String(repeating: sentence, count: 4) + "</p>"

  private static let wide = [
    "<pre>" + String(repeating: "wide line of code ", count: 12) + "</pre>",
    "<p>" + String(repeating: "longword", count: 30) + "</p>",
    "<p style='white-space: nowrap'>" + String(repeating: sentence, count: 3) + "</p>",
    "<div style='width: 1400px'>\(sentence)</div>",
    "<div style='min-width: 1400px'><div style='width: 1300px'>\(sentence)</div></div>",
    "<table><tr>" + (0..<14).map { "<td>Columnnumber\($0)</td>" }.joined() + "</tr></table>",
    "<p><code style='white-space: pre'>" + String(repeating: "code ", count: 60) + "</code></p>",
    "<math xmlns='http://www.w3.org/1998/Math/MathML' display='block'><mrow>"
      + String(repeating: "<mi>x</mi><mo>+</mo>", count: 40) + "<mn>7</mn></mrow></math>",
    "<div style='margin-left: -900px; width: 800px'>\(sentence)</div>",
  ]

  /// Bodies as chapters of one book, in this order: a browser for each would take most of the time.
  private func chapters(_ bodies: [String]) -> [String: String] {
    // Their order is that of their names.
    Dictionary(uniqueKeysWithValues: bodies.enumerated().map { ("\(100 + $0)", $1) })
  }

  @Test func somethingWideLeavesTheChapterItsSize() throws {
    let wide = Self.wide.dropLast()
    let book = try Fixture(
      chapters(wide.map { Self.paragraph + $0 + Self.paragraph + "<p>The end</p>" }))
    var page = 0
    for wide in wide {
      var words: [TextWord] = []
      repeat {
        words += try book.words(page)
        page += 1
      } while words.suffix(2).map(\.text) != ["The", "end"]
      #expect(
        words.filter { $0.text == "boat" && abs($0.size - 12) < 0.01 }.count >= 8,
        "\(words.map { "\($0.text) \($0.size)" })")
      let written = wide.replacing(/<[^<>]*>/, with: "").filter { !$0.isWhitespace }
      #expect(words.map(\.text).joined().replacing("\u{AD}", with: "").contains(written))
      for word in words {
        #expect(word.box.minX >= 0 && word.box.maxX <= 420, "\(word.text)")
      }
    }
    #expect(page == book.pageCount)
  }

  /// The document itself may be wider than the page: its lines are broken, and no letter of them is
  /// cut off.
  @Test(arguments: [
    "body { width: 1200px }", "body { width: 1200px; overflow: hidden; margin: 20px }",
    "html { width: 1200px }", "body { min-width: 900px }", "body { width: 1600px; columns: 2 }",
  ])
  func aDocumentThatIsWiderThanThePageIsNarrowed(style: String) throws {
    let book = try Fixture(["1": Self.paragraph + Self.paragraph], style: style)
    let words = try (0..<book.pageCount).flatMap { try book.words($0) }
    let written = String(repeating: Self.sentence, count: 8).split(separator: " ").map(String.init)
    #expect(words.map(\.text).sorted() == written.sorted())
    #expect(words.allSatisfy { abs($0.size - 12) < 0.01 })
    #expect(words.allSatisfy { $0.box.minX >= 0 && $0.box.maxX <= 420 - 40 })
  }

  /// Words that do not fit beside a picture move below it.
  @Test func wordsBesideAPictureStayWhole() throws {
    let picture = "<div style='float: right; width: 400px; height: 150px; background: gray'></div>"
    let text = "Harbourmasters regarded these breakwaters as unsatisfactory."
    let book = try Fixture(["1": "\(picture)<p>\(text)</p>", "2": "\(picture)<div>\(text)</div>"])
    #expect(try book.text(0).words.map(\.text).joined(separator: " ") == text)
    #expect(try book.text(1).words.map(\.text).joined(separator: " ") == text)
    #expect(try book.text(0).blocks.flatMap(\.lines).count <= 2)
  }

  /// A long word is broken also where it is in no element of its own, and in vertical lines.
  @Test(arguments: ["", "body { writing-mode: vertical-rl }"])
  func aLongWordOfTheBodyIsBroken(style: String) throws {
    let word = String(repeating: "longword", count: 40)
    let book = try Fixture(["1": word], style: style)
    let words = try (0..<book.pageCount).flatMap { try book.words($0) }
    #expect(words.map(\.text).joined() == word)
    #expect(words.allSatisfy { $0.box.maxX <= 420 && $0.box.maxY <= 595 })
  }

  /// A formula in a line too, and what a reader has enlarged.
  @Test(arguments: [1, 1.5])
  func aWideFormulaIsMadeSmaller(_ scale: Double) throws {
    let tokens = String(repeating: "<mi>x</mi><mo>+</mo>", count: 30) + "<mn>7</mn>"
    let formula = "<math xmlns='http://www.w3.org/1998/Math/MathML'>\(tokens)</math>"
    let book = try Fixture(
      ["1": "<p>\(Self.sentence) \(formula) in a line</p>"],
      layout: LayoutOptions(fontScale: scale))
    let words = try book.words(0)
    #expect(words.map(\.text).joined().contains("x+x+7in"))
    #expect(words.allSatisfy { $0.box.maxX <= 420 - 40 })
    #expect(words.filter { $0.text == "boat" }.allSatisfy { abs($0.size - 12 * scale) < 0.01 })
  }

  /// A browser cuts through the letters of a formula that is higher than a page.
  @Test func aHighFormulaIsMadeSmaller() throws {
    let numbers = (101...140).map(String.init)
    let rows = numbers.map { "<mtr><mtd><mn>\($0)</mn></mtd></mtr>" }.joined()
    let formula = "<math xmlns='http://www.w3.org/1998/Math/MathML' display='block'>"
    let book = try Fixture(
      ["1": "\(Self.paragraph)\(formula)<mtable>\(rows)</mtable></math>\(Self.paragraph)"])
    let pages = try (0..<book.pageCount).map { try book.words($0) }
    let page = try #require(pages.first { $0.contains { $0.text == "101" } })
    #expect(page.map(\.text).filter(numbers.contains) == numbers)
    #expect(page.allSatisfy { $0.box.maxY <= 595 - 40 })
    #expect(page.contains { $0.size < 12 })
  }

  /// Lines of code that are a little too long are made smaller and not broken.
  @Test func codeKeepsItsLines() throws {
    let lines = (0..<6).map {
      "  return <b>value\($0)</b>(of: \(String(repeating: "x", count: 50)))"
    }
    let book = try Fixture(
      ["1": Self.paragraph + "<pre><code>\(lines.joined(separator: "\n"))</code></pre>"],
      style: "body { text-align: justify } pre { font-size: 12pt }")
    let code = try #require(try book.text(0).blocks.last { $0.role == .code })
    #expect(code.lines.count == 6)
    #expect(code.lines.allSatisfy { $0.words.first?.text == "return" && $0.box.maxX <= 420 - 40 })
    #expect(code.lines.flatMap(\.words).allSatisfy { $0.size > 12 * 0.55 })
  }

  /// The spaces of code are of one width, in a justified text too.
  @Test func codeIsNotJustified() throws {
    let code = String(repeating: "if a then b else ", count: 12)
    let book = try Fixture(
      ["1": "<pre>\(code)</pre>"],
      style: "body { text-align: justify } pre { white-space: pre-wrap }")
    let lines = try book.text(0).blocks.flatMap(\.lines)
    let gaps = lines.flatMap { line in
      zip(line.words, line.words.dropFirst()).map { $1.box.minX - $0.box.maxX }
    }
    #expect(lines.count > 2)
    #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) < 0.1)
  }

  /// A table becomes small before its numbers are broken; of words that are too long for that, the
  /// long ones are.
  @Test func wordsOfATableStayWhole() throws {
    let numbers = (0..<9).map { "\(8_350_000 + $0)" }
    let narrow = "<table border='1'><tr>\(numbers.map { "<td>\($0)</td>" }.joined())</tr></table>"
    #expect(try Fixture(["1": narrow]).words(0).map(\.text) == numbers)
    let long = String(repeating: "wide", count: 12)
    let cells = ["Required"] + (0..<4).map { "\(long)\($0)" } + ["Optional"]
    let wide = "<table border='1'><tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr></table>"
    let words = try Fixture(["1": wide]).words(0)
    #expect(words.first?.text == "Required" && words.last?.text == "Optional")
    #expect(words.map(\.text).joined() == cells.joined())
    #expect(words.allSatisfy { $0.box.maxX <= 420 })
  }

  private static let teal = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1" width="1000" height="500">\
    <rect width="2" height="1" fill="teal"/></svg>
    """

  /// The colored pixels of the middle line of the picture, at a pixel each point.
  private func tealWidth(_ book: Fixture, row: Int) throws -> Int {
    let pixels = try book.pixels(0, scale: 1)
    return (0..<420).filter { color(of: pixels, x: $0, y: row) == [0, 128, 128] }.count
  }

  @Test func aPictureInATableKeepsItsShare() throws {
    let book = try Fixture(
      ["1": "<table><tr><td><img src='p.svg' alt=''/></td><td>\(Self.paragraph)</td></tr></table>"],
      items: ["p.svg": Self.teal], style: "body, p { margin: 0 } td { vertical-align: top }")
    #expect(try tealWidth(book, row: 70) > 130)
  }

  /// A box of facts beside the text, as encyclopedias have it.
  @Test func aPictureDoesNotWidenATableWithAWidth() throws {
    let table = """
      <table style='float: right; width: 150px'><tr><td><img src='p.svg' alt=''/></td></tr></table>
      """
    let book = try Fixture(
      ["1": table + "<p>\(Self.paragraph)</p>"], items: ["p.svg": Self.teal],
      style: "body, p { margin: 0 }")
    let width = try tealWidth(book, row: 65)
    #expect((60...113).contains(width), "\(width)")
  }

  /// A picture that states its size and is narrowed leaves no room above and below it.
  @Test func aNarrowedPictureIsAsMuchLower() throws {
    let book = try Fixture(
      ["1": "<div><img src='p.svg' width='1000' height='500' alt=''/></div><p>Below</p>"],
      items: ["p.svg": Self.teal], style: "body, p { margin: 0 }")
    #expect(try tealWidth(book, row: 100) > 300)
    let below = try #require(try book.words(0).first)
    #expect(below.box.minY < 240)
  }

  /// A part that stands beside the page on purpose changes nothing else.
  @Test func somethingBesideThePageCostsNothing() throws {
    let book = try Fixture(["1": Self.paragraph + Self.wide[Self.wide.count - 1] + Self.paragraph])
    let words = try book.words(0)
    #expect(words.filter { $0.text == "boat" && abs($0.size - 12) < 0.01 }.count >= 8)
  }

  /// Whatever comes before: somewhere only two lines are left on the page.
  @Test(arguments: ["<p><span>T</span>", "<p class='first'>T"])
  func aHangingLetterStaysWithItsParagraph(_ start: String) throws {
    let style = """
      p { margin: 0 } span, .first::first-letter { float: left; font-size: 54pt; line-height: 54pt }
      """
    let counts = 20...26
    let bodies = counts.map {
      String(repeating: "<p>The sea</p>", count: $0)
        + "\(start)wice. \(Self.paragraph.dropFirst(3))"
    }
    let book = try Fixture(chapters(bodies), style: style)
    let pages = try (0..<book.pageCount).map { try book.words($0) }
      .filter { $0.contains { $0.size > 50 } }
    #expect(pages.count == counts.count)
    for (count, words) in zip(counts, pages) {
      let place = try #require(words.firstIndex { $0.size > 50 })
      #expect(words[place].text.first == "T" && words.count > place + 20, "\(count)")
      #expect(words[place...].map(\.text).joined().hasPrefix("Twice."), "\(count)")
    }
  }

  @Test(arguments: [1, 2])
  func wideMarginsLeaveAColumn(_ scale: Double) throws {
    let book = try Fixture(
      ["1": Self.paragraph],
      style: "body { margin: 1em \(6 / scale)em 1em \(15 / scale)em; padding: 0 \(2 / scale)em }",
      layout: LayoutOptions(fontScale: scale))
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect((lines.map(\.box.width).max() ?? 0) > 420 / 3)
  }

  @Test func wideMarginsInsideOfTheBodyLeaveAColumnToo() throws {
    let bodies = [
      "<div style='margin: 0 5em'><div style='padding: 0 4em'>\(Self.paragraph)</div></div>",
      "<div style='width: 10em; margin: 0 auto'>\(Self.paragraph)</div>",
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
    ]
    let book = try Fixture(chapters(bodies.map { $0 }), style: "p { margin: 0 }")
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect((lines.map(\.box.width).max() ?? 0) > 420 / 3)
    // A column that is narrow by its own width stays in the middle.
    let column = try book.words(1).map(\.box).reduce(into: (left: 420.0, right: 0.0)) {
      $0 = (min($0.left, $1.minX), max($0.right, $1.maxX))
    }
    #expect(abs((column.left + column.right) / 2 - 210) < 12, "\(column)")
    #expect(book.publication.info.warnings == [])
  }

  @Test func thePageIsTheReaders() throws {
    let rules = [
      "", "@page { margin: 5px !important; size: 200px 300px !important }",
      "@page wide { margin: 90px } body { page: wide }",
      "@media screen { @page :first { margin: 90px } }", "@layer a { @page { margin: 1px } }",
    ]
    let book = try Fixture(chapters(rules.map { Fixture.document(Self.paragraph, style: $0) }))
    #expect(book.pageCount == rules.count)
    for (index, rule) in rules.enumerated() {
      #expect(try book.text(index) == book.text(0), "\(rule)")
    }
  }

  /// A picture that fills the page, in what publishers put around it.
  @Test func aPictureThatFillsAPageLeavesNoneBlank() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3" width="1000" height="1500">\
      <rect width="2" height="3" fill="teal"/></svg>
      """
    let pictures = [
      "<div>PICTURE</div>", "<p>PICTURE</p>", "<div style='margin: 3em 0'><p>PICTURE</p></div>",
      "<div style='height: 100vh'><p style='padding-top: 2em'>PICTURE</p></div>",
      "<div style='text-align: center; margin-top: 4em'>PICTURE</div>",
    ].map { $0.replacing("PICTURE", with: "<img src='p.svg' alt='Sea'/>") }
    // Each alone in a chapter, and each before text.
    let book = try Fixture(
      chapters(pictures.flatMap { [$0, $0 + Self.paragraph] }), items: ["p.svg": drawing])
    let hasWords = try (0..<book.pageCount).map { try !book.words($0).isEmpty }
    #expect(hasWords == pictures.flatMap { _ in [false, false, true] })
  }

  @Test func aThemeBeatsWhatTheBookCallsImportant() throws {
    let plain = try Fixture(["1": Self.paragraph], layout: LayoutOptions(theme: "night"))
    let own = try Fixture(
      ["1": Self.paragraph.replacing("<p>", with: "<p class='k' style='color: red !important'>")],
      style: """
        body { background: #fff !important } #a, .k { background-color: yellow !important }
        @layer x { p { color: #000 !important } }
        """, layout: LayoutOptions(theme: "night"))
    let (a, b) = (try plain.pixels(0), try own.pixels(0))
    #expect(a.withPixels { Array($0) } == b.withPixels { Array($0) })
  }

  /// Without a theme, the order in which CSS ranks declarations is the author's.
  @Test func colorsOfElementsStayImportantWithoutATheme() throws {
    let sheet = "p { color: blue !important }"
    let red = try Fixture(["1": "<p style='color: red !important'>Text</p>"], style: sheet)
    let plain = try Fixture(["1": "<p style='color: red'>Text</p>"])
    let (a, b) = (try red.pixels(0), try plain.pixels(0))
    #expect(a.withPixels { Array($0) } == b.withPixels { Array($0) })
  }

  @Test(arguments: ["<span id='p2'></span>", "<a id='p2'/><span/>", ""])
  func marksOfPagesBeforeATallFigureLeaveNoPageBlank(mark: String) throws {
    let book = try Fixture([
      "1": """
      \(mark)<header><h1 style='font-size:3em'>Low tide</h1></header>
      <div style='height:600px;break-inside:avoid'>Figure</div><p>End</p>
      """
    ])
    let pages = try (0..<book.pageCount).map { try book.words($0).map(\.text) }
    #expect(pages == [["Low", "tide", "Figure"], ["End"]])
  }

  @Test func headingsStayWithTheirText() throws {
    let body = (0..<30).map {
      "<h2>Heading \($0)</h2>" + String(repeating: "<p>\(Self.sentence)</p>", count: 3 + $0 % 3)
    }.joined()
    let book = try Fixture(["1": body])
    #expect(book.pageCount > 5)
    for page in 0..<book.pageCount {
      #expect(try book.text(page).blocks.last?.role != .heading2, "page \(page + 1)")
    }
  }

  @Test func prefixedPropertiesApply() throws {
    let own = ["text-align-last: center", "hyphens: none"]
    let sheets = ([""] + own + own.map { "-epub-\($0)" }).map {
      "body { width: 13em } p { text-align: justify; \($0) }"
    }
    let heads =
      sheets.map { "<style>\($0)</style>" }
      + ["3", "4"].map { "<link rel='stylesheet' href='\($0).css'/>" }
    let documents = heads.map {
      """
      <?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title>A</title>\($0)\
      </head><body>\(Self.paragraph)</body></html>
      """
    }
    let book = try Fixture(
      chapters(documents), items: ["3.css": sheets[3], "4.css": sheets[4]])
    #expect(book.pageCount == documents.count)
    let pixels = try documents.indices.map { try book.pixels($0).withPixels { Array($0) } }
    for (index, own) in own.enumerated() {
      let wanted = pixels[1 + index]
      #expect(wanted != pixels[0], "\(own)")
      #expect(pixels[3 + index] == wanted && pixels[5 + index] == wanted, "\(own)")
    }
  }
}
