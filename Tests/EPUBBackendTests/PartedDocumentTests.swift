import RectoPageModel
import TestSupport
import Testing

/// A document of many elements is laid out in parts, and is one document for all that.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PartedDocumentTests {
  private static let paragraphs = 0..<60
  private static let styled = String(repeating: "<i class='x'></i>", count: 300)

  private static func document(_ around: (String) -> String) -> String {
    let blocks = paragraphs.map { "<p id='p\($0)'>Paragraph \($0).\(styled)</p>" }
    return "<p><a href='#p57'>Ahead</a></p>" + around(blocks.joined(separator: "\n"))
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
      lines == ["Ahead"] + Self.paragraphs.map { "Paragraph \($0)." } + ["The end", "Another"])
    #expect(layouts.names.filter { $0.hasPrefix("part") }.count == 5)
    let target = try #require(try page(of: book, with: "Paragraph 57."))
    guard case .page(target, _)? = try book.links(0).first?.target else {
      Issue.record("the link leads to \(try book.links(0).map(\.target))")
      return
    }
    let outline = try #require(book.publication as? any OutlinedPublication).outline()
    for (entry, text) in zip(outline, ["Paragraph 30.", "Another"]) {
      guard case .page(let found, _)? = entry.target else { continue }
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
    var named = Locator(href: "book/1.xhtml", mediaType: "application/xhtml+xml")
    named.fragments = ["end"]
    #expect(try locating.page(of: named) == book.pageCount - 2)
  }

  /// Words beside a block would be torn from it, a list is one thing, and so is what is no XML.
  @Test(arguments: [("div", "beside"), ("ul", "\n"), ("div", "<br>")])
  func aDocumentThatCannotBeCutIsLaidOutAsOne(name: String, between: String) throws {
    let book = try book(
      Self.document { "<\(name)>\($0.replacing("\n", with: between))</\(name)>" })
    #expect(try page(of: book, with: "The end") != nil)
    #expect(layouts.names.filter { $0.hasPrefix("part") }.count <= 3)
  }
}
