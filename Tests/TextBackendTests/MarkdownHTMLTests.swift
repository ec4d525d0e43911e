import RectoPageModel
import RectoTypesetting
import Testing

@testable import RectoTextBackend

/// The text of HTML in Markdown is text of the story, and its pictures are pictures.
@Suite struct MarkdownHTMLTests {
  private func strings(_ text: String) throws -> [String] {
    let (read, warnings) = try story(markdown: text)
    #expect(warnings == [], "\(text)")
    return read.paragraphs.map(\.string)
  }

  private func table(_ text: String) throws -> Table? {
    for case .table(let table) in try story(markdown: text).story.story.items { return table }
    return nil
  }

  @Test(arguments: [
    ("<p>One</p>\n<p>two <b>bold</b></p>", ["One", "two bold"]),
    ("<div>\n<div>a</div> b\n<center>c</center></div>", ["a", "b", "c"]),
    ("<details><summary>More</summary>\n\nThe *text*\n\n</details>", ["More", "The text"]),
    ("<p>a<br>b<br/>\n c</p>", ["a\u{2028}b\u{2028}c"]),
    ("<p>&eacute; &amp; &#x263A;</p>", ["é & ☺"]),
    ("<p>1 < 2 and\n  3\t>  2</p>", ["1 < 2 and 3 > 2"]), ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
    ("<p>港の\n朝</p>", ["港の朝"]), ("x <sub>a</sub> <kbd>b</kbd> <mark>c</mark>", ["x a b c"]),
    ("a <p>b</p> c", ["a \u{2028}b\u{2028}c"]), ("<!-- x --><h2>a</h2>", ["a"]),
    ("<style>a { b: c }</style><p>a<!-- x -->b</p>", ["ab"]), ("a <style>x</style> b", ["a  b"]),
    ("<head><title>x</title></head><body>a</body>", ["a"]), ("<my-element>a</my-element>", ["a"]),
    ("<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", ["a", "b"]),
    ("<tr><td>a</td>\n<td>b</td></tr>", ["a b"]), ("<p>a</p>\n</div>\n\nb", ["a", "b"]),
    ("<b>a\n\n<p>b", ["a", "b"]), ("<caption>a</caption>", ["a"]), ("> <p>a\n>\n> b", ["a", "b"]),
    ("<p>a\u{A0}b</p>", ["a\u{A0}b"]), ("<pre>\na\n  b\n</pre>", ["a\u{2028}  b"]),
    ("<button>a</button> <unknown>b</unknown>", ["a b"]), ("<?x?>\n\n<!DOCTYPE x>\n\na", ["a"]),
    ("<p>a<!-- > --> b<![CDATA[x]]></p>", ["a b"]), ("<p>a <! b", ["a <! b"]),
  ])
  func textIsKept(text: String, paragraphs: [String]) throws {
    #expect(try strings(text) == paragraphs)
  }

  @Test func headingsAreHeadings() throws {
    let read = try story(
      markdown: "<h1 align=\"center\">The <i>Tide</i></h1>\n\n<h3 id=\"moon\">Moon</h3>\n\n## Ebb"
    ).story
    #expect(read.headings.map(\.level) == [1, 3, 2])
    #expect(read.headings.map(\.text) == ["The Tide", "Moon", "Ebb"])
    #expect(read.headings.map(\.anchor) == ["the-tide", "moon", "ebb"])
    #expect(read.paragraphs[0].style.role == .heading1)
    #expect(read.paragraphs[0].style.textAlign == .center)
    #expect(try read.paragraphs[0].style(of: "Tide").fontStyle == .italic)
  }

  @Test func listsHaveTheirMarkers() throws {
    let read = try story(
      markdown: "<ul><li>a<ol start=3><li>b</li><li><p>c</p><p>d</p></li></ol></li><li>e</li></ul>"
    ).story
    #expect(read.paragraphs.map(\.string) == ["a", "b", "c", "d", "e"])
    #expect(read.paragraphs.map { $0.marker?.string } == ["•", "3.", "4.", nil, "•"])
    let margins = read.paragraphs.map(\.style.marginInlineStart)
    #expect(margins[1] == 2 * margins[0] && margins[4] == margins[0])
    #expect(read.paragraphs[0].style.role == .listItem)
  }

  @Test func markupInsideALineIsThatOfMarkdown() throws {
    let text = "a <b>b</b> <em>c</em> <code>d</code> <del>e</del> <u>f</u> <sup>g</sup>"
    for text in [text, "<p>" + text + "</p>"] {
      let paragraph = try #require(try paragraphs(text).first)
      #expect(try paragraph.style(of: "b").fontWeight == 700)
      #expect(try paragraph.style(of: "c").fontStyle == .italic)
      #expect(try paragraph.style(of: "d").fontFamily.last == "monospace")
      #expect(try paragraph.style(of: "e").lineThrough)
      #expect(try paragraph.style(of: "f").underline)
      #expect(try paragraph.style(of: "g").verticalAlign == .super)
    }
  }

  @Test func linksLeadOnlyWhereAReaderMaySafelyGo() throws {
    let text = "<a href=\"https://example.org\">a</a> <a href=\"javascript:alert(1)\">b</a>"
    for text in [text + " c", "<p>" + text] {
      let (read, warnings) = try story(markdown: text)
      #expect(try read.paragraphs[0].style(of: "a").link == "https://example.org")
      #expect(read.paragraphs[0].text.runs.compactMap(\.style.link).count == 1)
      #expect(warnings.map(\.code) == ["ignored-markup"])
    }
  }

