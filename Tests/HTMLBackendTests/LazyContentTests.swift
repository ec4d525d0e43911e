import RectoPageModel
import TestSupport
import Testing

/// Pictures, frames and text that a browser has once they are scrolled to.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LazyContentTests {
  private static let picture =
    "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><rect width='90' height='60'/></svg>"
  private static let far = "<div style='height: 4000px'></div>"
  private static let body =
    (1...4).map { "\(far)<img loading=lazy src='tide.svg?\($0)'>" }.joined()
    + "\(far)<iframe loading='Lazy' src='inner.htm'></iframe>"

  /// A page with a script and one without, on which browsers load all at once.
  @Test(arguments: ["<script>document.title = 'Tides'</script>", ""])
  func theyAreThereAllDownThePage(_ script: String) throws {
    try expectAll(Self.body + script)
  }

  @Test func thoseThatAScriptAddsAreThereToo() throws {
    let body = Self.body.replacing("\"", with: "'")
    try expectAll(
      "<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', \"\(body)\"), 200)</script>"
    )
  }

  /// As scripts do that load pictures, and let text appear, as a reader comes to them.
  @Test func whatAScriptShowsOnceItIsSeenIsThere() throws {
    let body = Self.body.replacing("loading=lazy src=", with: "data-src=")
      .replacing("loading='Lazy' src=", with: "data-src=")
    try expectAll(
      """
      \(body)<script>
      const seen = new IntersectionObserver(entries => {
        for (const {isIntersecting, target} of entries)
          if (isIntersecting) target.src = target.dataset.src;
      }, {rootMargin: "-20% 0px", threshold: 0.1});
      for (const element of document.querySelectorAll("[data-src]")) seen.observe(element);
      </script>
      """)
    let fixture = try Fixture(
      body: "<p>Start</p>\(Self.far)<p class=later>End</p>"
        + "<script>new IntersectionObserver(([entry]) => entry.target.classList.remove('later'))"
        + ".observe(document.querySelector('.later'))</script>",
      style: ".later { opacity: 0; transform: translateY(50px) } p { transition: all 2s }")
    #expect(try fixture.words().map(\.text) == ["Start", "End"])
  }

  /// By `content-visibility: auto`, with which a browser guesses the height of what is far away.
  @Test(arguments: [
    ("section { content-visibility: auto; contain-intrinsic-size: auto 100px }", "<section>"),
    ("@media all { @supports (color: red) { section { content-visibility: auto } } }", "<section>"),
    ("", "<section style='content-visibility: auto'>"), ("", "<section>"),
  ])
  func whatIsSkippedFarFromTheWindowIsThere(style: String, tag: String) throws {
    let sections = (1...8).map { section in
      tag + (1...30).map { "<p>End\(section).\($0)</p>" }.joined() + "</section>"
    }
    for script in ["", "<script>document.title = 'Tides'</script>"] {
      let fixture = try Fixture(body: sections.joined() + script, style: style)
      let words = try fixture.words()
      #expect(words.count == 240 && words.last?.text == "End8.30")
      // Each paragraph has 30 pixels and a margin of 20.
      #expect(try fixture.page().size.height > 240 * 50 * 0.75)
      try fixture.expectInk(under: words)
    }
  }

  private func expectAll(_ body: String) throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document(body), "tide.svg": Self.picture,
      "inner.htm": "<!DOCTYPE html><p>Inner words</p>",
    ])
    let images = try #require(try fixture.page() as? any ImagesPage).images()
    #expect(images.map(\.pixelSize) == Array(repeating: PixelSize(width: 90, height: 60), count: 4))
    #expect(try fixture.words().map(\.text) == ["Inner", "words"])
  }
}
