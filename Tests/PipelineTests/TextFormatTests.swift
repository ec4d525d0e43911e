import Foundation
import FoundationXML
import RectoMarkup
import RectoPageModel
import RectoPipeline
import Testing

/// The elements of an XML document as Foundation's parser reports them.
final class Elements: NSObject, XMLParserDelegate {
  private(set) var list: [(name: String, attributes: [String: String])] = []
  private(set) var text = ""

  /// Nil if the document is not well-formed.
  init?(_ document: String) {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func named(_ name: String) -> [[String: String]] {
    list.filter { $0.name == name }.map(\.attributes)
  }

  func of(class name: String) -> [[String: String]] {
    list.map(\.attributes).filter { $0["class"] == name }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) { list.append((name, attributes)) }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}

@Suite struct TextFormatTests {
  private let nasty = #"<b>&amp;"x"'\#u{1}"#

  private func document(_ text: PageText, label: String = "i") -> PageTextDocument {
    PageTextDocument(index: 2, label: label, size: Size(width: 72, height: 144), text: text)
  }

  private func alto(_ text: PageText, label: String = "i", file: String = "quay.pdf") throws
    -> Elements
  {
    try #require(
      Elements(ALTO.header(fileName: file) + ALTO.page(document(text, label: label)) + ALTO.footer))
  }

