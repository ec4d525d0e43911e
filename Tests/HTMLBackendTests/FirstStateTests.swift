import RectoPageModel
import TestSupport
import Testing

/// A page is rendered in its first state, whatever it would do on interaction.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct FirstStateTests {
  @Test(arguments: [
    "<meta http-equiv=refresh content=0>",
    "<meta http-equiv=refresh content='0; url=other.htm'>",
    "<script>location = 'other.htm'</script>", "<script>location = 'https://example.org/'</script>",
    "<script>location.replace('other.htm')</script>",
    "<script>navigation.navigate('other.htm')</script>",
    "<a href=other.htm></a><script>document.querySelector('a').click()</script>",
    "<form action=other.htm method=post></form><script>document.forms[0].submit()</script>",
    "<script>onload = () => { location = 'other.htm' }</script>",
    "<script>setTimeout(() => { location = 'other.htm' }, 100)</script>",
    "<iframe srcdoc=\"<script>top.location = 'other.htm'</script>\" hidden></iframe>",
    "<script>history.back()</script>", "<script>onload = () => history.go(-1)</script>",
    "<iframe srcdoc=\"<script>history.back()</script>\" hidden></iframe>",
  ])
  func aPageThatLeadsElsewhereShowsItsFirstState(_ leading: String) throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document("<p>First</p>\(leading)"), "other.htm": "<p>Second</p>",
    ])
    #expect(try fixture.words().map(\.text) == ["First"])
  }

  /// The browser's clock stopped for one such page in twenty, and for one in four with a form.
  @Test(arguments: [
    "<script>location = 'other.htm'</script>",
    "<form action=other.htm method=post></form><script>document.forms[0].submit()</script>",
  ])
  func manyPagesThatLeadElsewhereShowTheirFirstState(_ leading: String) throws {
    let page = Fixture.document("<p>First</p>\(leading)")
    var files = ["other.htm": "<p>Second</p>"]
    for number in 10..<40 { files["page\(number).html"] = page }
    let fixture = try Fixture(files)
    for index in 0..<30 { #expect(try fixture.words(index).map(\.text) == ["First"]) }
  }

  @Test(arguments: [
    "location.hash = 'there'", "history.pushState({}, '', 'other.htm')",
    "history.pushState({}, '', 'other.htm'); history.back()",
  ])
  func aPageMayChangeItsOwnAddress(script: String) throws {
    let fixture = try Fixture(body: "<p id=there>First</p><script>\(script)</script>")
    #expect(try fixture.words().map(\.text) == ["First"])
  }

  @Test func aFormThatSubmitsItselfToItsPageShowsItsFirstState() throws {
    let fixture = try Fixture(
      body: "<form method=post><p>First</p></form><script>document.forms[0].submit()</script>")
    #expect(try fixture.words().map(\.text) == ["First"])
  }

  @Test(arguments: ["location.reload()", "setTimeout(() => location.reload(), 50)"])
  func aPageWhoseScriptReloadsItIsRefused(script: String) throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document("<p>First</p><script>\(script)</script>")
    ])
    let error = #expect(throws: PageError.self) { try fixture.words() }
    #expect(error?.code == .damaged)
  }

  @Test func aPageThatRemovesItselfIsEmpty() throws {
    let fixture = try Fixture(
      body: "<p>Here</p><script>document.documentElement.remove()</script>")
    #expect(try fixture.words().isEmpty)
  }

  /// Frames come when they come: in one load of ten, a page was read before its first.
  @Test func contentThatAppearsOnceItIsSeenIsThere() throws {
    let script = """
      new IntersectionObserver(entries => entries.forEach(entry => {
        if (entry.isIntersecting)
          setTimeout(() => entry.target.append(" Second"), 50);
      })).observe(document.querySelector("p"))
      """
    let page = Fixture.document("<p>First</p><script>\(script)</script>")
    let names = (10..<40).map { "page\($0).html" }
    let fixture = try Fixture(Dictionary(uniqueKeysWithValues: names.map { ($0, page) }))
    for index in names.indices {
      #expect(try fixture.words(index).map(\.text) == ["First", "Second"])
    }
  }

  /// Such a delay counts as none, as in browsers.
  @Test(arguments: ["Infinity", "2 ** 31", "-5", "NaN", "'soon'"])
  func aTimerWhoseDelayIsNoNumberIsCalled(delay: String) throws {
    let script = "setTimeout(() => document.body.append(' Second'), \(delay))"
    let fixture = try Fixture(body: "<p>First</p><script>\(script)</script>")
    #expect(try fixture.words().map(\.text) == ["First", "Second"])
  }

  /// A transition that waits for a frame, once the clock stands still, drew nothing until the limit.
  @Test(arguments: ["", "setTimeout(() => ", "onload = (() => "])
  func aTransitionOfTheViewIsShownAtItsEnd(start: String) throws {
    let transition = "document.startViewTransition(() => document.body.append(' Second'))"
    let end = start.isEmpty ? "" : start.hasPrefix("set") ? ", 490)" : ")"
    let fixture = try Fixture(body: "<p>First</p><script>\(start)\(transition)\(end)</script>")
    #expect(try fixture.words().map(\.text) == ["First", "Second"])
    let pixels = try fixture.pixels(0, RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(pixels.bytes.contains { $0 < 128 })
  }

  @Test func questionsOfAPageAreAnswered() throws {
    let fixture = try Fixture(
      body: "<p>Here</p><script>alert('a'); document.body.append(confirm('b'))</script>")
    #expect(try fixture.words().map(\.text).first == "Here")
  }

  @Test func scriptsSeeTheWindowThatThePageIsMadeFor() throws {
    let page = """
      <!DOCTYPE html><meta name="viewport" content="width = 600, height=800, width=700">
      <body><script>document.body.append("w" + innerWidth, "h" + innerHeight)</script></body>
      """
    let fixture = try Fixture(["page1.html": page])
    #expect(try fixture.words().map(\.text).joined() == "w600h800")
    #expect(try fixture.page().size == Size(width: 450, height: 600))
  }

  @Test func whatFoldsIsOpen() throws {
    let fixture = try Fixture(
      body: """
        <details name=a><summary>One</summary><p>first</p></details>
        <details name=a open><summary>Two</summary><p>second</p></details>
        """)
    let words = try fixture.words()
    #expect(words.map(\.text) == ["One", "first", "Two", "second"])
    #expect(words[1].box.minY > words[0].box.minY && words[1].box.maxY < words[2].box.maxY)
  }

  @Test func headingsOfAllPagesAreTheOutline() throws {
    var pages: [String: String] = [:]
    for number in 1...26 {
      pages["page\(number).html"] = Fixture.document("<h1>Part <i>\(number)</i></h1>")
    }
    let fixture = try Fixture(pages)
    let outline = try #require(fixture.publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == (1...26).map { "Part \($0)" })
    #expect(outline.last?.target == .page(25, nil))
  }

  @Test(arguments: ["", "behavior=alternate", "direction=right", "behavior=slide loop=1"])
  func aMarqueeShowsItsTextFromItsBeginning(_ how: String) throws {
    let fixture = try Fixture(
      body: "<marquee \(how)>Read all <marquee width=90>about</marquee> it</marquee>")
    let words = try fixture.words()
    #expect(words.map(\.text) == ["Read", "all", "about", "it"])
    #expect(abs(words[0].box.minX - 30) < 2, "\(words[0].box)")
    try fixture.expectInk(under: [words[0]])
  }

  @Test(arguments: [
    "<object data='https://example.org/map.svg' width=200 height=80><p>Map</p></object>",
    "<object data='https://example.org/map' type=image/svg+xml><p>Map</p></object>",
    "<object data='https://example.org/map.pdf' type=application/pdf><p>Map</p></object>",
    "<object data='https://example.org/'><p>Map</p></object>",
    "<object data='map.pdf' type=application/pdf><p>Map</p></object>",
    "<p>Map</p><iframe src='https://example.org/'></iframe><embed src='https://example.org/map.svg'>",
  ])
  func anObjectOfAnotherHostShowsItsFallback(_ object: String) throws {
    #expect(try Fixture(body: object).words().map(\.text) == ["Map"])
  }

  @Test func scriptsRunInTheirOrder() throws {
    let fixture = try Fixture([
      "page1.html": Fixture.document(
        """
        <script>log = []; onload = () => log.push("load");
        document.addEventListener("DOMContentLoaded", () => log.push("parsed"));</script>
        <script defer src=deferred.js></script><script type=module src=module.mjs></script>
        <script id=me>log.push(document.currentScript.id); Promise.reject(Error("nobody"));</script>
        <script>throw Error("thrown")</script><p></p><script>onload = () => {
        setTimeout(() => { document.querySelector("p").textContent = log.join(" ") }, 100) }</script>
        """),
      "deferred.js": "log.push(`deferred-${document.readyState}`)",
      "module.mjs": "import word from './word.mjs'; log.push(word, String(document.currentScript))",
      "word.mjs": "export default 'module'",
    ])
    #expect(
      try fixture.words().map(\.text) == ["me", "deferred-interactive", "module", "null", "parsed"])
  }
}
