import EPUBBackend
import PageModel
import TestSupport
import Testing

/// Books with something wrong in them.
@Suite(.oneBrowserAtATime, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct DamageTests {
  /// More frames than a page may have.
  @Test func aChapterThatCannotBeLaidOutCostsItsPage() throws {
    let bomb = String(repeating: "<iframe srcdoc='x'></iframe>", count: 120)
    let book = try Fixture(["1": "<p>One</p>", "2": bomb, "3": "<p>Three</p>"])
    #expect(book.pageCount == 3)
    let error = #expect(throws: PageError.self) { try book.text(1) }
    #expect(error?.code == .limit)
    #expect(error?.message.hasPrefix("book/2.xhtml: ") == true)
    #expect(book.publication.info.warnings.map(\.code) == ["chapter-without-pages"])
    #expect((book.publication as? any PaginatingPublication)?.pagination == [1, 0, 1])
    #expect(try book.text(2).plain == "Three")
  }

  @Test func countsOfAnotherBookAreNotAdopted() throws {
    let book = try Fixture(["1": "<p>One</p>", "2": "<p>Two</p>"])
    let paginating = try #require(book.publication as? any PaginatingPublication)
    for counts in [[1], [1, -5], [1, 1, 1], [1, Int.max]] {
      #expect(throws: PageError.self) { try paginating.adopt(pagination: counts) }
    }
    try paginating.adopt(pagination: [4, 1])
    #expect(book.pageCount == 5)
    #expect(throws: PageError.self) { try book.text(2) }
    #expect(try book.text(4).plain == "Two")
  }

  /// What is true of all pages of a chapter is known before it is laid out: a list of all pages of a
  /// long book lays out none.
  @Test func aPageSaysItsSizeBeforeItsChapterIsLaidOut() throws {
    let book = try Fixture(["1": "<p>One</p>"])
    let paginating = try #require(book.publication as? any PaginatingPublication)
    try paginating.adopt(pagination: [3])
    // The one that is there, and one that laying it out would not find.
    for index in [0, 2] {
      let page = try book.page(index)
      #expect(page.size == Size(width: 420, height: 595) && page.label == "\(index + 1)")
      #expect(page.rotation == .none && page.spreadPosition == .automatic)
    }
    #expect(try book.text(0).plain == "One")
    #expect(throws: PageError.self) { try book.text(2) }
  }

  @Test func whatAnotherCouldNotLayOutIsAPageAndAWarning() throws {
    let book = try Fixture(["1": "<p>One</p>", "2": "<p>Two</p>"])
    let paginating = try #require(book.publication as? any PaginatingPublication)
    try paginating.adopt(pagination: [0, 1])
    #expect(book.pageCount == 2)
    #expect(book.publication.info.warnings.map(\.code) == ["chapter-without-pages"])
  }

  @Test func pagesBeyondTheEndAreRefused() throws {
    let book = try Fixture(["1": "<p>One</p>"])
    for index in [-1, 1, Int.max, Int.min] {
      let error = #expect(throws: PageError.self) { try book.page(index) }
      #expect(error?.code == .noSuchPage)
    }
  }
}
