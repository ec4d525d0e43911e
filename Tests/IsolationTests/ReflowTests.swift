import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoRaster
import RectoWorkers
import TestSupport
import Testing

/// A Markdown story in real workers, in one layout and another. One test at a time: others count
/// the workers that there are.
@Suite(.serialized) struct ReflowTests {
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  /// Words that occur once each, in paragraphs under headings.
  private static let story = (0..<40).map { chapter in
    "## Chapter \(chapter)\n\n"
      + (0..<3).map { paragraph in
        (0..<60).map { "w\(chapter * 180 + paragraph * 60 + $0)" }.joined(separator: " ")
      }.joined(separator: "\n\n")
  }.joined(separator: "\n\n")

  private func open(
    _ layout: LayoutOptions = LayoutOptions(), cache: ResultCache? = nil, text: String = story
  ) async throws -> OpenPublication {
    let path = try folder.write(Array(text.utf8), to: "a story.md")
    let pool = patientPool(try Self.zygote.get())
    let recto = Recto(backends: builtInBackends(), isolation: .workers(pool), cache: cache)
    return try await recto.open(path, options: OpenOptions(layout: layout))
  }

  /// The story's own words on a page, without headings and folios.
  private func words(_ publication: OpenPublication, _ page: Int) async throws -> [String] {
    try await publication.text(ofPage: page).blocks.filter { $0.role == .paragraph }
      .flatMap(\.lines).flatMap(\.words).map(\.text).filter { $0.hasPrefix("w") }
  }

  private static let layouts = [
    LayoutOptions(pageSize: Size(width: 300, height: 400)), LayoutOptions(fontScale: 2),
    LayoutOptions(fontScale: 0.5), LayoutOptions(margin: 10, theme: "night"),
    LayoutOptions(pageSize: Size(width: 150, height: 900), fontScale: 1.3, margin: 5),
  ]

  // MARK: Layouts

  @Test func thePageSizeIsThatOfThePages() async throws {
    let publication = try await open(LayoutOptions(pageSize: Size(width: 300, height: 400.5)))
    #expect(try await publication.info.isReflowable)
    for page in [0, publication.pageCount - 1] {
      #expect(try await publication.facts(ofPage: page).boxes.crop.size.width == 300)
      #expect(try await publication.facts(ofPage: page).boxes.crop.size.height == 400.5)
    }
  }

  @Test func largerTypeTakesMorePages() async throws {
    var counts: [Int] = []
    for scale in [0.5, 1, 2] {
      counts.append(try await open(LayoutOptions(fontScale: scale)).pageCount)
    }
    #expect(counts[0] * 2 < counts[1] && counts[1] * 2 < counts[2], "\(counts)")
  }

  @Test func theMarginIsWhereTextBegins() async throws {
    for margin in [10.0, 80] {
      let text = try await open(LayoutOptions(margin: margin)).text(ofPage: 1)
      let left = text.blocks.filter { $0.role == .paragraph }.map(\.box.minX).min()
      #expect(abs((left ?? 0) - margin) < 2)
    }
  }

  @Test func aThemeChangesPixelsAndNotTheText() async throws {
    let plain = try await open()
    let night = try await open(LayoutOptions(theme: "night"))
    #expect(try await plain.text(ofPage: 1) == night.text(ofPage: 1))
    let corners = [
      try await plain.render(page: 1, RenderRequest()),
      try await night.render(page: 1, RenderRequest()),
    ].map { bitmap in bitmap.withPixels { $0.bindMemory(to: UInt32.self)[0] & 0xFF_FFFF } }
    #expect(corners == [0xFF_FFFF, 0x16_181C])
    #expect(try await night.info.warnings == [])
  }

