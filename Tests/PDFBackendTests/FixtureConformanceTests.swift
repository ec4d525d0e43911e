import RectoConformance
import RectoPageModel
import TestSupport
import Testing

/// Pages made of nothing but text keep what any backend's pages must keep.
@Suite struct FixtureConformanceTests {
  private static let content = """
    BT /F1 20 Tf 60 140 Td (Harbors and tides) Tj 0 -24 Td (of the north) Tj ET
    BT /F1 12 Tf 0 1 -1 0 250 60 Tm (upward) Tj ET
    BT /F1 14 Tf 0.8 0.6 -0.6 0.8 100 40 Tm (slanted) Tj ET
    """

  @Test(arguments: Placement.all) func textOnAnyKindOfPageConforms(placement: Placement) throws {
    let publication = try open(PDFFixture(Self.content, entries: placement.entries))
    #expect(ConformanceSuite(pagesHoldOnlyText: true).findings(in: publication) == [])
  }
}
