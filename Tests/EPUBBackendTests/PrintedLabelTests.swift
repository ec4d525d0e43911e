import RectoPageModel
import TestSupport
import Testing

/// The labels of the pages of a printed edition.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PrintedLabelTests {
  @Test func aDocumentOfFixedSizeHasOne() throws {
    let list =
      "<nav epub:type='page-list' xmlns:epub='http://www.idpf.org/2007/ops'><ol>"
      + ["2.xhtml'>1", "3.xhtml#a'>2", "3.xhtml#b'>3"].map { "<li><a href='\($0)</a></li>" }
      .joined()
      + "</ol></nav>"
    let book = try Fixture(
      [
        "1": Fixture.document("<p>One</p>"), "2": Fixture.document("<p>Two</p>"),
        "3": Fixture.document("<p>Three</p>"),
        "4": Fixture.document("<p>Four</p>"),
      ],
      items: [
        "nav.xhtml": Fixture.document(
          "<nav epub:type='toc' xmlns:epub='http://www.idpf.org/2007/ops'><ol/></nav>" + list)
      ],
      metadata: "<meta property='rendition:layout'>pre-paginated</meta>")
    #expect(try (0..<4).map { try book.page($0).label } == ["[1]", "1", "2", "4"])
  }

  @Test func aPageOfAChapterHasTheFirstThatBeginsOnIt() throws {
    let list =
      "<nav epub:type='page-list' xmlns:epub='http://www.idpf.org/2007/ops'><ol>"
      + [
        "1.xhtml'>iv", "1.xhtml#a'>2", "1.xhtml#b'>3", "1.xhtml#none'>4", "2.xhtml#c'>2",
        "2.xhtml#c'>5",
      ]
      .map { "<li><a href='\($0)</a></li>" }.joined()
      + "</ol></nav>"
    let next = "<p style='break-before: page' id="
    let layouts = SharedLayouts()
    func book() throws -> Fixture {
      try Fixture(
        [
          "1": "<p>One</p>\(next)'x'>Two</p>\(next)'a'>Three <b id='b'>b</b></p>",
          "2": "<p id='c'>Four</p>",
        ],
        items: [
          "nav.xhtml": Fixture.document(
            "<nav epub:type='toc' xmlns:epub='http://www.idpf.org/2007/ops'><ol/></nav>" + list)
        ], layouts: layouts)
    }
    let labels = ["iv", "[2]", "2", "5"]
    #expect(try (0..<4).map { try book().page($0).label } == labels)
    let counted = try book()
    #expect(counted.pageCount == 4)
    #expect(try (0..<4).map { try counted.page($0).label } == labels)
    // Kept, so that no chapter is needed.
    for item in 0..<2 { layouts[.part(item)] = nil }
    let again = try book()
    #expect(try (0..<4).map { try again.page($0).label } == labels)
    #expect(!layouts.names.contains("part 0"))
  }
}
