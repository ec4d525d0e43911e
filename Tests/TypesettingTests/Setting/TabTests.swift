import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Tabs part words as spaces do.
@Suite struct TabTests {
  @Test(arguments: [
    [], [ParagraphStyle.TabStop(position: 120)],
    [ParagraphStyle.TabStop(position: 120, alignment: .end, leader: ".")],
  ])
  func aTabPartsWords(stops: [ParagraphStyle.TabStop]) throws {
    let found = try Texts.words("Name:\tValue 1\t\t2", stops)
    #expect(found.map(\.text) == ["Name:", "Value", "1", "2"])
    #expect(found.map(\.joinsNext) == [false, false, false, false])
    // The last letter keeps the width of its own.
    let glyphs = try #require(found.first?.glyphs)
    let plain = try #require(try Texts.words("Name: Value").first?.glyphs)
    #expect(glyphs.count == 5)
    for (one, two) in zip(glyphs, plain) { #expect(abs(one.width - two.width) < 0.01) }
  }

  @Test func aTabPartsWordsFromRightToLeft() throws {
    let found = try Texts.words("بحر\tميناء", [], Texts.style(["Amiri"], language: "ar"))
    #expect(found.map(\.text) == ["بحر", "ميناء"])
  }

  @Test(arguments: [ParagraphStyle.Alignment.start, .justify])
  func aLineMayEndAtATab(alignment: ParagraphStyle.Alignment) throws {
    var style = ParagraphStyle()
    style.textAlign = alignment
    let text = (0..<30).map { "c\($0)" }.joined(separator: "\t") + "\t"
    let story = Story(items: [.paragraph(Texts.paragraph(text, style))])
    let frame = TextFrame(Rect(x: 0, y: 0, width: 200, height: 300))
    let content = try #require(try Texts.set(story, in: [frame]).first)
    #expect(content.lines.count > 4)
    for line in content.lines { #expect(line.line.width.points <= 200.01) }
    let words = PageText([content]).blocks.flatMap(\.lines).flatMap(\.words)
    #expect(words.map(\.text) == (0..<30).map { "c\($0)" })
  }
}
