import RectoPageModel
import Testing

/// The position that a pointer refers to on a page of text, and its selection.
@Suite struct TextPositionTests {
  /// Two columns; every character is ten points wide and twelve high.
  private let page = PageText(
    order: .layout,
    blocks: [
      block([("the tide turned sea-", 0, 0), ("ward at noon", 0, 20)]),
      block([("boats left", 300, 0)]),
    ])

  private static func block(_ lines: [(text: String, x: Double, y: Double)]) -> TextBlock {
    TextBlock(role: .paragraph, lines: lines.map { line($0.text, at: Point(x: $0.x, y: $0.y)) })!
  }

  private static func line(_ text: String, at origin: Point) -> TextLine {
    var words: [TextWord] = []
    var x = origin.x
    for part in text.split(separator: " ") {
      let glyphs = part.indices.enumerated().map {
        Rect(x: x + Double($0.offset) * 10, y: origin.y + 2, width: 10, height: 8)
      }
      words.append(
        TextWord(
          text: String(part), box: glyphs.dropFirst().reduce(glyphs[0]) { $0.union($1) },
          glyphs: glyphs))
      x += Double(part.count + 1) * 10
    }
    let box = Rect(x: origin.x, y: origin.y, width: x - 10 - origin.x, height: 12)
    return TextLine(
      box: box,
      baseline: Segment(
        start: Point(x: box.minX, y: box.maxY), end: Point(x: box.maxX, y: box.maxY)),
      words: words)
  }

  private func place(_ block: Int, _ line: Int, _ word: Int, _ character: Int) -> TextPosition {
    TextPosition(block: block, line: line, word: word, character: character)
  }

  @Test(
    "The nearer edge of the nearest character is meant",
    arguments: [
      (Point(x: 1, y: 5), (0, 0, 0, 0)), (Point(x: 8, y: 5), (0, 0, 0, 1)),
      (Point(x: 44, y: 5), (0, 0, 1, 0)), (Point(x: 79, y: 5), (0, 0, 1, 4)),
      (Point(x: -50, y: 25), (0, 1, 0, 0)), (Point(x: 150, y: 31), (0, 1, 2, 4)),
      (Point(x: 299, y: 40), (1, 0, 0, 0)),
    ])
  func nearest(_ point: Point, _ wanted: (Int, Int, Int, Int)) {
    let (block, line, word, character) = wanted
    #expect(page.position(at: point) == place(block, line, word, character))
  }

  @Test func farAwayNothingIsMeant() {
    #expect(page.position(at: Point(x: 0, y: 400), within: 20) == nil)
    #expect(page.position(at: Point(x: 0, y: 40), within: 20) == place(0, 1, 0, 0))
    #expect(PageText.none.position(at: Point(x: 0, y: 0)) == nil)
  }

  @Test func aSelectionOverLinesIsWholeWordsAgain() {
    let all = place(0, 0, 1, 0)...place(1, 0, 0, 5)
    #expect(page.text(of: all) == "tide turned seaward at noon\nboats")
    #expect(page.text(of: place(0, 0, 0, 1)...place(0, 0, 0, 2)) == "h")
    #expect(page.text(of: place(0, 0, 0, 2)...place(0, 0, 1, 2)) == "e ti")
    // A selected half of a hyphenated word keeps its hyphen.
    #expect(page.text(of: place(0, 0, 3, 0)...place(0, 0, 3, 4)) == "sea-")
    #expect(page.text(of: place(0, 0, 0, 3)...place(0, 0, 0, 3)) == "")
  }

