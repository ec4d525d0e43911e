import RectoPageModel
import TestSupport
import Testing

/// The targets of links and of the table of contents.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct TargetTests {
  private static let chapters = [
    "1": """
    <p><a href="2.xhtml">two</a> <a href="2.xhtml#late">late</a> <a href="#here">here</a>
    <a href="https://example.org/">web</a> <a href="map.pdf">map</a> <a href="gone.xhtml">gone</a></p>
    <div style="break-before:page"></div><h2 id="here">Here</h2>
    """,
    "2": paragraphs(0..<40) + "<h2 id='late'>Late</h2>" + paragraphs(40..<60),
  ]

  private func book() throws -> Fixture {
    try Fixture(
      Self.chapters, items: ["map.pdf": ""],
      contents: """
        <li><a href="1.xhtml">First</a></li>
        <li><a href="2.xhtml">Second</a><ol><li><a href="2.xhtml#late">Late</a></li></ol></li>
        """)
  }

  @Test func linksLeadToPagesOfOtherChapters() throws {
    let book = try book()
    let targets = try book.links(0).map(\.target)
    try #require(targets.count == 6)
    #expect(targets[0] == .page(2, nil))
    #expect(try headingIsAt(targets[1], "Late", in: book))
    #expect(try headingIsAt(targets[2], "Here", in: book))
    #expect(
      Array(targets[3...]) == [
        .url("https://example.org/"), .file("book/map.pdf"), .broken("book/gone.xhtml"),
      ])
  }

  @Test func theTableOfContentsLeadsToPages() throws {
    let book = try book()
    let outline = try #require(book.publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["First", "Second"])
    #expect(outline.map(\.target) == [.page(0, nil), .page(2, nil)])
    #expect(outline[1].children.map(\.title) == ["Late"])
    #expect(try headingIsAt(try #require(outline[1].children[0].target), "Late", in: book))
  }

  /// True if the word is on the page, next to the point.
  private func headingIsAt(_ target: LinkTarget, _ word: String, in book: Fixture) throws -> Bool {
    guard case .page(let page, let point?) = target,
      let box = try book.words(page).first(where: { $0.text == word })?.box
    else { return false }
    return abs(point.x - box.minX) < 4 && point.y > box.minY - 24 && point.y < box.maxY
  }
}
