import RectoPageModel
import TestSupport
import Testing

/// Pages and fields whose text runs from the right.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct WritingDirectionTests {
  /// Arabic letters are narrower where the next one joins them.
  @Test(arguments: [
    "<input dir=rtl value='بحث في'>", "<input dir=rtl placeholder='بحث في'>",
    "<select dir=rtl><option>بحث في</select>", "<textarea dir=rtl>بحث في</textarea>",
    "<input type=submit value='بحث في'>",
  ])
  func aFieldInArabicIsRead(_ field: String) throws {
    let words = try Fixture(body: "<p>Before</p>\(field)<p>After</p>").words()
    #expect(words.map(\.text) == ["Before", "بحث", "في", "After"])
    #expect(words.flatMap(\.glyphs).allSatisfy { $0.width >= 0 && $0.height > 0 })
    #expect(words[1].box.minX > words[2].box.minX, "the first word is on the right")
  }

  @Test(arguments: [
    ("rtl", "right", true), ("rtl", "left", false), ("rtl", "start", true), ("rtl", "end", false),
    ("ltr", "right", true), ("ltr", "left", false), ("ltr", "start", false), ("ltr", "end", true),
  ])
  func aFieldIsReadAtItsSide(direction: String, side: String, isAtRight: Bool) throws {
    let style = "width: 300px; text-align: \(side)"
    let fixture = try Fixture(body: "<input dir=\(direction) style='\(style)' value=ab>")
    let word = try #require(try fixture.words().first)
    // The middle of the field, in points.
    #expect((word.box.minX > 118) == isAtRight, "\(word.box)")
  }

  @Test func wordsOfAFieldStandWhereTheBrowserDrawsThem() throws {
    let fixture = try Fixture(
      body: """
        <div dir=rtl><input value="אאאאאאאאאא ב"></div>
        <div><input value="one two"></div>
        <div dir=rtl><input value="אב one two גד"></div>
        """,
      style: "input { font: 20px 'DejaVu Sans'; width: 400px }")
    let words = try fixture.words()
    let places = Dictionary(words.map { ($0.text, $0.box.minX) }, uniquingKeysWith: { a, _ in a })
    func isLeft(_ one: String, of other: String) -> Bool {
      guard let a = places[one], let b = places[other] else { return false }
      return a < b
    }
    #expect(isLeft("ב", of: "אאאאאאאאאא"))
    #expect(isLeft("one", of: "two"))
    // Latin words in a Hebrew line keep their order.
    #expect(words.suffix(4).map(\.text) == ["אב", "one", "two", "גד"])
    let last = words.suffix(4).map(\.box.minX)
    #expect(last[3] < last[1] && last[1] < last[2] && last[2] < last[0])
    try fixture.expectInk(under: words)
  }

  @Test(arguments: [
    "<html dir=rtl>", "<html style='writing-mode: vertical-rl'>",
    "<html><body style='writing-mode: vertical-rl'>",
  ])
  func whatOverflowsToTheLeftIsOnThePage(_ root: String) throws {
    let document = """
      <!DOCTYPE html>\(root)<meta charset=utf-8>
      <style>* { font: 20px 'DejaVu Sans' } div { inline-size: 300px }
      [dir=rtl] section { display: flex; width: 2400px } </style>
      <section>\((1...40).map { "<div><p>word\($0)</p><p>אב</p></div>" }.joined())
      <div><a href=other.html>last</a></div></section>
      """
    let fixture = try Fixture(["page1.html": document])
    let words = try fixture.words()
    #expect(words.first?.text == "word1" && words.last?.text == "last")
    let page = try fixture.page()
    #expect(page.size.width > 1024 * 0.75)
    #expect(words.allSatisfy { $0.box.minX >= 0 && $0.box.maxX <= page.size.width })
    try fixture.expectInk(under: words)
    let link = try #require(try fixture.links().first?.quads.first)
    let last = try #require(words.last)
    #expect(last.box.intersection(link.bounds) != nil)
  }
}
