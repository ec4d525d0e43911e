import TestSupport
import Testing

/// Text of XHTML that is written as CDATA sections.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct CDATATests {
  @Test func itIsRead() throws {
    let fixture = try Fixture([
      "page1.xhtml": """
      <html xmlns="http://www.w3.org/1999/xhtml" lang="en"><body style="font: 20px/1.5 'EB Garamond'">
      <p>Ebb <![CDATA[& flow <b>]]> of tides</p><pre><![CDATA[if a < b]]></pre></body></html>
      """
    ])
    let words = try fixture.words()
    #expect(
      words.map(\.text) == ["Ebb", "&", "flow", "<b>", "of", "tides", "if", "a", "<", "b"])
    try fixture.expectInk(under: words)
  }
}
