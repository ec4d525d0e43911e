import RectoPageModel
import Testing

@testable import RectoPipeline

/// Text that goes on over columns, pages and the gutter.
@Suite struct PublicationSearchTests {
  private static let size = Size(width: 200, height: 600)

  /// Lines that begin at a row of 12 points; their letters are 5 points wide.
  private func block(
    _ lines: String..., row: Int = 20, column: Int = 0, size: Double = 10,
    role: TextRole = .paragraph
  ) -> TextBlock {
    TextBlock(
      role: role,
      lines: lines.enumerated().map { number, text in
        var line = Printed.line(text, row: row + number)
        line.box.x += Double(column) * Printed.letterWidth
        for index in line.words.indices {
          line.words[index].size = size
          line.words[index].box.x += Double(column) * Printed.letterWidth
          for glyph in line.words[index].glyphs.indices {
            line.words[index].glyphs[glyph].x += Double(column) * Printed.letterWidth
          }
        }
        return line
      })!
  }

  /// The hits of a search that reads all pages, and the same of one that reads those that an index
  /// tells.
  private func hits(
    _ query: String, in pages: [[TextBlock]], spreads: [Spread] = [],
    _ change: (inout TextSearch.Options) -> Void = { _ in }
  ) throws -> [TextSearch.Hit] {
    var options = TextSearch.Options()
    change(&options)
    let search = try TextSearch(query, options: options)
    let texts = try pages.enumerated().map { index, blocks in
      try SearchedPage(
        PageText(order: .geometry, blocks: blocks), page: index, size: Self.size, isUpright: true,
        search.folding)
    }
    let found = try hits(search, in: texts, spreads)
    let index = SearchIndex(pages: texts.map { SearchIndex.Page($0) })
    if !options.isRegex,
      let wanted = index.pagesToRead(for: query, reach: query.count + TextSearch.contextLength)
    {
      let few = texts.map {
        wanted.contains($0.page) ? $0 : SearchedPage(index.pages[$0.page], page: $0.page)
      }
      #expect(try hits(search, in: few, spreads) == found, "read: \(wanted.sorted())")
    }
    return found
  }

  private func hits(
    _ search: TextSearch, in pages: [SearchedPage], _ spreads: [Spread]
  ) throws -> [TextSearch.Hit] {
    var running = try PublicationSearch(search, pages: pages.count, spreads: spreads)
    for page in pages { running.add(page) }
    return try pages.flatMap { _ in try running.next() }
  }

  // MARK: Pages

