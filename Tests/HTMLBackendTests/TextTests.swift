import RectoPageModel
import TestSupport
import Testing

/// Words stand where the browser drew them.
@Suite(.oneBrowserAtATime, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct TextTests {
  @Test func wordsComeInTheOrderOfTheDocumentWithTheirBlocks() throws {
    let fixture = try Fixture(
      body: "<h1>Tides</h1><p>Low <b>wa</b>ter at nine.</p><ul><li>Boats</li></ul>")
    let text = try fixture.text()
    #expect(text.order == .structureTree)
    #expect(text.blocks.map(\.role) == [.heading1, .paragraph, .listItem])
    #expect(text.plain == "Tides\n\nLow water at nine.\n\nBoats")
  }

  @Test func aWordHasABoxForEachCharacterAndItsFont() throws {
    let words = try Fixture(body: "<p lang=de>Z\u{301}ug &#x1F468;&#x200D;&#x1F469;</p>").words()
    #expect(words.map(\.text) == ["Z\u{301}ug", "\u{1F468}\u{200D}\u{1F469}"])
    for word in words { #expect(word.glyphs.count == word.text.count) }
    #expect(words[0].font == "EB Garamond")
    #expect(words[0].size == 15)
    #expect(words[0].language == "de")
    #expect(abs(words[0].box.x - 30) < 1)
  }

  @Test func aWordThatBreaksIsOneOnEachLine() throws {
    let text = try Fixture(
      body: "<p style='width:60px;overflow-wrap:anywhere'>Breakwaters</p>"
    ).text()
    #expect(text.blocks.count == 1)
    #expect(text.blocks[0].lines.count > 1)
    let letters = text.blocks[0].lines.flatMap(\.words).map(\.text).joined()
    #expect(letters == "Breakwaters")
  }

  @Test func arabicRunsFromTheRight() throws {
    let fixture = try Fixture(body: "<p dir=rtl lang=ar>الميناء القديم</p>")
    let line = try #require(try fixture.text().blocks.first?.lines.first)
    #expect(line.words.map(\.direction) == [.rightToLeft, .rightToLeft])
    #expect(line.words[0].box.minX > line.words[1].box.minX)
    #expect(line.baseline.start.x > line.baseline.end.x)
    #expect(line.words[0].glyphs.first!.minX > line.words[0].glyphs.last!.minX)
  }

  @Test func verticalLinesRunDownward() throws {
    let fixture = try Fixture(
      body: "<p lang=ja style='writing-mode:vertical-rl;height:60px'>縦書きの港</p>")
    let block = try #require(try fixture.text().blocks.first)
    #expect(block.lines.count > 1)
    let word = block.lines[0].words[0]
    #expect(word.direction == .topToBottom)
    #expect(word.glyphs[1].minY > word.glyphs[0].minY)
    #expect(block.lines[0].box.minX > block.lines[1].box.minX)
  }

  @Test func rubyTextIsKeptApart() throws {
    let page = try Fixture(
      body: "<p>吾<ruby>猫<rp>(</rp><rt>ねこ</rt></ruby>である<ruby>名<rt>な</rt></ruby></p><p>二</p>")
    let text = try page.text()
    #expect(text.blocks.map(\.role) == [.paragraph, .ruby, .paragraph])
    #expect(text.blocks.map { $0.lines.map(\.plain) } == [["吾猫である名"], ["ねこ な"], ["二"]])
  }

  @Test func turnedWordsHaveTheirCorners() throws {
    let fixture = try Fixture(
      body: "<p style='margin:200px;width:200px;transform:rotate(30deg)'>Slanted</p>")
    let quad = try #require(try fixture.words().first?.quad)
    let (right, down) = (quad.topRight.x - quad.topLeft.x, quad.topRight.y - quad.topLeft.y)
    // The tangent of 30 degrees.
    #expect(abs(down / right - 0.57735) < 0.01)
  }

  @Test func hiddenTextIsNotRead() throws {
    let fixture = try Fixture(
      body: """
        <p>Seen</p><p hidden>a</p><p style="visibility:hidden">b</p><p style="opacity:0">c</p>
        <div style="height:10px;overflow:hidden"><p style="margin:90px 0">d</p></div>
        <script>document.body.dataset.e = 1</script><template>f</template>
        """)
    #expect(try fixture.words().map(\.text) == ["Seen"])
  }
}
