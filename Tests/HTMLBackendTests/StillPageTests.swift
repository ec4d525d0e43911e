import RectoBrowser
import RectoJSON
import RectoPageModel
import TestSupport
import Testing

@testable import RectoHTMLBackend

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
    let publication = try warm.helper().open(
      Source(path: folder.path, content: .folder(entries: ["page1.html"])),
      options: OpenOptions(callSeconds: Patience.seconds))
    let text = try #require(try publication.page(at: 0) as? any TextPage).text()
    #expect(text.blocks.flatMap(\.lines).flatMap(\.words).map(\.text) == ["a", "ran"])
  }

  /// Each leaves something behind that another must not have. They are XML as well.
  private static let traces = [
    ("<p><a href='page2'>Next</a> <a href='page1'>Here</a></p>", "html { background: #fed }"),
    (
      "<details open=''><summary>One</summary>first</details>",
      "html { font-size: 30px; zoom: 1.2 }"
    ),
    ("<p id='p' style='margin-top: 2000px'>Deep</p>", "* { writing-mode: vertical-rl }"),
    ("<p><a href='page1'>Back</a> <a href='#p'>Down</a></p>", "a:visited { color: #0a0 }"),
    (
      "<input value='filled' autofocus=''/> <p lang='de'>Donaudampfschiff</p>",
      "p { hyphens: auto; width: 1em }"
    ),
  ]

  private static func document(_ body: String, style: String = "", isXML: Bool) -> String {
    guard isXML else { return Fixture.document(body, style: style) }
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Fixture</title>\
      <style>body { margin: 40px } \(style)</style></head><body>\(body)</body></html>
      """
  }

  private static func look(_ fixture: Fixture, _ index: Int) throws -> [UInt8] {
    let page = try fixture.page(index)
    let text = PageTextDocument(
      index: 0, label: "", size: page.size, text: try fixture.text(index), includesGlyphs: true)
    return JSONWriter.bytes(of: text)
      + (try fixture.pixels(index, RenderRequest(scale: .pixelsPerPoint(0.5))).bytes)
  }

  @Test(arguments: [false, true])
  func aPageThatTakesAnothersTabLooksAsInATabOfItsOwn(isXML: Bool) throws {
    let suffix = isXML ? "xhtml" : "html"
    var files: [String: String] = [:]
    for (index, (body, style)) in Self.traces.enumerated() {
      let body = body.replacing(/page[12]/) { "\($0.output).\(suffix)" }
      files["page\(index + 1).\(suffix)"] = Self.document(body, style: style, isXML: isXML)
    }
    // Tabs of pages with scripts are not used again.
    for number in [6, 7] {
      files["page\(number).\(suffix)"] = Self.document("<script></script>", isXML: isXML)
    }
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

  @Test func pagesWithoutScriptsTakeTurnsInTwoTabs() throws {
    let folder = try temporaryFolder()
    let names = (1...5).map { "page\($0).html" }
    for name in names { try folder.write(Fixture.document("<p>\(name)</p>").utf8, to: name) }
    try folder.write(Fixture.document("<script></script>").utf8, to: names[4])
    let source = try HTMLSource(
      Source(path: folder.path, content: .folder(entries: names)),
      options: OpenOptions(callSeconds: Patience.seconds))
    let pages = LoadedPages(try warmBrowsers.helper())
    let owner = pages.makeOwner()
    let tabs = try names.indices.map { try pages.page($0, of: source, owner: owner).tab }
    #expect(tabs[0] !== tabs[1] && tabs[2] === tabs[0] && tabs[3] === tabs[1])
    #expect(tabs[4] !== tabs[2] && tabs[4] !== tabs[3])
  }
}