  @Test func aPhraseOverAPagesEndHasItsPlacesOnBothPages() throws {
    let found = try hits(
      "keeper came down", in: [[block("the last keeper")], [block("came down in the autumn")]])
    let hit = try #require(found.first)
    #expect(found.count == 1)
    #expect(hit.text == "keeper came down")
    #expect((hit.before, hit.after) == ("the last ", " in the autumn"))
    #expect(hit.page == 0 && hit.quads == [Quad(Printed.box(20, 9, 6))])
    #expect(
      hit.continued == [TextSearch.Hit.Part(page: 1, quads: [Quad(Printed.box(20, 0, 9))])])
  }

  @Test func aWordPartedOverAPagesEndIsFoundInBothForms() throws {
    let pages = [[block("weather per\u{2010}")], [block("mitting, and")]]
    #expect(try hits("permitting", in: pages).map(\.text) == ["permitting"])
    #expect(try hits("per-mitting", in: pages).map(\.text) == ["per\u{2010}mitting"])
    #expect(try hits("mitting", in: pages) { $0.wholeWords = true }.count == 1)
    #expect(try hits("permitting", in: pages) { $0.wholeWords = true }.count == 1)
  }

  @Test func aPhraseGoesOverAPageOfFewWords() throws {
    let found = try hits(
      "one two three", in: [[block("zero one")], [block("two")], [block("three four")]])
    #expect(found.map { $0.parts.map(\.page) } == [[0, 1, 2]])
  }

  @Test func runningHeadsAndPageNumbersPartNoPhrase() throws {
    let pages = (0..<4).map { page in
      [
        block("QUAY MAGAZINE", row: 0), block("w\(page)b first of", row: 10),
        block("the middle w\(page)e", row: 30), block("\(page + 7)", row: 48),
      ]
    }
    for page in 0..<3 {
      let found = try hits("w\(page)e w\(page + 1)b", in: pages)
      #expect(found.map { $0.parts.map(\.page) } == [[page, page + 1]])
    }
    // They are found where they stand.
    #expect(try hits("quay magazine", in: pages).map(\.page) == [0, 1, 2, 3])
  }

  @Test func aPageThatIsNotThereEndsTheText() throws {
    let search = try TextSearch("one two")
    var running = try PublicationSearch(search, pages: 2)
    for (page, text) in [(0, "one"), (2, "two")] {
      running.add(
        try SearchedPage(
          PageText(order: .geometry, blocks: [block(text)]), page: page, size: Self.size,
          isUpright: true, running.folding))
    }
    #expect(try running.next().isEmpty && running.next().isEmpty)
  }

  // MARK: Within a page

  @Test func aNoteAndAPicturesCaptionPartNoPhrase() throws {
    let page = [
      block("the light was trimmed by hand for", "a hundred and", row: 10),
      block("A note of no weight.", row: 40, size: 7), block("The rock", row: 30, role: .caption),
      block("forty years and no keeper", row: 10, column: 20),
    ]
    let hit = try #require(try hits("hundred and forty years", in: [page]).first)
    #expect(hit.text == "hundred and forty years" && hit.continued.isEmpty)
    #expect(hit.quads.count == 2)
    #expect(try hits("note of no weight. the rock", in: [page]).count == 1)
  }

  @Test func aWordPartedOverColumnsIsOneWord() throws {
    let page = [block("imag-", row: 40), block("ine an evening", row: 10, column: 20)]
    #expect(try hits("imagine", in: [page]).map(\.text) == ["imagine"])
  }

  @Test func aHitIsGivenOnceHoweverItCanBeRead() throws {
    let pages = (0..<4).map { page in
      [block("head", row: 0), block("quay quay", row: 10), block("quay", row: 30)]
    }
    #expect(try hits("quay", in: pages).count == 12)
    #expect(try hits("quay quay quay", in: pages).map(\.page) == [0, 1, 2, 3])
  }

  // MARK: The gutter

  private static let spreads = [Spread(left: 0, right: 1)]

  @Test func aHeadlineAcrossTheGutterIsFound() throws {
    let pages = [
      [block("The last lamp", row: 10, column: 27), block("text at the left", row: 20)],
      [block("at Carrow", row: 10), block("text at the right", row: 20)],
    ]
    let found = try hits("last lamp at carrow", in: pages, spreads: Self.spreads)
    #expect(found.map { $0.parts.map(\.page) } == [[0, 1]])
    #expect(try hits("last lamp at carrow", in: pages).isEmpty)
    #expect(try hits("lamp", in: pages, spreads: Self.spreads).count == 1)
  }

  @Test func aWordThatTheGutterCutsIsFound() throws {
    let pages = [[block("LIGHT", row: 10, column: 35)], [block("HOUSE", row: 10), block("x")]]
    let hit = try #require(try hits("lighthouse", in: pages, spreads: Self.spreads).first)
    #expect(hit.text == "LIGHTHOUSE")
  }

  @Test func columnsAtBothSidesOfTheGutterAreNoLines() throws {
    let pages = [
      [block("one two", "three four", row: 10, column: 20)],
      [block("five six", "seven eight", row: 10, column: 8)],
    ]
    #expect(try hits("two five", in: pages, spreads: Self.spreads).isEmpty)
    #expect(try hits("four five", in: pages, spreads: Self.spreads).count == 1)
  }

  // MARK: How a query is meant

  @Test func accentsMatterOnRequest() throws {
    let page = [block("café cafe cafe\u{301}")]
    func found(_ query: String) throws -> Int {
      try hits(query, in: [page]) { $0.isMarkSensitive = true }.count
    }
    #expect(try hits("cafe", in: [page]).count == 3)
    #expect(try found("cafe") == 1)
    #expect(try found("CAFÉ") == 2)
  }

  @Test func linesOfScriptsWithoutSpacesAreOneText() throws {
    #expect(try hits("日本語", in: [[block("日本", "語")]]).map(\.text) == ["日本語"])
  }

  @Test func aRegularExpressionGoesOverPagesAndSeesBothForms() throws {
    let pages = [[block("see per-", "mitting and sea")], [block("weather now")]]
    func found(_ pattern: String) throws -> [String] {
      try hits(pattern, in: pages) { $0.isRegex = true }.map(\.text)
    }
    #expect(try found(#"p\w+ing"#) == ["permitting"])
    #expect(try found("per-mit+ing") == ["per-mitting"])
    #expect(try found(#"sea w\w+"#) == ["sea weather"])
    #expect(try found(#"\bsea\b|\bnow\b"#) == ["sea", "now"])
  }
}
