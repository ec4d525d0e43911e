import RectoPageModel
import TestSupport
import Testing

/// Places that other layouts find again.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LocatorTests {
  private static let chapters = [
    "1": paragraphs(0..<50), "2": "<p>Two</p>", "3": paragraphs(50..<90),
  ]

  private func book(_ layout: LayoutOptions = LayoutOptions()) throws -> (
    Fixture, any LocatingPublication
  ) {
    let book = try Fixture(Self.chapters, layout: layout)
    return (book, try #require(book.publication as? any LocatingPublication))
  }

  @Test func everyPagesPlaceIsOnThatPage() throws {
    let (book, locating) = try book()
    for index in 0..<book.pageCount {
      #expect(try locating.page(of: locating.locator(ofPage: index)) == index)
    }
  }

  @Test(arguments: ["", "rendition:layout-pre-paginated"])
  func everyPlaceInTheSpineOfOneDocumentIsItsOwn(properties: String) throws {
    let reference = "<itemref idref='1' properties='\(properties)'/>"
    let book = try Fixture(
      ["1": "<p>One</p>", "2": paragraphs(0..<30)], spine: ["1": properties],
      references: reference + reference)
    let locating = try #require(book.publication as? any LocatingPublication)
    #expect(book.pageCount > 4)
    for index in 0..<book.pageCount {
      #expect(try locating.page(of: locating.locator(ofPage: index)) == index)
    }
  }

  @Test func anotherLayoutHasThePlaceWhereItsWordsAre() throws {
    let (plain, places) = try book()
    for layout in [
      LayoutOptions(fontScale: 1.7), LayoutOptions(pageSize: Size(width: 250, height: 400)),
      LayoutOptions(pageSize: Size(width: 900, height: 700), margin: 10),
    ] {
      let (other, found) = try book(layout)
      for index in 0..<plain.pageCount {
        let first = try #require(
          try plain.words(index).first { Int($0.text) != nil } ?? plain.words(index).first)
        let page = try #require(try found.page(of: places.locator(ofPage: index)))
        let here = try other.words(page).map(\.text)
        // The page may begin in the middle of a paragraph whose number is on the one before.
        let next = page + 1 < other.pageCount ? try other.words(page + 1).map(\.text) : []
        #expect((here + next).contains(first.text), "\(layout): page \(index) → \(page)")
      }
    }
  }

  @Test func aPlaceSaysWhatReadiumSays() throws {
    let (book, locating) = try book()
    let last = try locating.locator(ofPage: book.pageCount - 1)
    #expect(last.href == "book/3.xhtml")
    #expect(last.mediaType == "application/xhtml+xml")
    #expect(last.position == book.pageCount)
    #expect(try #require(last.progression) > 0)
    #expect(last.textHighlight?.isEmpty == false)
  }

  @Test func aPlaceWithANameOrElsewhereIsFoundToo() throws {
    let (_, locating) = try book()
    var place = Locator(href: "book/2.xhtml", mediaType: "application/xhtml+xml")
    let second = try #require(try locating.page(of: place))
    #expect(try locating.locator(ofPage: second).href == "book/2.xhtml")
    place.href = "book/9.xhtml"
    #expect(try locating.page(of: place) == nil)
  }
}
