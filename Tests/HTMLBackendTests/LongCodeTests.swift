import RectoPageModel
import TestSupport
import Testing

/// Code that a browser has its reader scroll through.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LongCodeTests {
  private static let line = (1...60).map { "word\($0)" }.joined(separator: " ")
  private static let words = (1...60).map { "word\($0)" }

  /// By the element that scrolls.
  private static let bodies = [
    "<pre style='overflow-x: auto'><code>\(line)</code></pre>",
    "<pre><code style='display: block; overflow: auto; white-space: pre'>\(line)</code></pre>",
    "<div style='overflow: scroll'><pre>\(line)</pre></div>",
    "<pre style='overflow: auto; max-height: 60px'>\(line.replacing(" ", with: "\n"))</pre>",
  ]

  @Test(arguments: bodies)
  func allOfItIsShown(_ body: String) throws {
    let fixture = try Fixture(body: "\(body)<p>After</p>")
    #expect(try fixture.page().size.width == 768)
    let words = try fixture.words()
    #expect(words.map(\.text) == Self.words + ["After"])
    try fixture.expectInk(under: words)
  }

  @Test func oneWordIsBrokenInItsMiddle() throws {
    let word = String(repeating: "tide", count: 100)
    let fixture = try Fixture(body: "<pre style='overflow: auto'>\(word)</pre>")
    #expect(try fixture.words().map(\.text).joined() == word)
  }

  @Test func codeThatFitsStaysAsItIs() throws {
    let body = "<pre style='overflow: auto'>short\n  lines</pre>"
    let plain = try Fixture(body: "<pre>short\n  lines</pre>").words().map(\.box)
    #expect(try Fixture(body: body).words().map(\.box) == plain)
  }

  @Test func numbersStayAtTheirLines() throws {
    let code = "<td><pre style='width: 200px; overflow: auto'>\(Self.line)\nlast</pre></td>"
    let words = try Fixture(body: "<table><tr><td><pre>1\n2</pre></td>\(code)</tr></table>").words()
    let (number, last) = (words.first { $0.text == "2" }, words.first { $0.text == "last" })
    #expect(number != nil && number?.box.minY == last?.box.minY)
  }
}
