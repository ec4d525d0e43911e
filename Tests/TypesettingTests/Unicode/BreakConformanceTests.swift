import RectoPageModel
import RectoTypesetting
import Testing

@Suite(.enabled(if: UnicodeData.isInstalled, Comment(rawValue: needsUnicodeData)))
struct BreakConformanceTests {
  @Test func clustersEndWhereGraphemeBreakTestSays() throws {
    let cases = try BreakTestCase.all(of: "auxiliary/GraphemeBreakTest.txt")
    #expect(cases.count >= 602)
    let clusters = try GraphemeClusters()
    var ends: [Int] = []
    for item in cases {
      try clusters.findEnds(in: item.units.span, into: &ends)
      #expect(ends == item.ends, "line \(item.line): \(item.notation)")
    }
  }

  @Test func linesMayEndWhereLineBreakTestSaysButForTheListedLines() throws {
    let cases = try BreakTestCase.all(of: "auxiliary/LineBreakTest.txt")
    #expect(cases.count >= 7_654)
    let breaker = BreakOpportunityFinder()
    var opportunities: [LineBreakOpportunity] = []
    var different: [Int: String] = [:]
    for item in cases {
      try breaker.findOpportunities(in: item.units.span, into: &opportunities)
      if opportunities.map(\.offset) != item.ends { different[item.line] = item.notation }
    }
    #expect(different == LineBreakTestExceptions.notations)
    #expect(cases.count - different.count >= 7_632)
  }
}
