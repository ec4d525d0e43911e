import Foundation
import RectoJSON
import RectoPageModel
import Testing

@Suite struct PageTextTests {
  private static let box = Rect(x: 10, y: 20, width: 30, height: 12)
  private static let baseline = Segment(start: Point(x: 10, y: 30), end: Point(x: 40, y: 30))

  private func word(_ text: String, joinsNext: Bool = false) -> TextWord {
    TextWord(text: text, box: Self.box, joinsNext: joinsNext)
  }

  private func line(_ words: TextWord...) -> TextLine {
    TextLine(box: Self.box, baseline: Self.baseline, words: words)
  }

  @Test func plainTextHasALineFeedALineAndAnEmptyLineABlock() throws {
    let first = try #require(
      TextBlock(role: .paragraph, lines: [line(word("the"), word("quay")), line(word("lies"))]))
    let second = try #require(TextBlock(role: .heading1, lines: [line(word("Tides"))]))
    #expect(PageText(order: .geometry, blocks: [first, second]).plain == "the quay\nlies\n\nTides")
  }

  @Test func plainTextKeepsTheTablesOfTwoThreadsApart() {
    let blocks = ["harbor", "tides"].flatMap { (thread: String) in
      (0..<2).map { row in
        TextBlock(
          box: Self.box, role: .tableCell, lines: [line(word("\(thread)\(row)"))], thread: thread,
          cell: TableCell(table: 0, row: row, index: 0))
      }
    }
    let text = PageText(order: .layout, blocks: [blocks[0], blocks[1], blocks[3]])
    #expect(text.plain == "harbor0\nharbor1\n\ntides1")
  }

  @Test func wordsThatJoinHaveNoSpaceBetweenThem() {
    #expect(
      line(word("ta", joinsNext: true), word("xi"), word("now", joinsNext: true)).plain
        == "taxi now")
  }

  @Test func aBlockLiesAroundItsLines() throws {
    let far = TextLine(
      box: Rect(x: 0, y: 100, width: 5, height: 5), baseline: Self.baseline, words: [])
    let block = try #require(TextBlock(role: .paragraph, lines: [line(word("a")), far]))
    #expect(block.box == Rect(x: 0, y: 20, width: 40, height: 85))
    #expect(TextBlock(role: .paragraph, lines: []) == nil)
  }

  private func document(_ word: TextWord, glyphs: Bool) -> String {
    let block = TextBlock(box: Self.box, role: .listItem, lines: [line(word)])
    return String(
      decoding: JSONWriter.bytes(
        of: PageTextDocument(
          index: 0, label: "i", size: Size(width: 420, height: 560),
          text: PageText(order: .structureTree, blocks: [block]), includesGlyphs: glyphs)),
      as: UTF8.self)
  }

  @Test func theJSONFormIsTheDocumentedOne() {
    let before =
      #"{"index":0,"label":"i","size":[420,560],"order":"structureTree","blocks":[{"box":[10,20,30,12],"#
      + #""role":"listItem","lines":[{"box":[10,20,30,12],"baseline":[10,30,40,30],"words":["#
    #expect(
      document(word("quay"), glyphs: false)
        == before + #"{"text":"quay","box":[10,20,30,12],"direction":"ltr"}]}]}]}"#)
    let full = TextWord(
      text: "ab", box: Self.box, quad: Quad(Self.box), font: "Gentium", size: 11.5,
      direction: .rightToLeft, language: "ar",
      glyphs: [Rect(x: 1, y: 2, width: 3, height: 4), Self.box], joinsNext: true)
    #expect(
      document(full, glyphs: true)
        == before
        + #"{"text":"ab","box":[10,20,30,12],"quad":[10,20,40,20,40,32,10,32],"font":"Gentium","#
        + #""size":11.5,"direction":"rtl","lang":"ar","joined":true,"glyphs":[[1,2,3,4],[10,20,30,12]]}]}]}]}"#
    )
  }

  @Test func theJSONFormOfAPartOfAThreadIsTheDocumentedOne() throws {
    let block = TextBlock(
      box: Self.box, role: .paragraph, lines: [], thread: "harbor", isContinuation: true)
    let bytes = JSONWriter.bytes(
      of: PageTextDocument(
        index: 0, label: "1", size: Size(width: 420, height: 560),
        text: PageText(order: .layout, blocks: [block])))
    let form =
      #"{"box":[10,20,30,12],"role":"paragraph","thread":"harbor","continues":true,"lines":[]}"#
    #expect(String(decoding: bytes, as: UTF8.self).contains(form))
    #expect(try PageTextDocument(jsonBytes: bytes).text.blocks == [block])
  }

  @Test func theJSONFormOfAFormulaIsTheDocumentedOne() throws {
    let own = TextLine(
      box: Self.box, baseline: Self.baseline, words: [word("x", joinsNext: true), word("2")],
      formulas: [TextFormula(words: 0..<2, alternative: .text("x squared"))])
    let document = PageTextDocument(
      index: 0, label: "1", size: Size(width: 420, height: 560),
      text: PageText(
        order: .layout, blocks: [TextBlock(box: Self.box, role: .paragraph, lines: [own])]))
    let bytes = JSONWriter.bytes(of: document)
    let form = #"{"words":[0,2],"alternative":{"text":"x squared"}}"#
    let json = String(decoding: bytes, as: UTF8.self)
    #expect(json.contains(#""formulas":["# + form + "]"))
    #expect(try PageTextDocument(jsonBytes: bytes).text == document.text)
    for words in ["[0,3]", "[1,1]", "[-1,1]", "[2,1]", "[0]", "[0,1,2]"] {
      let changed = json.replacingOccurrences(of: "[0,2]", with: words)
      #expect(throws: JSONError.self) { _ = try PageTextDocument(jsonBytes: Array(changed.utf8)) }
    }
    let twice = json.replacingOccurrences(of: form, with: form + "," + form)
    #expect(throws: JSONError.self) { _ = try PageTextDocument(jsonBytes: Array(twice.utf8)) }
  }

  @Test func glyphsAreListedOnRequestOnly() {
    let word = TextWord(text: "a", box: Self.box, glyphs: [Self.box])
    #expect(!document(word, glyphs: false).contains("glyphs"))
  }
}
