import RectoPageModel
import TestSupport
import Testing

/// Shadow trees and frames come to rest as the document around them does.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ShadowTreeTests {
  private static func host(_ content: String) -> String {
    "<div><template shadowrootmode=open>\(content)</template></div>"
  }

  private static func frame(_ content: String) -> String {
    "<iframe width=400 height=300 srcdoc=\"\(content)\"></iframe>"
  }

  private static let fading = """
    <style>@keyframes in { from { opacity: 0 } } @keyframes out { to { opacity: 0 } }
    .in { animation: in 9s } .out { animation: out 9s forwards }</style>
    <p class=in>Comes</p><p class=out>Goes</p>
    """

  @Test(arguments: [host(fading), frame(fading)])
  func animationsAreShownAtTheirEnd(_ content: String) throws {
    let fixture = try Fixture(body: content)
    let words = try fixture.words()
    #expect(words.map(\.text) == ["Comes"])
    try fixture.expectInk(under: words)
  }

  @Test(arguments: [host("<details><summary>More</summary>Answer</details>")])
  func whatFoldsIsOpen(_ content: String) throws {
    let fixture = try Fixture(body: content + "<p>After</p>")
    let words = try fixture.words()
    #expect(words.map(\.text) == ["More", "Answer", "After"])
    #expect(words[1].box.maxY <= words[2].box.minY)
    try fixture.expectInk(under: words)
  }

  @Test(arguments: ["content-visibility: hidden", "opacity: 0"])
  func whatIsNotDrawnIsNotRead(_ style: String) throws {
    let fixture = try Fixture(
      body: "<p>Before</p><div style='\(style)'>Skipped <p>too</p></div><p>After</p>")
    #expect(try fixture.words().map(\.text) == ["Before", "After"])
  }
}
