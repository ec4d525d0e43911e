import RectoPageModel
import TestSupport
import Testing

/// A document of many elements is laid out in parts, and is one document for all that.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct SplitDocumentTests {
  private static let paragraphs = 0..<60
  private static let styled = String(repeating: "<i class='x'></i>", count: 300)

  private static func document(_ around: (String) -> String) -> String {
    let blocks = paragraphs.map { number in
      let name = number % 7 == 0 ? "h2" : "p"
      return
        "<\(name) title='id=5' id = \"p\(number)\"><a name='n\(number)'></a>Paragraph \(number).\(styled)</\(name)>"
    }
    return "<p><a href='#p57'>Ahead</a> <a href='#n58'>Named</a></p>"
      + around(blocks.joined(separator: "\n"))
      + "<p id='end'>The end</p>"
  }

  private let layouts = SharedLayouts()

  private func book(_ document: String) throws -> Fixture {
    try Fixture(
      ["1": document, "2": "<p>Another</p>"],
      contents: "<li><a href='1.xhtml#p30'>Half</a></li><li><a href='2.xhtml'>Other</a></li>",
      layouts: layouts)
  }

  private func page(of book: Fixture, with text: String) throws -> Int? {
    try (0..<book.pageCount).first { try book.text($0).plain.contains(text) }
  }

  @Test func itsTextAndItsPlacesAreThoseOfOneDocument() throws {
    let book = try book(Self.document { "<div><section>\($0)</section></div>" })
    let lines = try (0..<book.pageCount).flatMap {
      try book.text($0).blocks.flatMap(\.lines).map(\.plain)
    }
    #expect(
      lines == ["Ahead Named"] + Self.paragraphs.map { "Paragraph \($0)." } + [
        "The end", "Another",
      ])
    #expect(layouts.names.filter { $0.hasPrefix("part") }.count == 4)
    // They begin with headings.
    for text in ["Paragraph 21.", "Paragraph 42."] {
      let page = try #require(try page(of: book, with: text))
      #expect(try book.text(page).plain.hasPrefix(text))
    }
    let target = try #require(try page(of: book, with: "Paragraph 57."))
    let named = try #require(try page(of: book, with: "Paragraph 58."))
    for (link, wanted) in zip(try book.links(0), [target, named]) {
      guard case .page(wanted, _) = link.target else {
        Issue.record("the link leads to \(link.target)")
        continue
      }
    }
    #expect(try book.links(0).count == 2)
    let outline = try #require(book.publication as? any OutlinedPublication).outline()
    for (entry, text) in zip(outline, ["Paragraph 30.", "Another"]) {
      guard case .page(let found, _)? = entry.target else {
        Issue.record("\(entry.title) leads to \(String(describing: entry.target))")
        continue
      }
      #expect(try page(of: book, with: text) == found)
    }
    #expect(outline.count == 2)
    let locating = try #require(book.publication as? any LocatingPublication)
    var last = -1.0
    for page in 0..<book.pageCount - 1 {
      let locator = try locating.locator(ofPage: page)
      #expect(locator.href == "book/1.xhtml")
      let progression = try #require(locator.progression)
      #expect(progression > last && progression < 1)
      #expect(try locating.page(of: locator) == page)
      last = progression
    }
    var place = Locator(href: "book/1.xhtml", mediaType: "application/xhtml+xml")
    place.fragments = ["end"]
    #expect(try locating.page(of: place) == book.pageCount - 2)
  }

  /// Words beside a block would be torn from it, a list is one thing, and so is a document that is
  /// not XML.
  @Test(arguments: [("div", "beside", 2), ("ul", "\n", 2), ("div", "<br>", 1)])
  func whatCannotBeCutStaysWhole(name: String, between: String, parts: Int) throws {
    let book = try book(
      Self.document { "<\(name)>\($0.replacing("\n", with: between))</\(name)>" })
    #expect(try page(of: book, with: "The end") != nil)
    // The paragraph at the end may be a part; the other document is one.
    #expect(layouts.names.filter { $0.hasPrefix("part") }.count == parts + 1)
  }
}
