import RectoPageModel
import TestSupport
import Testing

/// A page is as large as what can be scrolled to.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct WindowOverflowTests {
  private let window = Size(width: 768, height: 576)
  private let slides =
    "<p>Here</p><p style='position: absolute; left: 3000px; top: 20px'>Right</p>"
    + "<p style='position: absolute; left: 20px; top: 3000px'>Below</p>"

  @Test(arguments: [
    "html { overflow: hidden }", "html { overflow: clip }", "body { overflow: hidden }",
  ])
  func contentBesideAWindowThatDoesNotScrollIsNotOfThePage(_ style: String) throws {
    let fixture = try Fixture(body: slides, style: style)
    #expect(try fixture.page().size == window)
    #expect(try fixture.words().map(\.text) == ["Here"])
  }

  @Test func eachAxisScrollsForItself() throws {
    let down = try Fixture(body: slides, style: "body { overflow-x: hidden }").page().size
    #expect(down.width == window.width && down.height > 2250)
    let across = try Fixture(body: slides, style: "html { overflow-y: hidden }").page().size
    #expect(across.height == window.height && across.width > 2250)
  }

  /// As where a dialog in front of a page keeps it from being scrolled.
  @Test func theRootsOwnBoxIsOfThePage() throws {
    let fixture = try Fixture(
      body: "<p>Start</p><div></div><p>End</p>",
      style: "body { overflow: hidden } div { height: 3000px }")
    #expect(try fixture.page().size.height > 2250)
    #expect(try fixture.words().map(\.text) == ["Start", "End"])
  }

  @Test func aPageFromTheRightStaysInPlaceWhereItDoesNotScroll() throws {
    let fixture = try Fixture(
      body: "<p>Here</p><div></div><p>End</p><b style='position: absolute; left: -900px'>Far</b>",
      style: "html { direction: rtl; overflow-x: hidden } div { height: 3000px }")
    #expect(try fixture.page().size.width == window.width)
    let words = try fixture.words()
    #expect(words.map(\.text) == ["Here", "End"])
    #expect(words.allSatisfy { $0.box.maxX > 700 })
    try fixture.expectInk(under: words)
  }
}
