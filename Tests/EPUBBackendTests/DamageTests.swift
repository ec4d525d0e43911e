import EPUBBackend
import PageModel
import TestSupport
import Testing

/// Books with something wrong in them.
@Suite(.oneBrowserAtATime, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct DamageTests {
  @Test func aPartThatCannotBeShownCostsItsPage() throws {
    let book = try Fixture(["1": "<p>One</p>", "2": "<p>Two</p>"], items: ["3.psd": "no picture"])
    #expect(book.pageCount == 2)
    let broken = try Fixture(
      ["1": "<p>One</p>", "2": String(repeating: "<div>", count: 3), "3": "<p>Three</p>"])
    #expect(broken.pageCount == 3)
    #expect(try broken.text(2).plain == "Three")
  }

  @Test func countsOfAnotherBookAreNotAdopted() throws {
    let book = try Fixture(["1": "<p>One</p>", "2": "<p>Two</p>"])
    let paginating = try #require(book.publication as? any PaginatingPublication)
    for counts in [[1], [1, 0], [1, -5], [1, 1, 1], [1, Int.max]] {
      #expect(throws: PageError.self) { try paginating.adopt(pagination: counts) }
    }
    try paginating.adopt(pagination: [4, 1])
    #expect(book.pageCount == 5)
    #expect(throws: PageError.self) { try book.page(2) }
    #expect(try book.text(4).plain == "Two")
  }

  @Test func pagesBeyondTheEndAreRefused() throws {
    let book = try Fixture(["1": "<p>One</p>"])
    for index in [-1, 1, Int.max, Int.min] {
      let error = #expect(throws: PageError.self) { try book.page(index) }
      #expect(error?.code == .noSuchPage)
    }
  }
}
