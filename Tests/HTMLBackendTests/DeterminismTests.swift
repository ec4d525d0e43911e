import RectoJSON
import RectoPageModel
import TestSupport
import Testing

/// The same page is the same each time.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct DeterminismTests {
  /// Ten kinds of page: each in a body of its own.
  private static let pages = [
    "<h1>Still</h1><p>Plain text.</p>",
    "<p id=p></p><script>p.textContent = new Date().toISOString() + Math.random()</script>",
    "<p id=p></p><script>p.textContent = crypto.randomUUID() + ' '"
      + " + crypto.getRandomValues(new Uint16Array(4)).join(' ')</script>",
    "<p id=p>0</p><script>let n = 0; (function f() { p.textContent = ++n; "
      + "requestAnimationFrame(f) })()</script>",
    "<p id=p>0</p><script>let n = 0; setInterval(() => p.textContent = ++n, 7)</script>",
    "<p style='animation: a 9s infinite'>Moves</p><style>@keyframes a { to { margin-left: 300px } }"
      + "</style>",
    "<p style='transition: margin 3s' id=p>Slides</p>"
      + "<script>setTimeout(() => p.style.marginLeft = '200px', 50)</script>",
    "<div style='width:200px;height:200px;background:conic-gradient(red,blue);filter:blur(3px)'>"
      + "</div>",
    "<canvas id=c width=200 height=200></canvas><script>const x = c.getContext('2d'); "
      + "x.font = '40px Lato'; x.rotate(.3); x.fillText('Canvas', 20, 60)</script>",
    "<svg width=200 height=200><filter id=f><feTurbulence baseFrequency=.05 /></filter>"
      + "<rect width=200 height=200 filter='url(#f)'/><text x=20 y=90>Svg</text></svg>",
  ]

  private static func look(_ fixture: Fixture) throws -> [[UInt8]] {
    try pages.indices.map { index in
      let page = try fixture.page(index)
      let text = PageTextDocument(
        index: index, label: page.label, size: page.size, text: try fixture.text(index),
        includesGlyphs: true)
      return JSONWriter.bytes(of: text)
        + (try fixture.pixels(index, RenderRequest(scale: .pixelsPerPoint(0.5))).bytes)
    }
  }

  /// Five times, and twenty in the soak.
  @Test func tenKindsOfPageAreTheSameEachTime() throws {
    var files: [String: String] = [:]
    for (index, body) in Self.pages.enumerated() {
      files["page\(index + 1).html"] = Fixture.document(body)
    }
    let first = try Self.look(try Fixture(files, hasOwnBrowser: true))
    // Another browser, whose pages are dropped and reloaded in between.
    let fixture = try Fixture(files)
    for time in 1..<(isSoak ? 20 : 5) {
      let again = try Self.look(fixture)
      for index in Self.pages.indices where again[index] != first[index] {
        let texts = [again, first].map { String(decoding: $0[index].prefix(400), as: UTF8.self) }
        Issue.record("page \(index + 1) differs the \(time + 1)th time: \(texts)")
      }
    }
  }

  /// The browser leaves out tiles for which it has no memory, now and then.
  @Test func aSmallPartAtALargeScaleIsWholeEachTime() throws {
    let fixture = try Fixture(
      body: "<p>Page u</p>", style: "body { background: #9f9 } p { margin: 150px 40px }")
    let word = try #require(try fixture.words().last).box
    let part = RenderRequest(
      scale: .pixelsPerPoint(736),
      region: Rect(x: word.center.x - 2, y: word.center.y - 1, width: 4, height: 4))
    var shares: Set<Int> = []
    for _ in 0..<6 {
      let bytes = try fixture.pixels(0, part).bytes
      let dark = stride(from: 0, to: bytes.count, by: 4).count { bytes[$0 + 1] < 128 }
      shares.insert(dark * 1_000 / (bytes.count / 4))
    }
    #expect(shares.count == 1 && shares != [0], "thousandths of the part that are dark: \(shares)")
  }
}
