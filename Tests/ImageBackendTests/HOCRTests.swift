import RectoPageModel
import TestSupport
import Testing

@Suite struct HOCRTests {
  private func text(_ hocr: String, name: String = "page1.hocr") throws -> PageText {
    try SidecarPage.open(name, hocr).text()
  }

  @Test(arguments: ["page1.hocr", "page1.html", "page1.htm"])
  func boxesBecomePoints(name: String) throws {
    let text = try text(hocr([hocrLine("Tide", "40 20 120 30")]), name: name)
    let words = text.blocks.flatMap(\.lines).flatMap(\.words)
    #expect(words.map(\.text) == ["Tide"])
    #expect(words.map(\.box) == [Rect(x: 20, y: 10, width: 40, height: 5)])
  }

  @Test func wellFormedXMLIsReadAsWell() throws {
    let page = #"<div class="ocr_page" title="bbox 0 0 400 200">"#
    let file =
      #"<html xmlns="http://www.w3.org/1999/xhtml"><body>"# + page
      + hocrLine("Tide &amp; time", "40 20 120 30") + "</div></body></html>"
    #expect(try text(file, name: "page1.xml").plain == "Tide & time")
  }

  @Test func eachPageOfATIFFHasItsOwnPage() throws {
    let folder = try temporaryFolder()
    let pages = ["first", "second"].map { hocrLine($0, "0 0 20 10") }
    let canvas = Canvas(width: 40, height: 20, .white)
    let path = try folder.write(tiff([TIFFPage(canvas), TIFFPage(canvas)]), to: "scan.tif")
    try folder.write(hocr(pages, bbox: "0 0 40 20").utf8, to: "scan.hocr")
    let publication = try open(path)
    #expect(publication.info.capabilities.contains(.text))
    #expect(try publication.text(page: 0).plain == "first")
    #expect(try publication.text(page: 1).plain == "second")
  }

  @Test func aPageThatTheSidecarDoesNotHaveHasNoText() throws {
    let folder = try temporaryFolder()
    let canvas = Canvas(width: 40, height: 20, .white)
    let path = try folder.write(tiff([TIFFPage(canvas), TIFFPage(canvas)]), to: "scan.tif")
    try folder.write(hocr([hocrLine("first", "0 0 20 10")]).utf8, to: "scan.hocr")
    let publication = try open(path)
    #expect(try publication.text(page: 1) == .none)
    #expect(publication.info.warnings.isEmpty)
  }

  @Test func paragraphsAreBlocksAndCaptionsAreCaptions() throws {
    let body =
      #"<div class="ocr_carea"><p class="ocr_par">"# + hocrLine("one", "0 0 40 20")
      + hocrLine("two", "0 20 40 40") + #"</p><p class="ocr_par">"#
      + hocrLine("three", "0 60 40 80").replacing("ocr_line", with: "ocr_caption") + "</p></div>"
    let text = try text(hocr([body]))
    #expect(text.order == .geometry)
    #expect(text.plain == "one\ntwo\n\nthree")
    #expect(text.blocks.map(\.role) == [.paragraph, .caption])
  }

  @Test func directionAndLanguageAreInherited() throws {
    let body = #"<p class="ocr_par" lang="ara" dir="rtl">"# + hocrLine("12", "40 20 80 40") + "</p>"
    let word = try #require(try text(hocr([body])).blocks.first?.lines.first?.words.first)
    #expect(word.direction == .rightToLeft)
    #expect(word.language == "ar")
    #expect(word.glyphs.map(\.x) == [30, 20])
  }

  @Test func aLineWithoutWordsIsSpreadOverItsBox() throws {
    let line = #"<span class="ocr_line" title="bbox 0 0 200 20">low tide</span>"#
    let words = try text(hocr([line])).blocks.flatMap(\.lines).flatMap(\.words)
    #expect(words.map(\.text) == ["low", "tide"])
    #expect(words.first?.box == Rect(x: 0, y: 0, width: 37.5, height: 10))
  }

  private func loose(_ word: String, _ box: String) -> String {
    #"<span class="ocrx_word" title="bbox \#(box)">\#(word)</span>"#
  }

  @Test(arguments: [
    #"<span class="ocrx_line" title="bbox 0 0 200 20">"#, #"<p class="ocr_par">"#,
    #"<div class="ocr_carea">"#, "<div>",
  ])
  func wordsAreReadWhateverIsAroundThem(around: String) throws {
    let words = loose("low", "0 0 90 20") + " " + loose("tide", "100 2 200 22")
    let text = try text(hocr([around + words + (around.hasPrefix("<span") ? "</span>" : "")]))
    #expect(text.plain == "low tide")
    #expect(text.blocks.first?.lines.map(\.box) == [Rect(x: 0, y: 0, width: 100, height: 11)])
  }

  @Test func wordsWithoutLinesAreLinesWhereTheyStandBelowOneAnother() throws {
    let words =
      loose("low", "0 0 90 20") + loose("tide", "100 0 200 20") + loose("at", "0 30 40 50")
      + loose("dusk", "50 30 120 50")
    let text = try text(hocr([#"<p class="ocr_par">"# + words + "</p>"]))
    #expect(text.plain == "low tide\nat dusk")
  }

  @Test func wordsBesideALineAreReadInTheirPlace() throws {
    let body =
      loose("before", "0 0 90 20") + hocrLine("line", "0 30 90 50") + loose("after", "0 60 90 80")
    #expect(
      try text(hocr([body])).blocks.flatMap(\.lines).map { $0.words.map(\.text) }
        == [["before"], ["line"], ["after"]])
  }

  @Test func withoutADeclarationItIsUTF8() throws {
    #expect(try text(hocr([hocrLine("Märzflut – 潮", "0 0 90 20")])).plain == "Märzflut – 潮")
  }

  @Test func theSlopeOfALineIsItsBaselines() throws {
    let line =
      #"<span class="ocr_line" title="bbox 40 20 240 40; baseline 0.05 -6">"#
      + #"<span class="ocrx_word" title="bbox 40 20 240 40">Tide</span></span>"#
    let baseline = try #require(try text(hocr([line])).blocks.first?.lines.first).baseline
    #expect(baseline.start == Point(x: 20, y: 17))
    #expect(baseline.end == Point(x: 120, y: 22))
  }
}
