import RectoEPUBReading
import RectoPageModel
import Testing

@Suite struct NavigationTests {
  @Test func labelsAreWordsOrWhatStandsForThem() throws {
    var made = HandMadeBook()
    made.addNavigation(
      """
      <li><a href="c1.xhtml">One <b>and</b>
        more</a></li>
      <li><a href="c1.xhtml#x%20y"><img src="p.png" alt="A picture" title="other"/></a></li>
      <li><a href="c1.xhtml"><img src="p.png" title="Its title"/></a></li>
      <li><a href="c1.xhtml" title="Of the link"><img src="p.png"/></a></li>
      <li><span>Group</span><ol><li><a href="https://example.org/">Away</a></li></ol></li>
      <li/>
      """)
    let contents = try made.book().contents
    #expect(
      contents.map(\.label) == ["One and more", "A picture", "Its title", "Of the link", "Group"])
    #expect(contents[1].target == .resource(try RelativePath("OPS/c1.xhtml"), fragment: "x y"))
    #expect(contents[4].target == nil)
    #expect(contents[4].children.first?.target == .remote("https://example.org/"))
  }

  @Test func anEntryKeepsItsWordsAndItsLinkInOtherElements() throws {
    var made = HandMadeBook()
    made.addNavigation(
      """
      <li><span>1.</span> <a href="c1.xhtml#one">One</a></li>
      <li>2. <a href="c1.xhtml#two">Two</a></li>
      <li><p><a href="c1.xhtml#three">Three</a></p><ol><li><b><a href="c1.xhtml">In</a></b></li></ol></li>
      <li>Loose<div><ol><li><a href="c1.xhtml#four">Below</a></li></ol></div></li>
      <li><a id="x"/><a href="c1.xhtml#five">Five</a> <span>page 9</span></li>
      """)
    let contents = try made.book().contents
    #expect(contents.map(\.label) == ["1. One", "2. Two", "Three", "Loose", "Five page 9"])
    let fragments = contents.map { $0.target?.fragment }
    #expect(fragments == ["one", "two", "three", nil, "five"])
    #expect(contents[2].children.map(\.label) == ["In"])
    #expect(contents[3].children.map { $0.target?.fragment } == ["four"])
  }

  @Test func aNavigationThatIsNotWellFormedIsReadAsHTML() throws {
    var made = HandMadeBook()
    made.addNavigation(#"<li><a href="c1.xhtml">One</a></li>"#)
    made.add(
      "nav.xhtml",
      """
      <html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
      <li><a href="c1.xhtml">Ebb & flow<br></a><ol><li><a href="c1.xhtml#b">Inner</a></ol>
      <li><a href="c1.xhtml#c">Après</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p4">4</a></li></ol></nav></body></html>
      """)
    let book = try made.book()
    #expect(book.contents.map(\.label) == ["Ebb & flow", "Après"])
    #expect(book.contents[0].children.map(\.label) == ["Inner"])
    #expect(book.pageList.map(\.label) == ["4"])
    #expect(book.warnings.map(\.code) == ["damaged-navigation"])
  }

  @Test func aListWithoutATypeIsTheTableOfContentsWhereNoneIs() throws {
    var made = HandMadeBook()
    made.addNavigation(#"<li><a href="c1.xhtml">One</a></li>"#)
    let plain = "<nav><ol><li><a href='c1.xhtml'>Plain</a></li></ol></nav>"
    let typed = "<nav epub:type='toc'><ol><li><a href='c1.xhtml'>Typed</a></li></ol></nav>"
    for (body, label) in [(plain, "Plain"), (plain + typed, "Typed")] {
      made.add(
        "nav.xhtml",
        "<html xmlns:epub='http://www.idpf.org/2007/ops'><body>\(body)</body></html>")
      let book = try made.book()
      #expect(book.contents.map(\.label) == [label])
      #expect(book.warnings == [])
    }
  }

  @Test func theNavigationHasPagesAndLandmarks() throws {
    var made = HandMadeBook()
    made.addNavigation(#"<li><a href="c1.xhtml">One</a></li>"#)
    made.add(
      "nav.xhtml",
      """
      <html xmlns:epub="http://www.idpf.org/2007/ops"><body>
      <nav epub:type="toc" hidden=""><h1>Contents</h1><ol><li><a href="c1.xhtml">One</a></li></ol>
      </nav><nav epub:type="page-list"><ol><li><a href="c1.xhtml#p4">4</a></li></ol></nav>
      <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">Start</a></li>
      </ol></nav></body></html>
      """)
    let book = try made.book()
    #expect(book.contents.map(\.label) == ["One"])
    #expect(book.pageList.map(\.label) == ["4"])
    #expect(book.landmarks.map(\.kinds) == [["bodymatter"]])
    #expect(book.spine.first?.path == (try RelativePath("OPS/c1.xhtml")))
  }

  @Test func withoutANavigationDocumentTheNCXCounts() throws {
    var made = HandMadeBook()
    made.spineAttributes = #"toc="ncx""#
    made.manifest += #"<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#
    made.add(
      "toc.ncx",
      """
      <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint playOrder="2">
      <navLabel><text> One </text></navLabel><content src="c1.xhtml"/><navPoint><navLabel><text>
      Below</text></navLabel><content src="c1.xhtml#b"/></navPoint></navPoint><navPoint/></navMap>
      <pageList><pageTarget value="4"><content src="c1.xhtml#p4"/></pageTarget></pageList></ncx>
      """)
    let book = try made.book()
    #expect(book.contents.map(\.label) == ["One"])
    #expect(book.contents.first?.children.map(\.label) == ["Below"])
    #expect(book.pageList.map(\.label) == ["4"])
    made.addNavigation("<li><a href=\"c1.xhtml\">Two</a></li>")
    #expect(try made.book().contents.map(\.label) == ["Two"])
    made.add("nav.xhtml", "<html")
    let damaged = try made.book()
    #expect(damaged.contents.map(\.label) == ["One"])
    #expect(damaged.warnings.map(\.code) == ["damaged-navigation"])
  }

  @Test(
    arguments: [
      ("b.xhtml", "OPS/text/b.xhtml", nil), ("../b.xhtml#f", "OPS/b.xhtml", "f"),
      ("../../../../b.xhtml", "b.xhtml", nil), ("/b.xhtml", "b.xhtml", nil),
      ("#f%C3%A9", "OPS/text/a.xhtml", "fé"), ("a%20b%2Fc.xhtml?q=1", "OPS/text/a b/c.xhtml", nil),
      (" ./b.xhtml\n", "OPS/text/b.xhtml", nil), ("100%.xhtml", "OPS/text/100%.xhtml", nil),
      ("%2e%2e/b.xhtml", "OPS/b.xhtml", nil), ("a/b:c.xhtml", "OPS/text/a/b:c.xhtml", nil),
    ] as [(String, String, String?)])
  func referencesResolveInTheContainer(
    written: String, path: String, fragment: String?
  ) throws {
    let document = try RelativePath("OPS/text/a.xhtml")
    #expect(
      BookReference(written, from: document)
        == .resource(try RelativePath(path), fragment: fragment))
  }

  @Test(arguments: ["https://example.org/a", "//example.org/a", "data:text/html,x", "file:///a"])
  func referencesElsewhereStayAsTheyAre(written: String) throws {
    #expect(BookReference(written, from: try RelativePath("a")) == .remote(written))
  }

  @Test(arguments: ["..%2F..%2F..%2F..%2Fetc", "%00", "/"])
  func referencesWithoutAFileAreDropped(written: String) throws {
    #expect(BookReference(written, from: try RelativePath("OPS/a")) == nil)
  }
}
