import RectoPageModel
import TestSupport
import Testing

/// Some pages of a long book, which are there before all are laid out.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ExcerptTests {
  /// Eight chapters of some pages each; the third links to itself and to the last.
  private static let chapters = Dictionary(
    uniqueKeysWithValues: (1...8).map { number in
      let links =
        number == 3 ? "<p><a href='3.xhtml#end'>near</a> <a href='8.xhtml'>far</a></p>" : ""
      let text = paragraphs(number * 100..<number * 100 + 40)
      return ("\(number)", "<h1>Chapter \(number)</h1>\(links)\(text)<p id='end'>End</p>")
    })

  private static let contents = (1...8).map {
    "<li><a href='\($0).xhtml'>Chapter \($0)</a></li>"
  }.joined()

  private func book(
    _ excerpt: String? = nil, _ layouts: (any LayoutStore)? = nil
  ) throws -> Fixture {
    try Fixture(
      Self.chapters, contents: Self.contents, layout: LayoutOptions(excerpt: excerpt),
      layouts: layouts)
  }

  private func locating(_ book: Fixture) throws -> any LocatingPublication {
    try #require(book.publication as? any LocatingPublication)
  }

  private func start(of chapter: Int, in book: Fixture) throws -> Int {
    let place = Locator(href: "book/\(chapter).xhtml", mediaType: "application/xhtml+xml")
    return try #require(try locating(book).page(of: place))
  }

  @Test func itsPagesAreThoseOfTheWhole() throws {
    let (whole, excerpt) = (try book(), try book("book/3.xhtml"))
    let start = try start(of: 3, in: whole)
    let own = try self.start(of: 4, in: whole) - start
    #expect(own > 1)
    #expect(!whole.publication.info.isExcerpt)
    #expect(excerpt.publication.info.isExcerpt)
    // Some to be read on, and not all of the rest.
    #expect(excerpt.pageCount >= own + 4)
    #expect(excerpt.pageCount < whole.pageCount - start)
    for index in 0..<excerpt.pageCount {
      let (a, b) = (try excerpt.pixels(index), try whole.pixels(start + index))
      #expect(a.withPixels { Array($0) } == b.withPixels { Array($0) }, "page \(index)")
    }
    let beyond = excerpt.pageCount
    #expect { try excerpt.page(beyond) } throws: { ($0 as? PageError)?.code == .noSuchPage }
  }

  @Test(arguments: [".", "book/9.xhtml", "book/1.xhtml"])
  func itBeginsWithTheFirstDocumentWhereThereIsNoOther(_ href: String) throws {
    let (whole, excerpt) = (try book(), try book(href))
    #expect(excerpt.publication.info.isExcerpt)
    #expect(try excerpt.text(0).plain == whole.text(0).plain)
    #expect(excerpt.pageCount < whole.pageCount)
  }

  @Test func itsPlacesAreFoundInTheWhole() throws {
    let (whole, excerpt) = (try book(), try book("book/3.xhtml"))
    let start = try start(of: 3, in: whole)
    for index in 0..<excerpt.pageCount {
      let place = try locating(excerpt).locator(ofPage: index)
      #expect(try locating(whole).page(of: place) == start + index)
      // The position in the whole book is still unknown.
      #expect(place.position == nil && place.totalProgression == nil)
      #expect(
        try locating(excerpt).page(of: locating(whole).locator(ofPage: start + index)) == index)
    }
    // A place outside the excerpt has no page.
    for page in [0, whole.pageCount - 1] {
      #expect(try locating(excerpt).page(of: locating(whole).locator(ofPage: page)) == nil)
    }
  }

  @Test func linksOutOfItLeadToAnotherFile() throws {
    let excerpt = try book("book/3.xhtml")
    let links = try excerpt.links(0)
    let own = try start(of: 4, in: excerpt)
    #expect(links.count == 2)
    if case .page(let page, _)? = links.first?.target {
      #expect(page == own - 1)
    } else {
      Issue.record("\(links)")
    }
    #expect(links.last?.target == .file("book/8.xhtml"))
    let outline = try #require(excerpt.publication as? any OutlinedPublication).outline()
    #expect(outline.count == 8)
    #expect(outline[0].target == .file("book/1.xhtml"))
    #expect(outline[2].target == .page(0, nil))
    #expect(outline[3].target == .page(own, nil))
  }

  @Test func aShortBookIsNotAnExcerpt() throws {
    let layout = LayoutOptions(excerpt: ".")
    let short = try Fixture(["1": "<p>One</p>", "2": "<p>Two</p>"], layout: layout)
    #expect(short.pageCount == 2)
    #expect(!short.publication.info.isExcerpt)
  }

  /// Pages of fixed size are counted at once.
  @Test func aBookOfFixedPagesIsNotAnExcerpt() throws {
    let pages = Dictionary(uniqueKeysWithValues: (1...9).map { ("\($0)", "<p>\($0)</p>") })
    let fixed = try Fixture(
      pages, metadata: #"<meta property="rendition:layout">pre-paginated</meta>"#,
      layout: LayoutOptions(excerpt: "book/5.xhtml"))
    #expect(fixed.pageCount == 9)
    #expect(!fixed.publication.info.isExcerpt)
  }

  @Test func anotherCopyTakesItsCountsOver() throws {
    let layouts = SharedLayouts()
    let first = try book("book/3.xhtml", layouts)
    let pages = first.pageCount
    let second = try book("book/3.xhtml", layouts)
    #expect((second.publication as? any PaginatingPublication)?.isPaginated == true)
    #expect(second.pageCount == pages)
    #expect(second.publication.info.isExcerpt)
    // More than there are documents behind it, and none at all.
    for wrong in ["[1,1,1,1,1,1,1]", "[]"] {
      layouts[LayoutName("excerpt")!] = Array(wrong.utf8)
      #expect(try book("book/3.xhtml", layouts).pageCount == pages)
    }
  }
}