  private func hocr(_ text: PageText, label: String = "i", title: String = "quay.pdf") throws
    -> Elements
  {
    try #require(
      Elements(HOCR.header(title: title) + HOCR.page(document(text, label: label)) + HOCR.footer))
  }

  @Test func altoHasPagesBlocksLinesAndWordsInTenthsOfAMillimeter() throws {
    let elements = try alto(Printed.page([["the quay", "lies"], ["here"]]))
    #expect(elements.text.contains("mm10"))
    let page = try #require(elements.named("Page").first)
    // 72 points are an inch, which is 254 tenths of a millimeter.
    #expect((page["WIDTH"], page["HEIGHT"]) == ("254", "508"))
    #expect((page["PHYSICAL_IMG_NR"], page["PRINTED_IMG_NR"]) == ("3", "i"))
    #expect(elements.named("TextBlock").count == 2)
    #expect(elements.named("TextLine").count == 3)
    #expect(
      elements.named("String").compactMap { $0["CONTENT"] } == ["the", "quay", "lies", "here"])
    #expect(elements.named("SP").count == 1)
    let quay = elements.named("String")[1]
    // It begins 20 points from the left: 20 * 254 / 72.
    #expect((quay["HPOS"], quay["VPOS"], quay["WIDTH"]) == ("70.56", "0", "70.56"))
  }

  @Test func altoIdentifiersAreUnique() throws {
    let page = Printed.page([["a", "b"], ["c"]])
    let elements = try #require(
      Elements(
        ALTO.header(fileName: "x") + ALTO.page(document(page))
          + ALTO.page(
            PageTextDocument(index: 3, label: "", size: Size(width: 1, height: 1), text: page))
          + ALTO.footer))
    let ids = elements.list.compactMap { $0.attributes["ID"] }
    #expect(ids.count == 12)
    #expect(Set(ids).count == ids.count)
  }

  @Test func allReservedCharactersAreEscaped() {
    #expect(escapeMarkup(#"<a b="c" d='e'>&"#) == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;")
  }

  @Test func altoEscapesWhatMarkupReserves() throws {
    let elements = try alto(Printed.page(nasty), label: nasty, file: nasty)
    let shown = nasty.replacingOccurrences(of: "\u{1}", with: "\u{FFFD}")
    #expect(elements.named("String").first?["CONTENT"] == shown)
    #expect(elements.named("Page").first?["PRINTED_IMG_NR"] == shown)
    #expect(elements.text.contains(shown))
  }

  @Test func altoNamesTheWholeOfADividedWord() throws {
    let elements = try alto(Printed.page("the extra-", "ordinary Anglo-", "Saxon quay"))
    let words = elements.named("String").map { string in
      ["CONTENT", "SUBS_TYPE", "SUBS_CONTENT"].compactMap { string[$0] }
    }
    #expect(
      words == [
        ["the"], ["extra", "HypPart1", "extraordinary"], ["ordinary", "HypPart2", "extraordinary"],
        ["Anglo-"], ["Saxon"], ["quay"],
      ])
    // The word is five letters wide, of 5 points each, and the hyphen stands behind it.
    #expect(elements.named("String")[1]["WIDTH"] == "88.19")
    let hyphen = try #require(elements.named("HYP").first)
    #expect((hyphen["CONTENT"], hyphen["HPOS"], hyphen["WIDTH"]) == ("-", "158.75", "17.64"))
    #expect(elements.named("HYP").count == 1 && elements.named("SP").count == 3)
  }

  @Test func altoKeepsAHyphenThatIsAWordOfItsOwnAndOneWithoutALetterBox() throws {
    let apart = try alto(Printed.page("extra|-", "ordinary"))
    #expect(apart.named("String").compactMap { $0["CONTENT"] } == ["extra", "ordinary"])
    #expect(apart.named("HYP").first?["HPOS"] == "88.19")
    var page = Printed.page("extra\u{AD}", "ordinary")
    page.blocks[0].lines[0].words[0].glyphs = []
    let whole = try alto(page)
    #expect(whole.named("String").first?["WIDTH"] == "105.83")
    #expect(whole.named("HYP").first == ["CONTENT": "\u{AD}"])
  }

  @Test func hocrHasPagesAreasLinesAndWordsInPixels() throws {
    let elements = try hocr(Printed.page([["the quay", "lies"], ["here"]]))
    let page = try #require(elements.of(class: "ocr_page").first?["title"])
    // 72 points are 300 pixels at the stated 300 dots per inch.
    #expect(page.contains("bbox 0 0 300 600") && page.contains("scan_res 300 300"))
    #expect(page.contains("ppageno 2"))
    #expect(elements.of(class: "ocr_carea").count == 2)
    #expect(elements.of(class: "ocr_line").count == 3)
    #expect(elements.of(class: "ocrx_word").count == 4)
    #expect(elements.of(class: "ocrx_word")[1]["title"]?.hasPrefix("bbox 83 0 167 42") == true)
    #expect(elements.text.contains("the quay"))
  }

  @Test(arguments: [
    ("12", "lpageno 12;"), ("iv", "lpageno \"iv\";"), ("a;b", "lpageno \"a;b\";"),
    ("quote\"", nil), ("日", nil), ("", nil),
  ])
  func hocrHasThePrintedNumberAsItsGrammarWantsItOrNot(
    label: String, property: String?
  ) throws {
    let page = try hocr(.none, label: label).of(class: "ocr_page").first?["title"] ?? ""
    if let property {
      #expect(page.contains(property))
    } else {
      #expect(!page.contains("lpageno"))
    }
  }

  @Test func hocrEscapesWhatMarkupReserves() throws {
    let elements = try hocr(Printed.page(nasty), label: nasty, title: nasty)
    #expect(elements.text.contains(nasty.replacingOccurrences(of: "\u{1}", with: "\u{FFFD}")))
    #expect(elements.named("b").isEmpty)
  }

  @Test func hocrSaysWhereTextRunsFromTheRight() throws {
    let line = Printed.line("رصيف", row: 0, direction: .rightToLeft)
    let block = TextBlock(box: line.box, role: .paragraph, lines: [line])
    let elements = try hocr(PageText(order: .geometry, blocks: [block]))
    #expect(elements.of(class: "ocrx_word").first?["dir"] == "rtl")
  }

  @Test func aPageWithoutTextIsStillAPage() throws {
    #expect(try alto(.none).named("Page").count == 1)
    #expect(try hocr(.none).of(class: "ocr_page").count == 1)
  }

  @Test func joinedWordsHaveNoSpaceBetweenThem() throws {
    let page = Printed.page("a ta|xi")
    #expect(try alto(page).named("SP").count == 1)
    #expect(try hocr(page).text.contains("a taxi"))
  }
}
