import RectoPageModel
import TestSupport
import Testing

/// Words stand where the browser drew them.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct TextTests {
  @Test func wordsComeInTheOrderOfTheDocumentWithTheirBlocks() throws {
    let fixture = try Fixture(
      body: "<h1>Tides</h1><p>Low <b>wa</b>ter at nine.</p><ul><li>Boats</li></ul>")
    let text = try fixture.text()
    #expect(text.order == .structureTree)
    #expect(text.blocks.map(\.role) == [.heading1, .paragraph, .listItem])
    #expect(text.plain == "Tides\n\nLow water at nine.\n\n\u{2022} Boats")
  }

  @Test(arguments: ["", "<meta charset=\"utf-8\">"])
  func lettersAreThoseOfUTF8WhetherOrNotTheDocumentSaysSo(meta: String) throws {
    let document = "<!DOCTYPE html><head>\(meta)</head><p>\u{201C}Ebb\u{201D} και 潮</p>"
    let words = try Fixture(["page1.html": document]).words()
    #expect(words.map(\.text) == ["\u{201C}Ebb\u{201D}", "και", "潮"])
  }

  /// A word without a hyphen goes on in the next line.
  @Test func aLongWordThatIsBrokenIsOneWord() throws {
    let fixture = try Fixture(
      body: "<p>Llanfairpwllgwyngyllgogerychwyrndrobwll is here</p>",
      style: "p { width: 120px; overflow-wrap: anywhere }")
    let lines = try fixture.text().blocks[0].lines
    #expect(lines.count > 2 && lines[0].words.last?.joinsNext == true)
    #expect(lines.last?.words.last?.joinsNext == false)
  }

  /// The browser breaks behind the author's hyphens, and puts its own at soft ones.
  @Test func onlyHyphensOfTheAuthorStayAtLineEnds() throws {
    let fixture = try Fixture(
      body: "<p>guinea-pigs har&shy;bors</p>", style: "p { width: 4em }")
    let lines = try fixture.text().blocks[0].lines
    #expect(lines.map(\.plain) == ["guinea-", "pigs har\u{AD}", "bors"])
    #expect(
      zip(lines, lines.dropFirst()).map { $0.join($1) } == [.directly, .withoutHyphen])
  }

  @Test func paragraphsAndListsOfACellStayTogether() throws {
    let text = try Fixture(
      body: """
        <table><tr><th>Name<th>Text<th>Count<tr><td>alpha<td><p>One.</p><p>Two.</p><td>1
        <tr><td>beta<td>Values:<ul><li>a</li><li>b</li></ul><td>2</table>
        <table><tr><td>A<td>B<tr><td>C<td>D</table>
        """
    ).text()
    #expect(
      text.plain
        == "Name\tText\tCount\nalpha\tOne. Two.\t1\nbeta\tValues: \u{2022} a \u{2022} b\t2\n\n"
        + "A\tB\nC\tD")
    #expect(text.blocks.allSatisfy { $0.role == .tableCell })
  }

  /// Its cells have headings, or other tables.
  @Test func aLayoutTableHasNoStatedCells() throws {
    let text = try Fixture(
      body: """
        <table><tr><td>Menu<td><h2>Tides</h2><p>Low water at nine.</p><tr><td>Imprint<td>
        <table><tr><td>A<td>B<tr><td>C<td>D</table></table>
        """
    ).text()
    #expect(text.blocks.prefix(3).map(\.role) == [.tableCell, .heading2, .tableCell])
    #expect(text.blocks.map { $0.cell?.row } == [nil, nil, nil, nil, 0, 0, 1, 1])
  }

  @Test func aPlaceholderThatIsNotDrawnIsNotRead() throws {
    let fixture = try Fixture(
      body: "<input placeholder=Name><input class=hidden placeholder=Mail>",
      style: ".hidden::placeholder { color: transparent }")
    #expect(try fixture.words().map(\.text) == ["Name"])
  }

  @Test func linesOfAFieldEndWhereTheBrowserEndsThem() throws {
    let fixture = try Fixture(
      body: "<textarea>well-known 私は静かな波止場を歩いた Llanfairpwllgwyngyllgogerychwyrndrobwll</textarea>",
      style: "textarea { font: 20px 'DejaVu Sans Mono'; width: 110px; height: 400px }")
    let words = try fixture.words()
    #expect(words.allSatisfy { $0.box.width <= 110 * 0.75 })
    #expect(words.prefix(2).map(\.text) == ["well-", "known"])
    try fixture.expectInk(under: words)
  }

  @Test func anOlderCharsetIsTheOneThatTheDocumentStates() throws {
    // "Ä" and "ß" in ISO 8859-1 are not valid UTF-8; the letters of ISO-2022-JP are all ASCII; those of
    // GBK are "ģ" in UTF-8.
    let fixture = try Fixture([
      "page1.html": Array("<meta charset=iso-8859-1><p>".utf8) + [0xC4, 0xDF],
      "page2.html": Array("<meta charset=iso-2022-jp><p>\u{1B}$B78\u{1B}(B".utf8),
      "page3.html": Array("<meta http-equiv=content-type content='text/html; Charset=gbk'><p>".utf8)
        + [0xC4, 0xA3],
    ])
    #expect(try fixture.words(0).map(\.text) == ["Äß"])
    #expect(try fixture.words(1).map(\.text) == ["係"])
    #expect(try fixture.words(2).map(\.text) == ["模"])
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

  /// Forms that InDesign's fixed pages have, and drawings in units of their own.
  @Test func scaledWordsHaveTheSizeThatIsDrawn() throws {
    let words = try Fixture(
      body: """
        <p style="font-size:240px;transform:scale(0.05);transform-origin:0 0">Low</p>
        <svg width="100" height="50" viewBox="0 0 1000 1000"><text y="500" font-size="400">Ebb</text></svg>
        <svg width="100" height="50" viewBox="0 0 1000 1000" preserveAspectRatio="none"><text y="500"
        font-size="400">Tide</text></svg>
        <p style="font-size:240px;transform:rotate(45deg) scale(0.05)">Slanted</p>
        """
    ).words()
    #expect(words.map(\.text) == ["Low", "Ebb", "Tide", "Slanted"])
    for (word, size) in zip(words, [9, 15, 15, 9]) {
      #expect(abs(word.size - Double(size)) < 0.01, "\(word.text) \(word.size)")
    }
    let quad = try #require(words[3].quad)
    let side = Point(x: quad.bottomLeft.x - quad.topLeft.x, y: quad.bottomLeft.y - quad.topLeft.y)
    let height = (side.x * side.x + side.y * side.y).squareRoot()
    #expect((8...16).contains(height), "\(height)")
  }

  @Test func boxesInALineAreOfTheirParagraph() throws {
    let text = try Fixture(
      body: """
        <p>Press <kbd style="display:inline-block">Ctrl</kbd> to stop.</p>
        <div>Take <button>Send</button> or leave.</div>
        """
    ).text()
    #expect(text.plain == "Press Ctrl to stop.\n\nTake Send or leave.")
  }

  /// As InDesign writes the lines of its fixed pages.
  @Test func placedPartsOfAParagraphAreOfIt() throws {
    let places = [("Low ", 0, 0), ("wa", 60, 0), ("ter", 80, 0), ("at nine", 0, 40)]
    let spans = places.enumerated().map { index, part in
      "<span id=s\(index) style='position:absolute;left:\(part.1)px;top:\(part.2)px'>\(part.0)</span>"
    }.joined()
    let text = try Fixture(
      body: "<div style='position:relative;height:200px'><p>\(spans)</p></div>",
      style: "p { font: 20px/1 'DejaVu Sans Mono' } #s2 { margin-left: 4.1px }"
    ).text()
    #expect(text.blocks.count == 1)
    #expect(text.blocks[0].lines.map(\.plain) == ["Low water", "at nine"])
    #expect(text.blocks[0].lines[0].words.last?.joinsNext == false)
  }

  /// A box is clipped by what it is placed in, and not by others around it (CSS Overflow 3, 3).
  @Test func placedTextIsNotClippedByOthers() throws {
    let hidden = "overflow:hidden;width:100px;height:40px"
    let placed = "position:absolute;left:300px;top:300px"
    let fixture = try Fixture(
      body: """
        <div style="\(hidden)"><p style="\(placed)">Out</p><p style="margin-top:90px">in</p></div>
        <div style="position:relative;\(hidden)"><p style="\(placed)">cut</p></div>
        """)
    #expect(try fixture.words().map(\.text) == ["Out"])
  }

  @Test func aFormulaIsOneLine() throws {
    let text = try Fixture(
      body: """
        <p>Before <math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mi>y</mi></math> after.</p>
        <math display="block"><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>
        <mo>=</mo><mn>7</mn></math>
        """
    ).text()
    #expect(text.blocks.map(\.role) == [.paragraph, .formula])
    #expect(text.blocks.map(\.lines.count) == [1, 1])
    #expect(text.blocks[0].lines[0].plain == "Before x2+y after.")
    #expect(text.blocks[1].lines[0].words.map(\.text).joined() == "ab+1=7")
  }

  @Test func aFormulaHasItsAlternativeText() throws {
    let square = "<msup><mi>x</mi><mn>2</mn></msup>"
    let text = try Fixture(
      body: """
        <p>Say <math alttext="x  squared">\(square)</math><math alttext="" aria-label="again"
        >\(square)</math>, <math alttext="">\(square)</math> or <math>\(square)</math>.</p>
        <math display="block" alttext="\\frac{1}{2}"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>
        """
    ).text()
    let line = text.blocks[0].lines[0]
    #expect(line.plain == "Say x2x2, x2 or x2.")
    #expect(
      line.formulas.map { line.words[$0.words].map(\.text).joined() } == ["x2", "x2", "x2", "x2"])
    #expect(
      line.formulas.map(\.alternative) == [
        .text("x  squared"), .text("again"), .missing, .missing,
      ])
    let display = text.blocks[1].lines[0]
    #expect(display.formulas == [TextFormula(words: 0..<2, alternative: .text("\\frac{1}{2}"))])
  }

  /// One that is cut may not end in half a character, which JSON cannot hold.
  @Test func aLongAlternativeTextIsCutBetweenCharacters() throws {
    let alternative = "x" + String(repeating: "\u{1D465}", count: 3_000)
    let line = try Fixture(
      body: "<p><math alttext='\(alternative)'><mi>x</mi></math></p>"
    ).text().blocks[0].lines[0]
    guard case .text(let text)? = line.formulas.first?.alternative else {
      Issue.record("it has no text")
      return
    }
    #expect(text.hasPrefix("x\u{1D465}") && text.utf16.count == 4_000)
  }

  @Test func aWordThatIsBrokenAtASoftHyphenHasIt() throws {
    let text = try Fixture(
      body: "<p style='width:90px'>Donau&shy;dampf&shy;schiff&shy;fahrt</p><p>Do&shy;nau</p>"
    ).text()
    let lines = text.blocks[0].lines.map(\.plain)
    #expect(lines.count > 1)
    #expect(lines.dropLast().allSatisfy { $0.last == "\u{AD}" } && lines.last?.last == "t")
    #expect(lines.joined().filter { $0 != "\u{AD}" } == "Donaudampfschifffahrt")
    #expect(!lines.contains { $0.dropLast().contains("\u{AD}") })
    #expect(text.blocks[1].lines[0].words.map(\.text) == ["Donau"])
  }

  @Test func wordsOfOtherLanguagesAreHyphenatedIfTheirStyleAsks() throws {
    func lines(_ style: String) throws -> [String] {
      let text = try Fixture(
        body: "<p lang=de style='width:90px;\(style)'>Donaudampfschifffahrt</p>"
      ).text()
      return text.blocks.flatMap(\.lines).map(\.plain)
    }
    let broken = try lines("hyphens:auto")
    #expect(broken.count > 1 && broken.dropLast().allSatisfy { $0.last == "\u{AD}" })
    #expect(broken.joined().filter { $0 != "\u{AD}" } == "Donaudampfschifffahrt")
    #expect(try lines("hyphens:manual") == ["Donaudampfschifffahrt"])
  }

  @Test func markersAndGeneratedTextAreReadWhereTheyStand() throws {
    let fixture = try Fixture(
      body: """
        <ol start="3"><li>Three</li><li><p>Four</p></li></ol><ul><li>Dot</li></ul>
        <p class="c">Tides</p><p>see <q>quoted</q> <a class="a">link</a><a class="x">none</a></p>
        """,
      style: """
        body { counter-reset: n } .a::after { content: " (out)" } .x::after { content: "" }
        .c::before { counter-increment: n; content: "Chapter " counter(n) ": " }
        """)
    let text = try fixture.text()
    let lines = text.blocks.flatMap(\.lines)
    #expect(
      lines.map(\.plain) == [
        "3. Three", "4. Four", "\u{2022} Dot", "Chapter 1: Tides", "see “quoted” link (out)none",
      ])
    #expect(text.blocks.prefix(3).map(\.role) == [.listItem, .listItem, .listItem])
    for line in lines {
      for (word, next) in zip(line.words, line.words.dropFirst()) {
        #expect(word.box.maxX <= next.box.minX + 2, "\(word.text) \(next.text)")
        #expect(word.glyphs.count == word.text.count)
      }
    }
  }

  @Test func valuesOfFieldsAreRead() throws {
    let fixture = try Fixture(
      body: """
        <p>Name <input value="Ada Lovelace" style="width: 300px"> <input type=password value=secret>
        <input type=hidden value=hidden> <input placeholder="Town"> <select><option>First</option>
        <option selected>Second</option></select> <input type=submit value=Send> <input type=checkbox></p>
        <textarea style="width: 120px; height: 90px">Some lines of text\nand another</textarea>
        """)
    let words = try fixture.words()
    #expect(
      words.map(\.text).joined(separator: " ")
        == "Name Ada Lovelace Town Second Send Some lines of text and another")
    let ada = try #require(words.first { $0.text == "Ada" })
    #expect(ada.box.minX > words[0].box.maxX && ada.box.maxX < words[2].box.minX + 1)
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

  /// The letters of a word are measured once, where all of it is set in the same way.
  @Test func aWordThatRepeatsHasItsLettersWhereTheyAre() throws {
    let fixture = try Fixture(
      body: """
        <p>harbor harbor</p><p style="letter-spacing: 9px">harbor</p>
        <p style="text-transform: uppercase">harbor</p>
        <p style="width: 2em; word-break: break-all">harbor</p>
        """)
    let words = try fixture.words()
    #expect(words[0..<4].map(\.text) == ["harbor", "harbor", "harbor", "HARBOR"])
    #expect(words[4...].map(\.text).joined() == "harbor" && words.count > 5)
    let step = words[1].glyphs[0].minX - words[0].glyphs[0].minX
    for (first, second) in zip(words[0].glyphs, words[1].glyphs) {
      #expect(abs(first.minX + step - second.minX) < 0.02 && abs(first.width - second.width) < 0.02)
    }
    #expect(words[2].glyphs[1].minX - words[2].glyphs[0].minX > words[0].glyphs[0].width + 6)
    for word in words { #expect(word.glyphs.count == word.text.count) }
    try fixture.expectInk(under: words)
  }
}
