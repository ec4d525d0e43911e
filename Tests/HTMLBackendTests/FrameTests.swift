import RectoPageModel
import TestSupport
import Testing

/// Text and links of other documents are read where the page shows them.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct FrameTests {
  private static let inner = """
    <!DOCTYPE html><body style="margin: 8px"><p style="margin: 0">Inner words
    <a href="https://example.org/inner">inner link</a></p></body>
    """
  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100">
    <a href="https://example.org/inner"><text x="20" y="50" font-size="20">Inner words</text></a></svg>
    """

  /// Frames at 300 by 200 pixels from the page's corner, in each form of them.
  private static let frames = [
    "<iframe src='inner.htm' class='f'></iframe>",
    "<iframe srcdoc='\(inner.replacing("\"", with: "&quot;"))' class='f'></iframe>",
    "<object data='inner.htm' type='text/html' class='f'></object>",
    "<object data='inner.svg' type='image/svg+xml' class='f'></object>",
    "<embed src='inner.svg' type='image/svg+xml' class='f'>",
    "<embed src='inner.htm' type='text/html' class='f'>",
    "<iframe src='outer.htm' class='f'></iframe>",
    "<div style='transform: scale(.5); transform-origin: 300px 200px'>\(large)</div>",
  ]
  private static let large =
    "<iframe src='inner.htm' class='f' style='width: 400px; height: 200px'></iframe>"
  private static let style = """
    body { margin: 0 } .f { position: absolute; left: 300px; top: 200px; width: 200px; height: 100px;
    border: 0 }
    """

  @Test func theFramesOfAFramesetAreRead() throws {
    let fixture = try Fixture([
      "page1.html": "<!DOCTYPE html><frameset cols='300,*'><frame src=first.htm>"
        + "<frame src=inner.htm></frameset>",
      "first.htm": "<p>First words</p>", "inner.htm": Self.inner,
    ])
    let words = try fixture.words()
    #expect(words.map(\.text) == ["First", "words", "Inner", "words", "inner", "link"])
    #expect(words[0].box.maxX < 225 && words[2].box.minX > 225)
    #expect(try fixture.links().count == 1)
  }

  @Test(arguments: [
    "<meta http-equiv=refresh content=0>", "<script>location.reload()</script>",
    "<script>onload = () => location.reload()</script>",
    "<script>location = location.href</script>",
  ])
  func aFrameThatLoadsItselfAgainIsRead(_ leading: String) throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document("<p>First</p><iframe src='inner.htm'></iframe>"),
      "inner.htm": "<!DOCTYPE html>\(leading)<p>Inner</p>",
    ])
    #expect(try fixture.words().map(\.text) == ["First", "Inner"])
  }

  @Test(arguments: ["none.htm", "none.svg", "none.png"])
  func anObjectWhoseFileIsMissingShowsItsFallback(_ name: String) throws {
    let fixture = try Fixture(body: "<p>First</p><object data='\(name)'><p>Instead</p></object>")
    #expect(try fixture.words().map(\.text) == ["First", "Instead"])
  }

  @Test func aFrameWhoseFileIsMissingIsEmpty() throws {
    let fixture = try Fixture(
      body: "<p>First</p><iframe src='none.htm' style='border: 0'></iframe>")
    #expect(try fixture.words().map(\.text) == ["First"])
    let pixels = try fixture.pixels(0, RenderRequest(scale: .pixelsPerPoint(1)))
    let without = try Fixture(body: "<p>First</p>").pixels(
      0, RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(pixels.bytes == without.bytes)
  }

  @Test(arguments: frames)
  func wordsAndLinksStandWhereTheFrameShowsThem(_ frame: String) throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document("<p>Before</p>\(frame)<p>After</p>", style: Self.style),
      "inner.htm": Self.inner, "inner.svg": Self.drawing,
      "outer.htm": "<body style='margin: 0'><iframe src='inner.htm' width=200 height=100 "
        + "style='border: 0'></iframe></body>",
    ])
    let words = try fixture.words()
    let inner = words.filter { ["Inner", "words", "link"].contains($0.text) }
    #expect(inner.count >= 2)
    let area = Rect(x: 225, y: 150, width: 150, height: 75)
    for word in inner {
      #expect(area.contains(word.box.center), "\(word.text) \(word.box)")
      #expect(word.glyphs.count == word.text.count)
    }
    #expect(words.first?.text == "Before" && words.last?.text == "After")
    let link = try #require(try fixture.links().first)
    #expect(link.target == .url("https://example.org/inner"))
    #expect(link.quads.allSatisfy { area.contains($0.bounds.center) })
  }

  @Test func whatAFrameDoesNotShowIsNotRead() throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document(
        """
        <iframe src="inner.htm" width="200" height="40"></iframe>
        <iframe src="inner.htm" style="visibility: hidden"></iframe>
        <iframe src="inner.htm" hidden></iframe>
        """),
      "inner.htm": "<p>Seen</p><p style='margin-top: 200px'>Below</p>",
    ])
    #expect(try fixture.words().map(\.text) == ["Seen"])
  }

  @Test func anObjectThatCannotBeShownIsItsContent() throws {
    let fixture = try Fixture(body: "<object data='gone.bin' type='x/y'><p>Instead</p></object>")
    #expect(try fixture.words().map(\.text) == ["Instead"])
  }

  @Test func framesInFramesEnd() throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document("<iframe src='page1.html?1'></iframe><p>Here</p>")
    ])
    #expect(try fixture.words().contains { $0.text == "Here" })
  }
}

extension Rect {
  fileprivate func contains(_ point: Point) -> Bool {
    (minX...maxX).contains(point.x) && (minY...maxY).contains(point.y)
  }
}
