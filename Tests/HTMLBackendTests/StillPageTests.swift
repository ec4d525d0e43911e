import RectoHTMLBackend
import RectoJSON
import RectoPageModel
import TestSupport
import Testing

/// Pages without scripts are loaded in less time; nothing else about them differs.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct StillPageTests {
  private static let pixel = "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' alt=''"

  /// The words of each page, by its file's name: scripts write "ran".
  private static let pages: [(name: String, text: String)] = [
    ("page1.html", Fixture.document("<p>a</p><SCRIPT>document.body.append('ran')</SCRIPT>")),
    (
      "page2.html",
      Fixture.document("<p>a</p>\(pixel) onerror \n= \"document.body.append('ran')\">")
    ),
    ("page3.html", Fixture.document("<p>a</p><svg/OnLoad=\"document.body.append('ran')\"></svg>")),
    (
      "page4.xhtml",
      """
      <h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body><h:p>a</h:p>\
      <h:script>document.documentElement.lastChild.append('ran')</h:script></h:body></h:html>
      """
    ),
    ("page5.html", Fixture.document("<noscript>none</noscript><p>a</p><p>ran</p>")),
    (
      "page6.html",
      Fixture.document("<p>a</p><iframe srcdoc='<p>ran' style='border: 0; height: 90px'></iframe>")
    ),
  ]

  @Test func pagesWithScriptsInAnySpellingRunThem() throws {
    let fixture = try Fixture(
      Dictionary(uniqueKeysWithValues: Self.pages.map { ($0.name, $0.text) }))
    for (index, page) in Self.pages.enumerated() {
      let words = try fixture.words(index).map(\.text)
      #expect(words == ["a", "ran"], "\(page.name)")
    }
  }

  @Test func aPageInUTF16RunsItsScripts() throws {
    let folder = try temporaryFolder()
    let page = Fixture.document("<p>a</p><script>document.body.append('ran')</script>")
      .replacing("utf-8", with: "utf-16")
    try folder.write(
      [0xFF, 0xFE] + page.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, to: "page1.html")
    let publication = try HTMLBackend().open(
      Source(path: folder.path, content: .folder(entries: ["page1.html"])),
      options: OpenOptions(callSeconds: 120))
    let text = try #require(try publication.page(at: 0) as? any TextPage).text()
    #expect(text.blocks.flatMap(\.lines).flatMap(\.words).map(\.text) == ["a", "ran"])
  }

  /// Each leaves something behind that another must not have.
  private static let traces = [
    ("<p><a href=page2.html>Next</a> <a href=page1.html>Here</a></p>", "html { background: #fed }"),
    ("<details open><summary>One</summary>first</details>", "html { font-size: 30px; zoom: 1.2 }"),
    ("<p id=p style='margin-top: 2000px'>Deep</p>", "* { writing-mode: vertical-rl }"),
    ("<p><a href=page1.html>Back</a> <a href=#p>Down</a></p>", "a:visited { font-size: 60px }"),
    (
      "<input value=filled autofocus> <p lang=de>Donaudampfschiff</p>",
      "p { hyphens: auto; width: 1em }"
    ),
  ]

  private static func look(_ fixture: Fixture, _ index: Int) throws -> [UInt8] {
    let page = try fixture.page(index)
    let text = PageTextDocument(
      index: 0, label: "", size: page.size, text: try fixture.text(index), includesGlyphs: true)
    return JSONWriter.bytes(of: text)
      + (try fixture.pixels(index, RenderRequest(scale: .pixelsPerPoint(0.5))).bytes)
  }

  @Test func aPageThatTakesAnothersTabLooksAsInATabOfItsOwn() throws {
    var files: [String: String] = [:]
    for (index, (body, style)) in Self.traces.enumerated() {
      files["page\(index + 1).html"] = Fixture.document(body, style: style)
    }
    // Tabs of pages with scripts are not used again.
    for name in ["page6.html", "page7.html"] { files[name] = Fixture.document("<script></script>") }
    let apart = try Fixture(files)
    let alone = try Self.traces.indices.map { index in
      for scripted in [5, 6] { _ = try apart.page(scripted) }
      return try Self.look(apart, index)
    }
    let together = try Fixture(files)
    for index in Array(Self.traces.indices) + [3, 0, 4, 1, 2] {
      #expect(try Self.look(together, index) == alone[index], "page \(index + 1)")
    }
  }
}
