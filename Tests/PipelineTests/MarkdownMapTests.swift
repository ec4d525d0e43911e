import CRectoCmark
import RectoPageModel
import TestSupport
import Testing

@testable import RectoPipeline

/// Markdown with a map from its words to places on pages.
@Suite struct MarkdownMapTests {
  /// A paragraph of lines, each word 5 points a letter.
  private func block(
    _ lines: String..., y: Double = 100, x: Double = 40, size: Double = 10,
    role: TextRole = .paragraph
  ) -> TextBlock {
    TextBlock(
      role: role,
      lines: lines.enumerated().map { number, text in
        let top = y + Double(number) * 12
        var left = x
        let words = text.split(separator: " ").map { word in
          let glyphs = word.indices.enumerated().map { place, _ in
            Rect(x: left + Double(place) * 5, y: top, width: 5, height: 10)
          }
          defer { left += Double(word.count) * 5 + 5 }
          return TextWord(
            text: String(word), box: glyphs.dropFirst().reduce(glyphs[0]) { $0.union($1) },
            font: "Serif", size: size, glyphs: glyphs)
        }
        return TextLine(
          box: Rect(x: x, y: top, width: left - x, height: 10),
          baseline: Segment(start: Point(x: x, y: top + 8), end: Point(x: left, y: top + 8)),
          words: words)
      })!
  }

  private func markdown(
    _ pages: [[TextBlock]], pictures: [PlacedImage] = [], only: Set<Int>? = nil
  ) -> MappedMarkdown {
    let pages = pages.enumerated().map { index, blocks in
      ArticlePage(
        index: index, size: Size(width: 400, height: 600),
        text: PageText(order: .geometry, blocks: blocks), pictures: index == 0 ? pictures : [],
        links: [])
    }
    let info = PublicationInfo(format: "PDF", capabilities: [])
    return MappedMarkdown(ArticleReader(pages, info: info, only: only).sections([]))
  }

  private func bytes(of part: String, in markdown: MappedMarkdown) throws -> Range<Int> {
    let range = try #require(markdown.text.range(of: part))
    let utf8 = markdown.text.utf8
    return utf8.distance(
      from: utf8.startIndex, to: range.lowerBound)..<utf8.distance(
        from: utf8.startIndex, to: range.upperBound)
  }

  /// To the thousandth: the shares of characters are single numbers.
  private func areas(of part: String, in markdown: MappedMarkdown) throws -> [Rect] {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    return markdown.quads(of: try bytes(of: part, in: markdown)).map(\.quad.bounds).map {
      Rect(
        x: rounded($0.x), y: rounded($0.y), width: rounded($0.width), height: rounded($0.height))
    }
  }

