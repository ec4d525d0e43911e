import RectoEPUBBackend
import RectoPageModel
import TestSupport
import Testing

/// Books with something wrong in them.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct DamageTests {
  /// More frames than a page may have.
  @Test func aChapterThatCannotBeLaidOutCostsItsPage() throws {
    let bomb = String(repeating: "<iframe srcdoc='x'></iframe>", count: 120)
    let layouts = SharedLayouts()
    let book = try Fixture(["1": "<p>One</p>", "2": bomb, "3": "<p>Three</p>"], layouts: layouts)
    #expect(book.pageCount == 3)
    let error = #expect(throws: PageError.self) { try book.text(1) }
    #expect(error?.code == .limit)
    #expect(error?.message.hasPrefix("book/2.xhtml: ") == true)
    #expect(book.publication.info.warnings.map(\.code) == [PageWarning.partBeyondLimit])
    // Another day it may have time enough.
    #expect(layouts.text(.pagination) == "[1,-1,1]" && !layouts.isLasting(.pagination))
    #expect(try book.text(2).plain == "Three")
  }

  /// Facts that all pages of a chapter share are known before it is laid out, so that a list of all
  /// pages lays out none.
  @Test func aPageSaysItsSizeBeforeItsChapterIsLaidOut() throws {
    let book = try Fixture(["1": "<p>One</p>"], layouts: SharedLayouts(pagination: "[3]"))
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
    let book = try Fixture(
      ["1": "<p>One</p>", "2": "<p>Two</p>"], layouts: SharedLayouts(pagination: "[0,1]"))
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
