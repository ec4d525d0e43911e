import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// The cost limits of untrusted patterns.
@Suite struct RegexLimitTests {
  /// Patterns that backtrack exponentially, or need a deep stack, on text without a match.
  static let evil = [
    #"(\w*\s*)*\w*\d\d\d\dX"#, "(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){25}$", "(x+x+)+y",
    #"(.*)*(.*)*(.*)*Z9"#, #"^(([a-z])+.)+[A-Z]([a-z])+$"#, #"(\w+\s?)+\d{9}"#, "([a-z ]*)*Q",
    #"(?:(?:\w+)+\s*)+!"#, #"((\w|\s)*)*#"#, "(a*)*b", "(.+)+Q7", "(a?){60}a{60}Q", "(.|.)*X9",
    #"(\S+\s*)+\s+\S+\1\1Q"#, "(?=(a+))a*b\\1", "((a*)*)*c", #"(.*?,){60}P"#,
  ]

  private static let text = Printed.page(
    (0..<60).map { _ in String(repeating: "a", count: 40) + " all was still, and aaaaab," }
      .map { [$0] })

  private func outcome(of pattern: String) -> PageError? {
    var options = TextSearch.Options()
    options.isRegex = true
    options.regexSeconds = 0.02
    do throws(PageError) {
      _ = try TextSearch(pattern, options: options).hits(in: Self.text, page: 0)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: evil) func anEvilPatternEndsInTime(pattern: String) {
    guard let error = outcome(of: pattern) else { return }
    #expect(error.code == .limit)
    #expect(error.message.contains(pattern) && !error.message.contains("--"))
  }

  @Test func aLongSearchHoldsUpNoOtherRequest() async throws {
    let reads = Log<Void>()
    let page = SketchedPage(text: Self.text, onText: { reads.append(()) })
    let folder = try temporaryFolder()
    let path = try folder.write([0], to: "book.sketch")
    let publication = try await Recto(
      backends: [Sketch(pages: [page])], isolation: .inProcess
    ).open(path)
    var options = TextSearch.Options()
    options.isRegex = true
    options.regexSeconds = 86_400
    let search = try TextSearch(Self.evil[0], options: options)
    let hits = Task { for try await _ in publication.hits(of: search) {} }
    try await reads.wait("the text for the search", count: 1)
    for _ in 0..<20 { _ = try await publication.text(ofPage: 0) }
    hits.cancel()
    let error = await #expect(throws: PageError.self) { try await hits.value }
    #expect(error?.code == .cancelled)
  }

  @Test func mostEvilPatternsNeedTheLimit() {
    #expect(Self.evil.count { outcome(of: $0) != nil } >= 10)
  }

  @Test(arguments: [
    String(repeating: "(", count: 9_000), String(repeating: "[", count: 9_000),
    String(repeating: "a?", count: 4_000), String(repeating: "(a*", count: 3_000),
    String(repeating: "(a{1,9}", count: 1_000) + String(repeating: "){9}", count: 1_000),
    String(repeating: "x|", count: 4_999), "(?<=a{1,1000}b{1,1000})c", "a{999999999}",
    #"\p{"# + String(repeating: "L", count: 9_000) + "}",
  ])
  func aLongPatternIsFoundOrRefused(pattern: String) {
    guard let error = outcome(of: pattern) else { return }
    #expect([.badRequest, .limit].contains(error.code))
    #expect(error.message.count < 200)
  }

  @Test(arguments: [true, false]) func aQueryOfAMegabyteIsABadRequest(isRegex: Bool) {
    var options = TextSearch.Options()
    options.isRegex = isRegex
    let error = #expect(throws: PageError.self) {
      try TextSearch(String(repeating: "quay ", count: 200_000), options: options)
    }
    #expect(error?.code == .badRequest && (error?.message.count ?? 0) < 100)
  }

  @Test func aPageOfOneEndlessWordIsRefused() throws {
    let word = TextWord(
      text: String(repeating: "a", count: 50_000_000), box: Rect(x: 0, y: 0, width: 1, height: 1))
    let line = TextLine(
      box: word.box, baseline: Segment(start: Point(x: 0, y: 1), end: Point(x: 1, y: 1)),
      words: [word])
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: word.box, role: .paragraph, lines: [line])])
    let error = #expect(throws: PageError.self) { try TextSearch("ab").hits(in: page, page: 0) }
    #expect(error?.code == .limit)
  }
}
