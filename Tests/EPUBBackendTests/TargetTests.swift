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

  @Test(arguments: ["TCP/IP", "Rue_(Paris)_é", "L'été!", "a+b", "100%", "first", "second"])
  func everyNameOfAPlaceIsATarget(name: String) throws {
    let address = "2.xhtml#" + name.replacing("%", with: "%25")
    let book = try Fixture(
      [
        "1": "<p><a href=\"\(address)\">there</a></p>",
        "2": paragraphs(0..<40)
          + (["first", "second"].contains(name)
            ? "<h2><a id='first' name='second'>Here</a></h2>" : "<h2 id=\"\(name)\">Here</h2>")
          + "<form id='other'><input name='id'/></form>",
      ], contents: "<li><a href=\"\(address)\">Here</a></li>")
    let outline = try #require(book.publication as? any OutlinedPublication).outline()
    let targets = [try #require(outline[0].target), try #require(book.links(0).first).target]
    for target in targets { #expect(try headingIsAt(target, "Here", in: book)) }
  }

  /// Whatever comes before: somewhere the name is on a page that has no room for the heading.
  @Test func aNameBeforeAHeadingIsWhereTheHeadingStands() throws {
    for count in 18...26 {
      let lines = String(repeating: "<p>The sea</p>", count: count)
      let book = try Fixture(
        [
          "1":
            "<p><a href='#section'>there</a></p>\(lines)<div><span id='section'/><h2>Heading</h2>"
            + paragraphs(0..<9) + "</div>"
        ], contents: "<li><a href='1.xhtml#section'>Heading</a></li>", style: "p { margin: 0 }")
      let outline = try #require(book.publication as? any OutlinedPublication).outline()
      let targets = [outline[0].target] + (try book.links(0).map(\.target))
      #expect(targets.count == 2)
      for target in targets {
        #expect(try headingIsAt(try #require(target), "Heading", in: book), "\(count)")
      }
    }
  }

  /// True if the word is on the page, next to the point.
  private func headingIsAt(_ target: LinkTarget, _ word: String, in book: Fixture) throws -> Bool {
    guard case .page(let page, let point?) = target,
      let box = try book.words(page).first(where: { $0.text == word })?.box
    else { return false }
    return abs(point.x - box.minX) < 4 && point.y > box.minY - 24 && point.y < box.maxY
  }
}
