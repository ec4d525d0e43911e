import RectoPageModel
import TestSupport
import Testing

/// The reader's type and colors, over what a book says.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ReaderStyleTests {
  private func book(
    _ body: String, style css: String = "", _ change: (inout ReaderStyle) -> Void
  ) throws -> Fixture {
    var style = ReaderStyle()
    change(&style)
    return try Fixture(["1": body], style: css, layout: LayoutOptions(style: style))
  }

  private func lines(_ book: Fixture, page: Int = 0) throws -> [TextLine] {
    try book.text(page).blocks.flatMap(\.lines)
  }

  /// From the first line to the second.
  private func leading(_ book: Fixture) throws -> Double {
    let lines = try lines(book)
    return lines[1].box.y - lines[0].box.y
  }

  /// A paragraph of several lines.
  private static let text =
    "<p>" + String(repeating: "The tide comes twice a day and goes again. ", count: 20) + "</p>"

  @Test func linesStandAsFarApartAsIsAsked() throws {
    let css = "p { line-height: 1.1 !important }"
    for spacing in [1.0, 1.25, 2.0] {
      let book = try book(Self.text, style: css) { $0.lineSpacing = spacing }
      #expect(abs(try leading(book) - 12 * spacing) < 0.1)
    }
  }

  @Test func lettersAndWordsHaveMoreSpace() throws {
    func width(_ change: (inout ReaderStyle) -> Void) throws -> Double {
      try lines(try book("<p>So be it</p>", change))[0].box.width
    }
    let plain = try width { _ in }
    #expect(abs(try width { $0.wordSpacing = 0.5 } - plain - 2 * 6) < 1)
    for spacing in [0.04, 0.25] {
      // The last letter's may not count.
      let wider = try width { $0.letterSpacing = spacing } - plain
      #expect(wider > 7 * spacing * 12 - 0.5 && wider < 8 * spacing * 12 + 0.5)
    }
  }

  @Test func paragraphsAreJustifiedOrNot() throws {
    let words = ["tide", "harbor", "lighthouse", "at", "in the morning"]
    let text = words.map { word in
      "<p>\(String(repeating: word + " ", count: 30)) again.</p>"
    }.joined()
    /// The ends of the lines that are full.
    func ends(_ css: String, _ isJustified: Bool) throws -> Set<Int> {
      let book = try book(text, style: css) { $0.isJustified = isJustified }
      let full = try lines(book).filter { $0.words.last?.text != "again." }
      return Set(full.map { Int($0.box.maxX.rounded()) })
    }
    #expect(try ends("p { text-align: justify }", false).count > 1)
    #expect(try ends("p { text-align: left }", true).count == 1)
  }

  @Test func whatIsCenteredStaysSo() throws {
    let book = try book("<p style='text-align: center'>Tide</p>") { $0.isJustified = true }
    let box = try lines(book)[0].box
    #expect(abs(box.x + box.width / 2 - 210) < 1)
  }

  @Test func wordsAreBrokenOrNot() throws {
    let words = String(repeating: "incomprehensibilities ", count: 30)
    func hyphens(_ css: String, _ isHyphenated: Bool) throws -> Int {
      let book = try book("<p>\(words)</p>", style: css) { $0.isHyphenated = isHyphenated }
      return try book.words(0).count { $0.text.contains("\u{AD}") }
    }
    #expect(try hyphens("p { text-align: left }", true) > 0)
    #expect(try hyphens("p { text-align: justify; hyphens: auto !important }", false) == 0)
  }

  @Test func codeKeepsItsTypeface() throws {
    let body = "<p>iiiiii</p><p>wwwwww</p><pre>iiiiii</pre><pre>wwwwww</pre>"
    let widths = try lines(try book(body) { $0.typeface = .sans }).map(\.box.width)
    #expect(widths[1] > 2 * widths[0] && abs(widths[2] - widths[3]) < 1)
  }

  @Test func aTypefaceReplacesTheBooks() throws {
    let css = "p { font-family: monospace !important }"
    let plain = try lines(try book("<p>iiiii</p><p>wwwww</p>", style: css) { _ in })
    let serif = try lines(
      try book("<p>iiiii</p><p>wwwww</p>", style: css) { $0.typeface = .serif })
    #expect(abs(plain[0].box.width - plain[1].box.width) < 1)
    #expect(serif[1].box.width > 1.5 * serif[0].box.width)
  }

  @Test func colorsAreTheReaders() throws {
    let css = "body { background: yellow !important } p { color: red !important }"
    let book = try book("<p>Tide</p>", style: css) { style in
      style.paperColor = Color("#102030")
      style.textColor = Color("#00ff00")
    }
    let pixels = try book.pixels(0)
    #expect(color(of: pixels, x: 2, y: 2) == [0x10, 0x20, 0x30])
    #expect(color(of: pixels, x: 100, y: 200) == [0x10, 0x20, 0x30])
  }

  @Test(arguments: ReaderTheme.allCases) func eachThemeHasItsPaper(theme: ReaderTheme) throws {
    let book = try Fixture(
      ["1": "<p>Tide</p>"], layout: LayoutOptions(theme: theme.rawValue))
    let paper = theme.paper
    #expect(
      color(of: try book.pixels(0), x: 2, y: 2) == [paper.red, paper.green, paper.blue])
    #expect(book.publication.info.warnings.isEmpty)
  }

  @Test func theBooksStylesCanBeLeftOut() throws {
    let body = "<p style='margin-left: 100pt'>One</p><p class='gone'>Two</p>"
    let css = ".gone { display: none }"
    #expect(try book(body, style: css) { _ in }.text(0).plain == "One")
    let plain = try book(body, style: css) { $0.keepsPublisherStyles = false }
    #expect(
      try plain.text(0).plain.split(separator: "\n").map(String.init).filter { !$0.isEmpty } == [
        "One", "Two",
      ])
    #expect(try lines(plain)[0].box.x < 60)
  }

  /// A telephone's page has narrower margins than a book's.
  @Test func marginsSuitTheWidth() throws {
    func start(_ width: Double) throws -> Double {
      let book = try Fixture(
        ["1": Self.text], layout: LayoutOptions(pageSize: Size(width: width, height: 480)))
      return try lines(book)[0].box.x
    }
    #expect(abs(try start(420) - 47) < 1)
    #expect(try start(240) < 12)
  }
}