  @Test func aLinkMayHaveBlocksInIt() throws {
    let found = try paragraphs("<div><a href=\"https://example.org\"><p>a</p>b</a> c</div>")
    #expect(found.map(\.string) == ["a", "b c"])
    #expect(try found[0].style(of: "a").link == "https://example.org")
    #expect(try found[1].style(of: " c").link == nil)
  }

  @Test func picturesAreAsThoseOfMarkdown() throws {
    let alone = try story(
      markdown: "<p align=center>\n<img src='art/wave.png' alt='A wave' width=80>\n<br/>\n</p>"
    ).story
    guard case .picture(let picture) = try #require(alone.story.items.first) else {
      Issue.record("expected a picture")
      return
    }
    // Pixels of CSS are three quarters of a point.
    #expect(alone.pictures[picture.name]?.file.text == "art/wave.png")
    #expect(picture.size == Size(width: 60, height: 30))
    #expect(picture.caption.map(\.string) == ["A wave"])
    let inline = try story(markdown: "a <img src=wave.png alt=w> b <img src=gone.png alt=gone>")
    #expect(inline.story.paragraphs[0].string == "a \u{FFFC} b gone")
    #expect(inline.story.pictures.values.map(\.file.text) == ["wave.png"])
    #expect(inline.story.pictures.values.map(\.alt) == ["w"])
    #expect(inline.warnings.map(\.code) == ["missing-file"])
    let linked = try paragraphs("<a href=\"https://example.org\">\n<img src=\"wave.png\">\n</a>")
    #expect(linked.map(\.string) == ["\u{FFFC}"])
    #expect(linked[0].text.runs[0].style.link == "https://example.org")
  }

  @Test func tablesHaveTheirRowsAndColumns() throws {
    // The empty line ends the block of Markdown, and not the table.
    let text = """
      <table>
      <thead><tr><th>a</th><th align="right">b</th><th>c</th></tr></thead>

      <tr><td rowspan=2>1</td><td colspan=2>2 <b>x</b><p>y</p></td></tr>
      <tr><td><img src="wave.png"></td><td><ul><li>3</li></ul></td></tr>
      </table>
      """
    let table = try #require(try table(text))
    #expect(table.headerRows == 1)
    #expect(
      table.rows.map { $0.map { $0.paragraphs.map(\.string) } } == [
        [["a"], ["b"], ["c"]], [["1"], ["2 x", "y"], []], [[], ["\u{FFFC}"], ["3"]],
      ])
    #expect(table.rows[0][1].paragraphs[0].style.textAlign == .right)
    #expect(table.rows[2][2].paragraphs[0].marker?.string == "•")
  }

  @Test func aTableThatWouldNotFitAPageIsReadAsParagraphs() throws {
    let long = String(repeating: "word ", count: 1_000)
    let found = try strings("<table><tr><td>\(long)</td><td>b</td></tr></table>")
    #expect(found.count == 1 && found[0].hasSuffix("word b"))
    let wide = "<table><tr>" + String(repeating: "<td colspan=100>a</td>", count: 50)
    #expect(try strings(wide).count == 1)
  }

  @Test func directionAndLanguageReachToTheEnd() throws {
    let found = try paragraphs("<div dir=rtl lang=he>\n<p>a</p>\n\nb\n\n</div>\n\nc")
    #expect(found.map(\.string) == ["a", "b", "c"])
    #expect(found[0].style.direction == .rtl && found[2].style.direction == .auto)
    #expect(found[0].text.runs[0].style.language == "he")
  }

  @Test(arguments: [
    ("<p>a <video src=x>b</video></p>\n\nc", "video", ["a", "c"]),
    ("a <script>b</script> c", "script", ["a  c"]),
    ("<iframe src=x></iframe>\n\n<script>d</script>\n\na", "iframe", ["a"]),
    ("<form>Name: <input name=a></form>", "input", ["Name:"]),
    // A type of C++ looks like a tag.
    ("a vector<int> b", "int", ["a vector b"]),
    // Nothing after a tag that is not closed is lost.
    ("Put <script> here", "script", ["Put  here"]),
  ])
  func whatAPageCannotShowIsLeftOutWithAWarning(
    text: String, name: String, paragraphs: [String]
  ) throws {
    let (read, warnings) = try story(markdown: text)
    #expect(read.paragraphs.map { $0.string.trimmed } == paragraphs)
    #expect(
      warnings.map(\.message)
        == ["story.md:1: HTML is left out (“\(name)”); further occurrences are not listed"])
  }

  @Test func endlesslyNestedHTMLIsReadInReasonableTime() throws {
    for tag in ["div", "b", "ul><li", "blockquote", "table><tr><td", "unknown", "video"] {
      let text = String(repeating: "<\(tag)>", count: 20_000) + "a"
      _ = try story(markdown: text)
      let shallow = String(repeating: "<\(tag)>", count: 60) + "a"
      let items = try story(markdown: "<div>" + shallow).story.story.items
      #expect(tag == "video" || !items.isEmpty, "\(tag)")
    }
    let (_, warnings) = try story(markdown: String(repeating: "<div>", count: 400) + "a")
    #expect(warnings.map(\.code) == ["ignored-markup"])
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
