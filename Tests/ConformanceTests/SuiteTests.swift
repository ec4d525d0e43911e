import RectoConformance
import RectoPageModel
import Testing

@Suite struct SuiteTests {
  @Test func aBackendThatKeepsItsPromisesGetsNoFindings() {
    let findings = ConformanceSuite(pagesHoldOnlyText: true)
      .findings(in: SketchPublication(flaw: nil))
    #expect(findings == [])
  }

  @Test(arguments: Flaw.allCases)
  func everyKindOfBrokenPromiseIsFound(flaw: Flaw) {
    let findings = ConformanceSuite(pagesHoldOnlyText: true)
      .findings(in: SketchPublication(flaw: flaw))
    #expect(findings.contains { $0.check == flaw.rawValue })
  }

  @Test func aFindingNamesTheCheckAndThePage() throws {
    let findings = ConformanceSuite()
      .findings(in: SketchPublication(flaw: .linkToNowhere), pages: 1..<2)
    #expect(findings.map(\.description) == ["links: page 2: link 1 leads to index -1 of 2 pages"])
  }
}
