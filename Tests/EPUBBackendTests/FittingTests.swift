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
    "<div style='margin-left: -900px; width: 800px'>\(sentence)</div>",
  ]

  /// Letters of all pages, in their order.
  private func letters(_ book: Fixture) throws -> String {
    try (0..<book.pageCount).flatMap { try book.words($0) }.map(\.text).joined()
      .filter { $0 != "\u{AD}" }
  }

  @Test(arguments: wide.dropLast())
  func somethingWideLeavesTheChapterItsSize(_ wide: String) throws {
    let book = try Fixture(["1": Self.paragraph + wide + Self.paragraph + "<p>The end</p>"])
    let words = try (0..<book.pageCount).flatMap { try book.words($0) }
    #expect(
      words.filter { $0.text == "boat" && abs($0.size - 12) < 0.01 }.count >= 8,
      "\(words.map { "\($0.text) \($0.size)" })")
    #expect(words.suffix(2).map(\.text) == ["The", "end"])
    let text = "[^<>]*"
    let written = wide.replacing(try Regex("<\(text)>"), with: "").filter { !$0.isWhitespace }
    #expect(try letters(book).contains(written))
    for word in words {
      #expect(word.box.minX >= 0 && word.box.maxX <= 420, "\(word.text)")
    }
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
    for count in 20...26 {
      let lines = String(repeating: "<p>The sea</p>", count: count)
      let book = try Fixture(
        ["1": lines + start + "wice. \(Self.paragraph.dropFirst(3))"], style: style)
      let large = try (0..<book.pageCount).map { try book.words($0).filter { $0.size > 50 } }
      let page = try #require(large.firstIndex { !$0.isEmpty })
      let words = try book.words(page)
      let place = try #require(words.firstIndex { $0.size > 50 })
      #expect(words[place].text.first == "T" && words.count > place + 20, "\(count)")
      #expect(words[place...].map(\.text).joined().hasPrefix("Twice."), "\(count)")
    }
  }

  @Test func wideMarginsLeaveAColumn() throws {
    let book = try Fixture(
      ["1": Self.paragraph], style: "body { margin: 1em 6em 1em 15em; padding: 0 2em }")
    let lines = try book.text(0).blocks.flatMap(\.lines)
    #expect((lines.map(\.box.width).max() ?? 0) > 420 / 3)
  }

  @Test func thePageIsTheReaders() throws {
    let plain = try Fixture(["1": Self.paragraph])
    for rule in [
      "@page { margin: 5px !important; size: 200px 300px !important }",
      "@page wide { margin: 90px } body { page: wide }",
      "@media print { @page :first { margin: 90px } }", "@layer a { @page { margin: 1px } }",
    ] {
      let book = try Fixture(["1": Self.paragraph], style: rule)
      #expect(try book.text(0) == plain.text(0), "\(rule)")
    }
  }

  /// A picture that fills the page, in what publishers put around it.
  @Test(arguments: [
    "<div>PICTURE</div>", "<p>PICTURE</p>", "<div style='margin: 3em 0'><p>PICTURE</p></div>",
    "<div style='height: 100vh'><p style='padding-top: 2em'>PICTURE</p></div>",
    "<div style='text-align: center; margin-top: 4em'>PICTURE</div>",
  ])
  func aPictureThatFillsAPageLeavesNoneBlank(_ around: String) throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3" width="1000" height="1500">\
      <rect width="2" height="3" fill="teal"/></svg>
      """
    let picture = around.replacing("PICTURE", with: "<img src='p.svg' alt='Sea'/>")
    let book = try Fixture(["1": picture], items: ["p.svg": drawing])
    #expect(book.pageCount == 1)
    let followed = try Fixture(["1": picture + Self.paragraph], items: ["p.svg": drawing])
    #expect(followed.pageCount == 2)
    #expect(try followed.words(0).isEmpty && !followed.words(1).isEmpty)
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
    func pixels(_ style: String, linked: Bool = false) throws -> [UInt8] {
      let link = linked ? "<link rel='stylesheet' href='s.css'/>" : "<style>\(style)</style>"
      let document = """
        <?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title>A</title>\(link)\
        </head><body>\(Self.paragraph)</body></html>
        """
      return try Fixture(["1": document], items: ["s.css": style]).pixels(0)
        .withPixels { Array($0) }
    }
    let justified = "body { width: 13em } p { text-align: justify; "
    let plain = try pixels("\(justified)}")
    for (prefixed, own) in [
      ("-epub-text-align-last: center", "text-align-last: center"),
      ("-epub-hyphens: none", "hyphens: none"),
    ] {
      let wanted = try pixels("\(justified)\(own) }")
      #expect(wanted != plain, "\(own)")
      for linked in [false, true] {
        #expect(try pixels("\(justified)\(prefixed) }", linked: linked) == wanted, "\(prefixed)")
      }
    }
  }
}
