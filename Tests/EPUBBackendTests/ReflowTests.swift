import RectoPageModel
import TestSupport
import Testing

/// Chapters laid out to pages.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ReflowTests {
  @Test func chaptersFollowOneAnotherEachOnPagesOfItsOwn() throws {
    let book = try Fixture(["1": paragraphs(0..<40), "2": "<h1>Second</h1>"])
    #expect(book.pageCount > 3)
    let words = try (0..<book.pageCount).flatMap { try book.words($0) }.map(\.text)
    let numbers = words.compactMap { Int($0) }
    #expect(numbers == Array(0..<40))
    #expect(try book.words(book.pageCount - 1).map(\.text) == ["Second"])
    #expect(try book.page(0).size == Size(width: 420, height: 595))
  }

  @Test func theReaderChoosesPageSizeMarginAndTypeSize() throws {
    let chapters = ["1": paragraphs(0..<60)]
    let plain = try Fixture(chapters)
    let layout = LayoutOptions(pageSize: Size(width: 300, height: 450), margin: 72)
    let small = try Fixture(chapters, layout: layout)
    let large = try Fixture(chapters, layout: LayoutOptions(fontScale: 1.5))
    #expect(small.pageCount > plain.pageCount)
    #expect(large.pageCount > plain.pageCount)
    #expect(try small.page(0).size == Size(width: 300, height: 450))
    let box = try small.text(0).blocks.map(\.box).reduce(small.words(0)[0].box) { $0.union($1) }
    #expect(abs(box.minX - 72) < 2 && box.maxX < 230 && box.minY > 70 && box.maxY < 380)
    let sizes = try [plain, large].map { try $0.words(0)[0].size }
    #expect(abs(sizes[1] / sizes[0] - 1.5) < 0.01)
  }

  @Test func aThemeChangesPaperAndTypeAndNotTheText() throws {
    let chapters = ["1": "<p style='color:#f00;background:#ff0'>Low water</p>"]
    let plain = try Fixture(chapters)
    let night = try Fixture(chapters, layout: LayoutOptions(theme: "night"))
    #expect(color(of: try plain.pixels(0), x: 2, y: 2) == [255, 255, 255])
    #expect(color(of: try night.pixels(0), x: 2, y: 2) == [0x16, 0x18, 0x1C])
    #expect(try plain.text(0).plain == night.text(0).plain)
    let odd = try Fixture(chapters, layout: LayoutOptions(theme: "neon"))
    #expect(odd.publication.info.warnings.map(\.code) == [LayoutOptions.unknownTheme])
  }

  @Test func theBooksOwnPaperReachesTheEdges() throws {
    let book = try Fixture(["1": "<p>Low water</p>"], style: "body { background: #fedcba }")
    #expect(color(of: try book.pixels(0), x: 1, y: 1) == [0xFE, 0xDC, 0xBA])
  }

  @Test func styleSheetsForScreensApplyAndThoseForPrintDoNot() throws {
    let book = try Fixture(
      ["1": "<p class='screen'>Low</p><p class='paper'>High</p>"],
      style: "@media screen { .paper { display: none } } @media print { .screen { display: none } }"
    )
    #expect(try book.words(0).map(\.text) == ["Low"])
  }

  @Test func scriptsDoNotRun() throws {
    let book = try Fixture([
      "1": "<p id='p'>as written</p><script>p.textContent = 'by a script'; for (;;) {}</script>"
    ])
    #expect(try book.text(0).plain == "as written")
  }

  @Test func emphasisStaysWhereItStands() throws {
    let book = try Fixture([
      "1":
        "<p>One <em>two three</em> four <strong>five</strong> six.</p><p><em>Seven</em> eight</p>"
    ])
    #expect(
      try book.words(0).map(\.text)
        == ["One", "two", "three", "four", "five", "six.", "Seven", "eight"])
    #expect(try book.text(0).blocks.count == 2)
  }

  @Test func wideSpacesOfAJustifiedLinePartNoWords() throws {
    let text =
      "pole, the navigators’ objections no longer came from unexpected quarters to the rock "
    let book = try Fixture(
      ["1": "<p style='text-align:justify;hyphens:none;width:150pt'>\(text)\(text)\(text)</p>"])
    let once = text.split(separator: " ").map(String.init)
    #expect(try book.words(0).map(\.text) == once + once + once)
  }

  @Test func justifiedTextIsHyphenatedAndItsWordsStayWhole() throws {
    let text = String(repeating: "extraordinary correspondence between navigators ", count: 12)
    let book = try Fixture(["1": "<p style='text-align:justify;width:120pt'>\(text)</p>"])
    let words = try book.words(0)
    // Some fonts have a glyph for the soft hyphen itself.
    let hyphens: Set<Character> = ["\u{AD}", "\u{2010}"]
    #expect(words.contains { hyphens.contains($0.text.last ?? " ") })
    #expect(words.allSatisfy { !$0.text.dropLast().contains("\u{AD}") })
    #expect(words.allSatisfy { $0.glyphs.count == $0.text.count })
    let letters = words.map(\.text).joined().filter { !hyphens.contains($0) }
    #expect(letters == text.replacing(" ", with: ""))
    let manual = try Fixture(
      ["1": "<p style='text-align:justify;width:120pt;hyphens:manual'>\(text)</p>"])
    #expect(try manual.words(0).allSatisfy { !hyphens.contains($0.text.last ?? " ") })
  }

  @Test(arguments: ["-epub-hyphens: auto", "hyphens: auto", "", "hyphens: manual"])
  func raggedTextIsHyphenatedWhereTheBookAsksForIt(style: String) throws {
    let text = String(repeating: "extraordinary correspondence between navigators ", count: 12)
    let body = "<p style='width:120pt'>\(text)</p>"
    for book in [
      try Fixture(["1": body], style: "@media screen { p { \(style) } }"),
      try Fixture(["1": body.replacing("width", with: "\(style);width")]),
    ] {
      let isHyphenated = try book.words(0).contains {
        ["\u{AD}", "\u{2010}"].contains($0.text.last)
      }
      #expect(isHyphenated == style.hasSuffix("auto"))
    }
  }

  /// The language of the package is that of its own texts (EPUB RS 3.3).
  @Test func quotationMarksAreThoseOfTheDocumentsLanguage() throws {
    func marks(_ attributes: String, _ own: String = "") throws -> String {
      let book = try Fixture(
        [
          "1": """
          <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" \(attributes)>
          <head><title>Chapter</title></head><body><p \(own)><q>mieux</q></p></body></html>
          """
        ], language: "fr")
      return try book.words(0).map(\.text).joined().filter { !$0.isLetter }
    }
    #expect(try marks("") == "“”")
    #expect(try marks("lang='fr'") == "«»")
    #expect(try marks("", "xml:lang='fr'") == "«»")
    #expect(try marks("", "lang='de'") == "„“")
  }

  @Test func malformedXMLIsReadAsHTML() throws {
    let book = try Fixture(["1": Fixture.document("<p>Low<br>water</p><p>at nine")])
    #expect(try book.words(0).map(\.text) == ["Low", "water", "at", "nine"])
    #expect(book.publication.info.warnings.map(\.code) == ["malformed-document"])
  }

  /// HTML ignores the slash of an empty element, and would take what follows for its content.
  @Test(arguments: ["<p>Low<br/>water</p>", "<p>Low<br>water</p>", "<p>Low & water</p>"])
  func emptyElementsEndWhateverTheDocumentIsReadAs(body: String) throws {
    let document = """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/><style>p { margin: 0 }
      </style></head><body><div id="a"/>\(body)<svg xmlns="http://www.w3.org/2000/svg" width="9"
      height="9"><rect width="9" height="9"/></svg><p>at <b class="x"/>nine</p></body></html>
      """
    let book = try Fixture(
      ["1": "<?xml version='1.0'?>" + document], items: ["2.html": document],
      manifest: "<item id='html' href='2.html' media-type='text/html'/>",
      references: "<itemref idref='html'/>")
    let words = try (0..<book.pageCount).map { try book.words($0) }
    #expect(words.count == 2)
    for words in words {
      #expect(words.map(\.text).filter { $0 != "&" } == ["Low", "water", "at", "nine"])
      #expect(words.last?.font == words.first?.font)
    }
    // HTML need not be well-formed.
    let warnings = book.publication.info.warnings
    #expect(warnings.count == (body.contains("/>") ? 0 : 1))
    #expect(warnings.allSatisfy { $0.message.hasPrefix("book/1.xhtml") })
  }

  @Test(arguments: ["", "rendition:layout-pre-paginated"])
  func oneOfSeveralFormsIsShown(layout: String) throws {
    func choice(_ cases: String) -> String {
      "<epub:switch xmlns:epub='http://www.idpf.org/2007/ops' id='s'>\(cases)"
        + "<epub:default><p>Default</p></epub:default></epub:switch>"
    }
    let other = "<epub:case required-namespace='http://www.xml-cml.org/schema'>Other</epub:case>"
    let math = """
      <epub:case required-namespace='http://www.w3.org/1998/Math/MathML'><math
      xmlns='http://www.w3.org/1998/Math/MathML'><mi>x</mi></math></epub:case>
      """
    let book = try Fixture(
      ["1": choice(other + math), "2": choice(other), "3": choice(math) + "<br>"],
      spine: ["1": layout, "2": layout, "3": layout])
    #expect(try (0..<3).map { try book.text($0).plain } == ["x", "Default", "x"])
  }

  @Test func aTranslucentBackgroundLeavesThePaperLight() throws {
    let book = try Fixture(["1": "<p>Low</p>"], style: "body { background: rgba(0, 0, 0, 0.2) }")
    let pixels = try book.pixels(0)
    for (x, y) in [(2, 2), (105, 250)] {
      #expect(color(of: pixels, x: x, y: y) == [204, 204, 204], "\(x) \(y)")
    }
  }

  @Test func aBreakAtTheEndOfAChapterLeavesNoBlankPage() throws {
    let book = try Fixture(
      ["1": "<div id='a' style='page-break-after: always'>One</div>"],
      style: "div { display: block }")
    #expect(book.pageCount == 1)
  }

  @Test func picturesAreNoLargerThanThePage() throws {
    let picture = """
      <svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><rect width="3000"
      height="3000" fill="#00f"/></svg>
      """
    let book = try Fixture(
      ["1": "<p>Chart</p><img src='chart.svg' alt=''/>"], items: ["chart.svg": picture])
    #expect(book.pageCount == 1)
    let pixels = try book.pixels(0)
    #expect(color(of: pixels, x: 10, y: 150) == [255, 255, 255])
    #expect(color(of: pixels, x: 105, y: 150) == [0, 0, 255])
    #expect(color(of: pixels, x: 200, y: 150) == [255, 255, 255])
  }

  /// The players are where they are seen, on the page that they are on.
  @Test func soundAndFilmOfAChapterHaveTheirPlaces() throws {
    let book = try Fixture(
      [
        "1": """
        <p>Before <a href='#after'>and after</a></p>
        <p>A bell: <audio controls='' src='sound/bell.wav'></audio> rings.</p>
        <video style='display:block;width:200px;height:100px'><source
        src='film.mp4' type='video/mp4'/></video><audio src='unseen.wav'></audio>
        <div style='break-before:page'><audio controls='' src='sound/bell.wav'></audio>
        <audio controls='' src='..%2f..%2fsecret.wav'></audio>
        <audio controls='' src='https://example.org/a.mp3'></audio></div><p id='after'>After</p>
        """
      ],
      items: ["sound/bell.wav": "a bell", "film.mp4": "a film", "unseen.wav": "x"],
      style: "a { display: block !important; border: 9px solid !important; padding: 20px }")
    #expect(book.pageCount == 2)
    #expect(try book.words(0).map(\.text) == ["Before", "and", "after", "A", "bell:", "rings."])
    let first = try #require(try book.page(0) as? any MediaPage)
    let media = try first.media()
    #expect(media.map(\.kind) == [.audio, .video])
    #expect(media.map(\.name) == ["book/sound/bell.wav", "book/film.mp4"])
    #expect(media.map(\.mediaType) == [nil, "video/mp4"])
    #expect(media.map(\.isEmbedded) == [true, true])
    let film = media[1].box
    #expect(abs(film.width - 150) < 1 && abs(film.height - 75) < 1, "\(film)")
    let pixels = try book.pixels(0, scale: 1)
    for x in [film.x + 3, film.maxX - 3] {
      for y in [film.y + 3, film.maxY - 3] {
        #expect(color(of: pixels, x: Int(x), y: Int(y)).allSatisfy { $0 < 0x80 })
      }
    }
    #expect(color(of: pixels, x: Int(film.maxX + 3), y: Int(film.y + 9)) == [255, 255, 255])
    #expect(try first.mediaData(at: 1, limit: 9) == Array("a film".utf8))
    let targets = try book.links(0).map(\.target)
    #expect(!targets.isEmpty)
    for target in targets {
      guard case .page(1, _) = target else {
        Issue.record("\(target)")
        continue
      }
    }

    let second = try #require(try book.page(1) as? any MediaPage)
    #expect(try second.media().map(\.isEmbedded) == [true, false, false])
    let names = try second.media().map(\.name)
    #expect(names[1] == "book/../../secret.wav" && names[2] == "https://example.org/a.mp3")
    #expect(try second.mediaData(at: 0, limit: 9) == Array("a bell".utf8))
    for index in [1, 2] {
      let error = #expect(throws: PageError.self) { try second.mediaData(at: index, limit: 9) }
      #expect(error?.code == .notFound)
    }
    #expect(try book.links(1).isEmpty)
  }

  /// In another order, and with all forgotten in between.
  @Test func aBookIsTheSameEachTime() throws {
    let chapters = ["1": paragraphs(0..<30), "2": "<p>Two</p>"]
    func look(_ book: Fixture) throws -> [[UInt8]] {
      try (0..<book.pageCount).map { index in
        try book.pixels(index).withPixels { Array($0) } + Array(book.text(index).plain.utf8)
      }
    }
    let first = try look(try Fixture(chapters))
    for _ in 0..<3 {
      let again = try look(try Fixture(chapters))
      #expect(again == first)
    }
  }
}
