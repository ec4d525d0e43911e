import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Boundaries that are found without ICU, or by ICU in parts.
@Suite struct BoundaryTests {
  @Test(arguments: [RandomTexts.latin, RandomTexts.mixed, RandomTexts.complex])
  func clustersEndWhereICUSays(characters: [UInt32]) throws {
    let clusters = try GraphemeClusters()
    let icu = try BoundaryFinder(.graphemes, locale: "")
    var texts = RandomTexts(seed: 5, of: characters)
    var units: [UInt16] = []
    var found: [Int] = []
    for _ in 0..<30_000 {
      texts.next(length: 16, into: &units)
      var expected: [Int] = []
      try icu.forEachBoundary(in: units.span) { expected += $0.map { Int($0.offset) } }
      try clusters.findEnds(in: units.span, into: &found)
      try #require(found == expected, "\(units)")
    }
  }

  @Test func aTextWithMoreBoundariesThanFitAtATimeHasThemAll() throws {
    let text = Array(String(repeating: "a ", count: 5_000).utf16)
    var found: [LineBreakOpportunity] = []
    try BreakOpportunityFinder().findOpportunities(in: text.span, into: &found)
    #expect(found.map(\.offset) == Array(stride(from: 2, through: 10_000, by: 2)))
    #expect(found.filter(\.isMandatory).isEmpty)
  }
}
