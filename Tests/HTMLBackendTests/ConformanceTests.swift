import RectoConformance
import RectoPageModel
import TestSupport
import Testing

@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ConformanceTests {
  @Test func pagesOfTextKeepWhatEveryBackendMust() throws {
    let fixture = try Fixture(
      body: """
        <h1>Harbors and tides</h1><p>Of the <i>north</i> and <b>south</b>, with a
        <span>link</span>.</p><p dir=rtl lang=ar>الميناء القديم</p>
        <p lang=ja style="writing-mode:vertical-rl">縦書きの港</p>
        <p style="transform:rotate(20deg);width:200px;margin:80px">slanted words</p>
        """)
    let suite = ConformanceSuite(pagesHoldOnlyText: true)
    #expect(suite.findings(in: fixture.publication) == [])
  }

  @Test func aPageLongerThanTheWindowDoesToo() throws {
    let fixture = try Fixture(
      body: "<p>Top</p><div style='height:100vh'></div><p>Bottom</p>",
      style: "body::after { content: ''; position: fixed; }")
    #expect(try fixture.page().size.height > 600)
    let suite = ConformanceSuite(pagesHoldOnlyText: true)
    #expect(suite.findings(in: fixture.publication) == [])
  }
}