  @Test func aPassageHasOneAreaForEachLine() throws {
    let made = markdown([[block("The harbor lies", "still this morning.")]])
    #expect(
      try areas(of: "harbor lies still", in: made) == [
        Rect(x: 60, y: 100, width: 55, height: 10), Rect(x: 40, y: 112, width: 25, height: 10),
      ])
    #expect(made.spans.map(\.line) == [0, 0, 0, 1, 1, 1])
  }

  @Test func aDividedWordIsOnBothLinesWithoutItsHyphen() throws {
    let made = markdown([[block("It is trim-", "med by hand.")]])
    #expect(
      try areas(of: "trimmed", in: made) == [
        Rect(x: 70, y: 100, width: 20, height: 10), Rect(x: 40, y: 112, width: 15, height: 10),
      ])
    #expect(try areas(of: "mmed", in: made).first == Rect(x: 85, y: 100, width: 5, height: 10))
  }

  @Test func aPartOfAWordHasThePartOfItsArea() throws {
    let made = markdown([[block("naïve *harbor*")]])
    #expect(made.text == "naïve \\*harbor\\*\n")
    #expect(try areas(of: "ïv", in: made) == [Rect(x: 50, y: 100, width: 10, height: 10)])
    // A sign's backslash belongs to the sign.
    #expect(try areas(of: "\\", in: made) == [Rect(x: 70, y: 100, width: 5, height: 10)])
    let span = try #require(made.spans.last)
    #expect((span.range, span.codePoints) == (7..<17, 6..<16))
    #expect(made.quads(of: 3..<3).isEmpty && made.quads(of: 6..<7).isEmpty)
  }

  @Test func aWordOfCodeHasItsAreaBehindIndents() throws {
    let blocks = [block("é = *a", role: .code), block("b", y: 112, x: 60, role: .code)]
    let made = markdown([blocks])
    #expect(made.text == "```\né = *a\n    b\n```\n")
    #expect(try areas(of: "*a", in: made) == [Rect(x: 60, y: 100, width: 10, height: 10)])
    #expect(try areas(of: "b", in: made) == [Rect(x: 60, y: 112, width: 5, height: 10)])
    #expect(made.spans.map(\.codePoints) == [4..<5, 6..<7, 8..<10, 15..<16])
  }

  @Test func theLettersOfATurnedWordFollowItsDirection() throws {
    let quad = Quad(
      topLeft: Point(x: 20, y: 0), topRight: Point(x: 20, y: 40),
      bottomRight: Point(x: 10, y: 40), bottomLeft: Point(x: 10, y: 0))
    for (text, direction) in [("مرسى", TextDirection.rightToLeft), ("quay", .leftToRight)] {
      let word = TextWord(text: text, box: quad.bounds, quad: quad, direction: direction)
      let place = Article.Place(word, page: 0, line: 0)
      for index in 0..<4 {
        #expect(place.quad(of: index..<index + 1) == word.turnedCell(ofCharacter: index))
      }
    }
  }

  @Test func aSentenceOverTwoPagesHasAreasOnBoth() throws {
    let made = markdown([[block("It was the people")], [block("ashore who saw it.")]])
    let quads = made.quads(of: try bytes(of: "people ashore", in: made))
    #expect(quads.map(\.page) == [0, 1])
  }

  @Test func pagesThatAreNotWantedOnlyHelp() {
    let pages = (0..<4).map { [block("HARBOR NEWS", y: 20), block("Page \($0) says so.")] }
    #expect(markdown(pages, only: [2]).text == "Page 2 says so.\n")
    #expect(markdown(pages, only: [2]).spans.allSatisfy { $0.page == 2 })
  }

  @Test func aLargeFirstLetterDoesNotMakeItsLineHigh() throws {
    var paragraph = block("The harbor", "lies still.")
    paragraph.lines[0].words[0].glyphs[0] = Rect(x: 20, y: 100, width: 20, height: 34)
    paragraph.lines[0].words[0].box = Rect(x: 20, y: 100, width: 35, height: 34)
    let made = markdown([[paragraph]])
    #expect(
      try areas(of: "The harbor", in: made) == [
        Rect(x: 20, y: 100, width: 20, height: 34), Rect(x: 45, y: 100, width: 45, height: 10),
      ])
  }

  @Test func aPictureIsASpanWithItsArea() throws {
    var picture = PlacedImage(box: Rect(x: 40, y: 120, width: 200, height: 100), pixelSize: nil)
    picture.alternative = .text("A [lamp]")
    let made = markdown(
      [[block("Above."), block("Lit", y: 225, role: .caption)]], pictures: [picture])
    #expect(made.text == "Above.\n\n![A \\[lamp\\]](picture-1.jpg)\n\n*Lit*\n")
    #expect(try areas(of: "![A", in: made) == [picture.box])
    #expect(made.spans.map { $0.line == nil } == [false, true, false])
  }

  // MARK: Tables and lists

  private func cells(_ rows: [[(x: Double, text: String)]]) -> [TextBlock] {
    rows.enumerated().flatMap { number, row in
      row.map { block($0.text, y: 100 + Double(number) * 20, x: $0.x, role: .tableCell) }
    }
  }

  @Test func cellsBecomeATableWhoseFirstRowIsTheHead() throws {
    let made = markdown([
      cells([
        [(40, "Day"), (100, "Tide"), (200, "Height")], [(40, "sat"), (205, "4|7")],
        [(42, "sun"), (98, "low"), (200, "1.2")],
      ]) + [block("After it.", y: 400)]
    ])
    #expect(
      made.text == """
        | Day | Tide | Height |
        | --- | --- | --- |
        | sat |  | 4\\|7 |
        | sun | low | 1.2 |

        After it.

        """)
    #expect(try areas(of: "low", in: made) == [Rect(x: 98, y: 140, width: 15, height: 10)])
  }

  @Test func cellsWithoutColumnsStayParagraphs() {
    let made = markdown([
      cells([[(200, "Day"), (40, "Tide")], [(40, "a"), (50, "b"), (60, "c")]])
    ])
    #expect(made.text == "Day\u{2003}Tide\n\na\u{2003}b\u{2003}c\n")
  }

  @Test func bulletsAndNumbersBecomeListsWithSpans() throws {
    let made = markdown([
      [
        block("• first", y: 100, role: .listItem), block("• second", y: 112, role: .listItem),
        block("2. third", y: 124, role: .listItem), block("3. - fourth", y: 136, role: .listItem),
        block("7. fifth", y: 148, role: .listItem), block("sixth", y: 160, role: .listItem),
      ]
    ])
    #expect(
      made.text == "- first\n- second\n\n2. third\n3. \\- fourth\n\n- 7\\. fifth\n- sixth\n")
    #expect(try areas(of: "- ", in: made) == [Rect(x: 40, y: 100, width: 5, height: 10)])
    #expect(try areas(of: "3.", in: made) == [Rect(x: 40, y: 136, width: 10, height: 10)])
  }

  // MARK: Read by cmark

  /// Text with each sign that means anything in Markdown, at any place.
  private func wildText(_ random: inout some RandomNumberGenerator) -> String {
    let parts = [
      "*", "**", "_", "`", "[", "](", ")", "<b>", "&amp;", "#", "# ", "|", "~~", "!", "\\", "$",
      "1.",
      "12) ", "- ", "+", "=", "---", "> ", "http://a.example", ":", "\u{301}", "e", "ab", "Zx ",
      " ",
      "  ", "漢字", "مد", "7", "\n", "\t", "\u{2028}", "•", "www.b.example",
    ]
    return (0..<Int.random(in: 1...9, using: &random)).map { _ in
      parts.randomElement(using: &random)!
    }.joined()
  }

  private func wildBlock(_ random: inout some RandomNumberGenerator) -> Article.Block {
    let kinds: [Article.Kind] = [
      .heading(level: 1), .heading(level: 6), .paragraph, .paragraph, .listItem, .listItem, .quote,
    ]
    var offset = 0.0
    let runs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      var run = Article.Run(
        text: "", isBold: Bool.random(using: &random), isItalic: Bool.random(using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        run.target = .url("https://a.example/|\(wildText(&random))")
      }
      for word in wildText(&random).split(whereSeparator: \.isWhitespace) {
        if Bool.random(using: &random) { run.append(" ", []) }
        let box = Rect(x: offset, y: 0, width: 10, height: 10)
        offset += 20
        run.append(
          String(word),
          Article.Place.places(of: TextWord(text: String(word), box: box), page: 0, line: 0))
      }
      return run
    }
    var block = Article.Block(
      kind: kinds.randomElement(using: &random)!, runs: runs, page: 0,
      box: Rect(x: 0, y: 0, width: 1, height: 1))
    block.depth = Int.random(in: 0...3, using: &random)
    block.continuesItem = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<5, using: &random) == 0 {
      block.kind = .paragraph
      block.row = Article.TableRow(
        beginsTable: true, columnCount: runs.count + 1,
        cells: runs.indices.map {
          Article.TableRow.Cell(column: $0, runs: $0..<$0 + 1, box: block.box)
        })
    }
    return block
  }

  /// The letters and digits that cmark finds, with the numbers of lists.
  private func readLetters(_ markdown: String) -> String {
    cmark_gfm_core_extensions_ensure_registered()
    let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
    defer { cmark_parser_free(parser) }
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
    cmark_parser_feed(parser, markdown, markdown.utf8.count)
    let document = cmark_parser_finish(parser)
    defer { cmark_node_free(document) }
    var text = ""
    let walk = cmark_iter_new(document)
    defer { cmark_iter_free(walk) }
    while true {
      let event = cmark_iter_next(walk)
      if event == CMARK_EVENT_DONE { break }
      guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(walk) else { continue }
      if let literal = cmark_node_get_literal(node) { text += String(cString: literal) }
      if String(cString: cmark_node_get_type_string(node)) == "item",
        cmark_node_get_list_type(cmark_node_parent(node)) == CMARK_ORDERED_LIST
      {
        var number = Int(cmark_node_get_list_start(cmark_node_parent(node)))
        var previous = cmark_node_previous(node)
        while previous != nil {
          number += 1
          previous = cmark_node_previous(previous)
        }
        text += "\(number)"
      }
    }
    return letters(text)
  }

  private func letters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }))
  }

  @Test func cmarkReadsTheLettersOfTheArticle() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let blocks = (0..<Int.random(in: 1...8, using: &random)).map { _ in wildBlock(&random) }
      let article = Article(title: "", direction: .leftToRight, blocks: blocks)
      let made = MappedMarkdown([article])
      let expected = letters(blocks.map(\.text).joined(separator: " "))
      #expect(readLetters(made.text) == expected, "\(made.text)")
      let utf8 = Array(made.text.utf8)
      let mapped = made.spans.map { String(decoding: utf8[$0.range], as: UTF8.self) }
      #expect(letters(mapped.joined()) == expected, "\(made.text)")
      #expect(
        zip(made.spans, made.spans.dropFirst()).allSatisfy {
          $0.range.upperBound <= $1.range.lowerBound
            && $0.codePoints.upperBound <= $1.codePoints.lowerBound
        })
    }
  }
}