  @Test func oneAreaALineAsHighAsTheLine() {
    let quads = page.quads(of: place(0, 0, 1, 1)...place(0, 1, 0, 2))
    #expect(
      quads == [
        Quad(Rect(x: 50, y: 0, width: 150, height: 12)),
        Quad(Rect(x: 0, y: 20, width: 20, height: 12)),
      ])
  }

  @Test func wordsLinesAndBlocksAroundAPlace() {
    let position = place(0, 0, 1, 2)
    let texts = TextUnit.allCases.map { unit in
      page.range(of: unit, at: position).map { page.text(of: $0) }
    }
    #expect(
      texts == ["d", "tide", "the tide turned sea-", "the tide turned seaward at noon"])
    #expect(page.range(of: .word, at: place(7, 0, 0, 0)) == nil)
    #expect(page.range(of: .word, at: place(0, 0, 9, 0)) == nil)
  }

  @Test func aWordInTwoFontsIsOne() {
    var page = page
    page.blocks[1].lines[0].words[0].joinsNext = true
    let word = page.range(of: .word, at: place(1, 0, 1, 1))
    #expect(word == place(1, 0, 0, 0)...place(1, 0, 1, 4))
    #expect(word.map { page.text(of: $0) } == "boatsleft")
  }

  @Test func rightToLeftTextBeginsAtTheRight() throws {
    var line = Self.line("abcd xy", at: Point(x: 0, y: 0))
    for index in line.words.indices {
      line.words[index].direction = .rightToLeft
      line.words[index].glyphs.reverse()
    }
    line.words.reverse()
    // On paper: the word of two is read first, from x = 70 down.
    let page = PageText(
      order: .layout, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(page.position(at: Point(x: 69, y: 5)) == place(0, 0, 0, 0))
    #expect(page.position(at: Point(x: 51, y: 5)) == place(0, 0, 0, 2))
    #expect(page.position(at: Point(x: 1, y: 5)) == place(0, 0, 1, 4))
    let quads = page.quads(of: place(0, 0, 0, 1)...place(0, 0, 1, 1))
    #expect(quads == [Quad(Rect(x: 30, y: 0, width: 30, height: 12))])
  }

  @Test func aTurnedWordIsSelectedAsItIsTurned() throws {
    let quad = Quad(
      topLeft: Point(x: 0, y: 0), topRight: Point(x: 0, y: 40), bottomRight: Point(x: -10, y: 40),
      bottomLeft: Point(x: -10, y: 0))
    let word = TextWord(text: "buoy", box: quad.bounds, quad: quad)
    let line = TextLine(
      box: quad.bounds, baseline: Segment(start: quad.bottomLeft, end: quad.bottomRight),
      words: [word])
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(page.position(at: Point(x: -5, y: 27)) == place(0, 0, 0, 3))
    #expect(
      page.quads(of: place(0, 0, 0, 1)...place(0, 0, 0, 3)) == [
        Quad(
          topLeft: Point(x: 0, y: 10), topRight: Point(x: 0, y: 30),
          bottomRight: Point(x: -10, y: 30), bottomLeft: Point(x: -10, y: 10))
      ])
  }

  /// It begins at the right side of its quad.
  @Test func aTurnedWordFromRightToLeftIsSelectedFromItsOtherSide() throws {
    let quad = Quad(Rect(x: 0, y: 0, width: 40, height: 10))
    let word = TextWord(text: "مرسى", box: quad.bounds, quad: quad, direction: .rightToLeft)
    let line = TextLine(
      box: quad.bounds, baseline: Segment(start: quad.bottomRight, end: quad.bottomLeft),
      words: [word])
    let page = PageText(
      order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(
      page.quads(of: place(0, 0, 0, 0)...place(0, 0, 0, 3))
        == [Quad(Rect(x: 10, y: 0, width: 30, height: 10))])
    #expect(word.turnedCell(ofCharacter: 3) == Quad(Rect(x: 0, y: 0, width: 10, height: 10)))
  }

  @Test func verticalTextIsSelectedDownTheLine() throws {
    let glyphs = (0..<3).map { Rect(x: 1, y: Double($0) * 10, width: 8, height: 10) }
    let word = TextWord(
      text: "潮汐表", box: Rect(x: 1, y: 0, width: 8, height: 30), direction: .topToBottom,
      glyphs: glyphs)
    let line = TextLine(
      box: Rect(x: 0, y: 0, width: 10, height: 30),
      baseline: Segment(start: Point(x: 5, y: 0), end: Point(x: 5, y: 30)), words: [word])
    let page = PageText(
      order: .layout, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])])
    #expect(page.position(at: Point(x: 5, y: 16)) == place(0, 0, 0, 2))
    #expect(
      page.quads(of: place(0, 0, 0, 1)...place(0, 0, 0, 3))
        == [Quad(Rect(x: 0, y: 10, width: 10, height: 20))])
  }
}