  @Test func anUnknownThemeIsAWarningAndChangesNothing() async throws {
    let plain = try await open()
    let other = try await open(LayoutOptions(theme: "sepai"))
    let warnings = try await other.info.warnings
    #expect(warnings.map(\.code) == [LayoutOptions.unknownTheme])
    #expect(
      warnings.first?.message
        == "a story.md: there is no theme sepai: use gray, light, night, sepia")
    let bitmaps = [
      try await plain.render(page: 0, RenderRequest()),
      try await other.render(page: 0, RenderRequest()),
    ].map { bitmap in bitmap.withPixels { Array($0) } }
    #expect(bitmaps[0] == bitmaps[1])
  }

  @Test func aLayoutThatCannotBeIsABadRequest() async throws {
    for layout in [
      LayoutOptions(pageSize: Size(width: 10, height: 10)), LayoutOptions(fontScale: .nan),
      // A margin for the story's own page size.
      LayoutOptions(margin: 300),
    ] {
      let error = await #expect(throws: PageError.self) { _ = try await open(layout) }
      #expect(error?.code == .badRequest)
    }
  }

  /// A page that no word fits on does not cause a hang.
  @Test func theSmallestPageWithTheLargestTypeEnds() async throws {
    let side = LayoutOptions.pageSideRange.lowerBound
    let publication = try await open(
      LayoutOptions(pageSize: Size(width: side, height: side), fontScale: 5, margin: 17))
    _ = try await publication.render(page: 0, RenderRequest())
    #expect(publication.pageCount > 0)
  }

  // MARK: Places

  @Test func aPageIsFoundByThePlaceAtWhichItBegins() async throws {
    for layout in [LayoutOptions()] + Self.layouts {
      let publication = try await open(layout)
      for page in 0..<publication.pageCount {
        let place = try await publication.locator(ofPage: page)
        #expect(try await publication.page(of: place) == page)
        #expect(place.href == "a%20story.md" && place.position == page + 1)
        #expect(place.mediaType == "text/markdown")
      }
    }
  }

  @Test(arguments: layouts) func anotherLayoutKeepsTheReadersPlace(layout: LayoutOptions)
    async throws
  {
    let before = try await open()
    let after = try await open(layout)
    #expect(before.pageCount > 20)
    for (from, to) in [(before, after), (after, before)] {
      for page in 0..<from.pageCount {
        // A heading may be all that a low page has on it.
        guard let word = try await words(from, page).first else { continue }
        let place = try await from.locator(ofPage: page)
        let found = try #require(try await to.page(of: place))
        // The place may be that of a heading, which another page may part from what follows it.
        let shown = try await words(to, found)
        let next = found + 1 < to.pageCount ? try await words(to, found + 1) : []
        #expect(shown.contains(word) || next.first == word, "\(word) \(place)")
      }
    }
  }

  /// Its head is on every page, and none of them begins with it but the first.
  @Test func pagesOfALongTableAreToldApart() async throws {
    let rows = (0..<90).map { "| row \($0) | Straße 🏮 |" }.joined(separator: "\n")
    let publication = try await open(text: "# Tides\n\n| a | b |\n|---|---|\n\(rows)\n\nAn end.\n")
    #expect(publication.pageCount > 2)
    for page in 0..<publication.pageCount {
      let place = try await publication.locator(ofPage: page)
      #expect(try await publication.page(of: place) == page)
    }
    #expect(try await publication.locator(ofPage: 1).textHighlight?.hasPrefix("row ") == true)
  }

  @Test func aPlaceSaysWhatIsThere() async throws {
    let publication = try await open()
    let place = try await publication.locator(ofPage: 5)
    let first = try #require(try await words(publication, 5).first)
    #expect(place.textHighlight?.contains(first) == true)
    #expect(place.textBefore?.isEmpty == false && place.textAfter?.isEmpty == false)
    #expect(place.title?.hasPrefix("Chapter ") == true)
    let last = try #require(try await words(publication, 4).last)
    #expect(place.textBefore?.contains(last) == true)
  }

  @Test func aRoundedProgressionIsMendedByTheWords() async throws {
    let publication = try await open(LayoutOptions(fontScale: 2))
    for page in 0..<publication.pageCount {
      var place = try await publication.locator(ofPage: page)
      place.progression = place.progression.map { ($0 * 20).rounded() / 20 }
      #expect(try await publication.page(of: place) == page)
      place.progression = nil
      #expect(try await publication.page(of: place) == page)
    }
  }

  @Test func aPlaceIsFoundInATextThatWasEdited() async throws {
    let place = try await open().locator(ofPage: 12)
    let added = (0..<900).map { "new\($0)" }.joined(separator: " ") + "\n\n"
    let publication = try await open(text: added + Self.story)
    let page = try #require(try await publication.page(of: place))
    let words = try #require(place.textHighlight).split { !$0.isLetter && !$0.isNumber }
    let shown = try await publication.text(ofPage: page).plain
    #expect(shown.contains(words[0]), "\(place)")
    #expect(page > 12)
  }

  @Test func aPlaceWithoutWordsAndAHeadingsNameAreFoundToo() async throws {
    let publication = try await open()
    var place = Locator(href: "a%20story.md", mediaType: "text/markdown")
    place.progression = 1
    #expect(try await publication.page(of: place) == publication.pageCount - 1)
    place.progression = nil
    place.fragments = ["chapter-20"]
    let page = try #require(try await publication.page(of: place))
    #expect(try await publication.text(ofPage: page).plain.contains("Chapter 20"))
    place.fragments = ["nowhere"]
    #expect(try await publication.page(of: place) == nil)
    place.totalProgression = 0.5
    #expect(try await publication.page(of: place) == publication.pageCount / 2)
  }

  @Test func hostilePlacesAreAPageOrNone() async throws {
    let publication = try await open()
    for text in ["", "\u{0}", "w\u{FFFC}", String(repeating: "w", count: 4000), "\u{1F600}"] {
      for progression in [nil, 0, 1, .leastNonzeroMagnitude] as [Double?] {
        var place = Locator(href: "../../etc/passwd", mediaType: "")
        place.textBefore = text
        place.textHighlight = text
        place.progression = progression
        let page = try await publication.page(of: place)
        #expect(page.map { (0..<publication.pageCount).contains($0) } ?? true)
      }
    }
    let error = await #expect(throws: PageError.self) {
      var place = Locator(href: "a", mediaType: "b")
      place.progression = 2
      _ = try await publication.page(of: place)
    }
    #expect(error?.code == .badRequest)
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func fixedPagesAreTheirNumbers() async throws {
    let pool = patientPool(try Self.zygote.get())
    let recto = Recto(backends: builtInBackends(), isolation: .workers(pool))
    let issue = try await recto.open((samplesFolder() ?? "") + "/quay.pdf")
    let place = try await issue.locator(ofPage: 2)
    let expected = Locator(
      page: 2, of: issue.pageCount, href: "quay.pdf", mediaType: "application/pdf")
    #expect(place == expected)
    #expect(try await issue.page(of: place) == 2)
    let error = await #expect(throws: PageError.self) { _ = try await issue.locator(ofPage: 999) }
    #expect(error?.code == .noSuchPage)
  }

  // MARK: The cache

  @Test func twoLayoutsNeverShareAnImage() async throws {
    let cache = ResultCache(
      CacheConfiguration(
        directory: folder.path("cache"), memoryBytes: 64 << 20, diskBytes: 64 << 20))
    var images: Set<[UInt8]> = []
    let layouts = [LayoutOptions()] + Self.layouts
    for layout in layouts + layouts {
      let publication = try await open(layout, cache: cache)
      images.insert(
        try await publication.image(of: .page(3), RenderRequest(), EncodeOptions()))
    }
    #expect(images.count == layouts.count)
    #expect(cache.statistics.misses == layouts.count, "\(cache.statistics)")
  }
}
