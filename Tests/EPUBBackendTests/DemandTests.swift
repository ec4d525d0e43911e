import RectoPageModel
import TestSupport
import Testing

/// A page of a book needs the chapters before it to be counted, and none behind it.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct DemandTests {
  private let layouts = SharedLayouts()

  private func book(
    _ chapters: [String: String], _ layout: LayoutOptions = LayoutOptions()
  ) throws -> Fixture {
    try Fixture(chapters, layout: layout, layouts: layouts)
  }

  private static let long = [
    "1": paragraphs(0..<40), "2": paragraphs(40..<80), "3": "<p id='end'>Three</p>",
  ]

  private var chaptersLaidOut: Set<String> { layouts.names.filter { $0.hasPrefix("part") } }

  @Test func openingLaysNothingOut() throws {
    let facts = PublicationFacts(try book(Self.long).publication)
    #expect(facts.pageCountIsEstimated == true && facts.pageCount >= 3)
    #expect(layouts.names.isEmpty)
  }

  /// Their bytes alone give more than twice the pages of the first two.
  @Test(arguments: [
    String(
      repeating: "<p>So it is <math xmlns='http://www.w3.org/1998/Math/MathML'><mrow><mi>a</mi>"
        + "<mo stretchy='false' form='infix'>+</mo><mi mathvariant='italic'>b</mi></mrow></math> that the"
        + " <span class='term' id='of the tide' data-lang='en' title='of the tide'>tide</span> has.</p>",
      count: 400),
    "<p>"
      + String(
        repeating: "<span class='verse line of the stanza' id='of the first edition of the book'>"
          + "Low the tide</span><br/>",
        count: 800) + "</p>",
    String(repeating: "<p>潮は日に二度満ちて、また引いていく。港の人々はそれを見て暮らす。</p>", count: 400),
    paragraphs(0..<300),
  ])
  func theNumberOfPagesIsAboutThatOfTheWholeBook(chapter: String) throws {
    let book = try book(["1": chapter, "2": chapter])
    let counted = try #require(book.publication as? any CountedPublication)
    let about = Double(counted.pageCountSoFar.value)
    #expect(layouts.names.isEmpty)
    #expect((0.6...1.7).contains(about / Double(book.pageCount)), "\(about) of \(book.pageCount)")
  }

  @Test func aPageLaysOutWhatComesBeforeAndNoMore() throws {
    let book = try book(Self.long)
    #expect(try book.text(0).plain.hasPrefix("Paragraph 0"))
    #expect(chaptersLaidOut == ["part 0"])
    let second = try #require(PagesOfChapter(0, of: book))
    #expect(try book.text(second.count).plain.hasPrefix("Paragraph 40"))
    #expect(chaptersLaidOut == ["part 0", "part 1"])
    let counted = try #require(book.publication as? any CountedPublication)
    #expect(counted.pageCountSoFar.isEstimated)
    #expect(throws: PageError.self) { try book.page(10_000) }
    #expect(counted.pageCountSoFar == PageCount(book.pageCount))
  }

  /// The number of pages of a chapter, by the letters that they end with.
  private struct PagesOfChapter {
    let count: Int

    init?(_ chapter: Int, of book: Fixture) {
      guard
        let first = (0..<20).first(where: { index in
          (try? book.text(index).plain.contains("Paragraph 39 ")) == true
        })
      else { return nil }
      count = first + 1
    }
  }

  @Test func theLastDocumentIsAnExcerpt() throws {
    let excerpt = try book(Self.long, LayoutOptions(excerpt: LayoutOptions.lastDocument))
    #expect(try excerpt.text(excerpt.pageCount - 1).plain == "Three")
    #expect(chaptersLaidOut == ["part 2"])
    #expect(excerpt.publication.info.isExcerpt)
  }

  @Test func aPlaceLaysOutWhatComesBefore() throws {
    let book = try book(Self.long)
    let locating = try #require(book.publication as? any LocatingPublication)
    var place = Locator(href: "book/2.xhtml", mediaType: "application/xhtml+xml")
    place.progression = 0
    let page = try #require(try locating.page(of: place))
    #expect(try book.text(page).plain.hasPrefix("Paragraph 40"))
    #expect(chaptersLaidOut == ["part 0", "part 1"])
  }

  /// It is the same whether or not the rest is laid out.
  @Test func theShareOfTheWholeDependsOnNoLayout() throws {
    let early = try #require(try book(Self.long).publication as? any LocatingPublication)
    let share = try #require(try early.locator(ofPage: 1).totalProgression)
    #expect(share > 0 && share < 0.5)
    #expect(early.pageCount > 3)
    #expect(try early.locator(ofPage: 1).totalProgression == share)
  }

  @Test func numbersAreKeptInBlocks() throws {
    let chapters = Dictionary(
      uniqueKeysWithValues: (100..<140).map { ("\($0)", "<p>Chapter \($0)</p>") })
    #expect(try book(chapters).text(35).plain == "Chapter 135")
    #expect(
      layouts.text(.counts(ofBlock: 0))
        == "[\(Array(repeating: "1", count: 32).joined(separator: ","))]")
    #expect(!layouts.names.contains("pagination"))
    for index in 0..<32 { layouts[.part(index)] = nil }
    #expect(try book(chapters).text(35).plain == "Chapter 135")
    #expect(!layouts.names.contains("part 0"))
    for wrong in ["[1]", "[", "[-2,1]"] {
      layouts[.counts(ofBlock: 0)] = Array(wrong.utf8)
      #expect(try book(chapters).text(35).plain == "Chapter 135", "\(wrong)")
    }
  }

  @Test func pagesOfFixedSizeAreCountedAtOnce() throws {
    let book = try Fixture(
      ["1": "<p>One</p>", "2": "<p>Two</p>"],
      metadata: #"<meta property="rendition:layout">pre-paginated</meta>"#, layouts: layouts)
    #expect(PublicationFacts(book.publication).pageCountIsEstimated == false)
    #expect(PublicationFacts(book.publication).pageCount == 2)
  }

  /// A failure that the machine's load may have caused makes no shorter book.
  @Test func aChapterBeyondItsLimitsLeavesTheNumberUncertain() throws {
    let book = try Fixture(
      ["1": "<p>One</p>", "2": "<p>Two</p>"], layouts: SharedLayouts(pagination: "[1,-1]"))
    #expect(PublicationFacts(book.publication).pageCountIsEstimated == true)
    #expect(book.publication.info.warnings.map(\.code) == [PageWarning.partBeyondLimit])
  }
}
