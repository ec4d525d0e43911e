import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct TextCommandTests {
  private func pages(_ arguments: String...) async throws -> [JSON] {
    let result = try await runRecto(["text", "--format", "json"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    let answer = try JSONSerialization.jsonObject(with: Data(result.output)) as? JSON
    return try #require(answer?["pages"] as? [JSON])
  }

  private func words(of page: JSON) -> [JSON] {
    (page["blocks"] as? [JSON] ?? []).flatMap { $0["lines"] as? [JSON] ?? [] }
      .flatMap { $0["words"] as? [JSON] ?? [] }
  }

  @Test func plainTextEndsEachPageWithAFormFeed() async throws {
    let pages = try await plainAnswer("text", quay).split(
      separator: "\u{C}", omittingEmptySubsequences: false)
    #expect(pages.count == 9)
    #expect(pages[2].contains("The last resident keeper came down in the\nautumn of the year"))
    #expect(pages.last == "")
  }

  @Test func onlyTheChosenPagesAreGivenInTheOrderAskedFor() async throws {
    let text = try await plainAnswer("text", "--pages", "3,1", quay)
    let third = try await plainAnswer("text", "--pages", "3", quay)
    #expect(text == third + (try await plainAnswer("text", "--pages", "1", quay)))
  }

  @Test func theJSONFormIsTheDocumentedOne() async throws {
    let pages = try await pages(quay)
    #expect(pages.compactMap { $0["index"] as? Int } == Array(0..<8))
    #expect(pages.compactMap { $0["label"] as? String }.prefix(3) == ["Cover", "i", "1"])
    for page in pages {
      #expect(Set(page.keys) == ["index", "label", "size", "order", "blocks"])
      #expect(page["size"] as? [Double] == [420, 560])
      // The sample issue is tagged.
      #expect(page["order"] as? String == "structureTree")
      for block in try #require(page["blocks"] as? [JSON]) {
        #expect(isBoxOnQuay(block["box"]))
        #expect(block["role"] is String)
        for line in try #require(block["lines"] as? [JSON]) {
          #expect(isBoxOnQuay(line["box"]))
          #expect((line["baseline"] as? [Double])?.count == 4)
        }
      }
      for word in words(of: page) {
        #expect(isBoxOnQuay(word["box"]), "\(word)")
        #expect((word["text"] as? String)?.isEmpty == false)
        #expect(["ltr", "rtl", "ttb"].contains(word["direction"] as? String))
        #expect(word["glyphs"] == nil)
      }
    }
    #expect(pages.flatMap(words).contains { $0["direction"] as? String == "rtl" })
    #expect(pages.flatMap(words).contains { ($0["font"] as? String)?.contains("Garamond") == true })
  }

  @Test func jsonAndPlainHaveTheSameWords() async throws {
    let plain = try await plainAnswer("text", "--pages", "5", quay)
    var joined = ""
    for word in words(of: try await pages("--pages", "5", quay)[0]) {
      joined += word["text"] as? String ?? ""
    }
    #expect(joined == plain.filter { !$0.isWhitespace })
    #expect(
      try await plainAnswer("text", "--json", "--pages", "5", quay)
        == plainAnswer("text", "-f", "json", "--pages", "5", quay))
  }

  @Test func markdownComesWithAMapOfItsWords() async throws {
    let folder = try temporaryFolder()
    let result = try await runRecto(
      ["text", "-f", "markdown", "--map", folder.path("map"), "--pages", "4,5", quay])
    #expect(result.status == 0 && result.text.contains("\n# Reading the Tide\n"))
    #expect(!result.text.contains("LIGHTS · CARROW HEAD"), "a running head")
    let map =
      try JSONSerialization.jsonObject(
        with: Data(try bytes(ofFile: folder.path("map")))) as? JSON
    #expect(map?["markdown"] as? String == result.text)
    let spans = try #require(map?["spans"] as? [JSON])
    let text = Array(result.text.utf8)
    let words = spans.compactMap { span -> String? in
      guard span["line"] != nil, let start = span["startByte"] as? Int,
        let end = span["endByte"] as? Int
      else { return nil }
      return String(decoding: text[start..<end], as: UTF8.self)
    }
    #expect(
      words.contains { $0.hasPrefix("timetable") }
        && Set(spans.compactMap { $0["page"] as? Int }) == [3, 4])
    #expect(spans.contains { $0["picture"] as? Bool == true })
    #expect(
      try await plainAnswer("text", "-f", "markdown", "--pages", "4", quay)
        != plainAnswer("text", "-f", "markdown", quay))
  }

  @Test func aMapNeedsMarkdown() async throws {
    expectRefusal(try await runRecto(["text", "--map", "m", quay]), 64, "--format markdown")
  }

  @Test func glyphsNeedJSONOrAMap() async throws {
    expectRefusal(try await runRecto(["text", "--glyphs", quay]), 64, "--format json")
  }

  @Test func jsonExcludesOtherFormats() async throws {
    expectRefusal(
      try await runRecto(["text", "--json", "-f", "alto", quay]), 64, "cannot be used together")
  }

  @Test func glyphsGiveABoxForEachGraphemeCluster() async throws {
    for page in try await pages("--glyphs", quay) {
      for word in words(of: page) {
        let glyphs = try #require(word["glyphs"] as? [[Double]])
        #expect(glyphs.count == (word["text"] as? String)?.count, "\(word["text"] ?? "")")
      }
    }
  }

  private final class Counter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { counts[attributes["class"] ?? name, default: 0] += 1 }
  }

  @Test(arguments: [("alto", "Page", "String"), ("hocr", "ocr_page", "ocrx_word")])
  func markupIsWellFormedAndHasEveryPageAndWord(format: String, page: String, word: String)
    async throws
  {
    let parser = XMLParser(data: Data(try await plainAnswer("text", "-f", format, quay).utf8))
    let counter = Counter()
    parser.delegate = counter
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(counter.counts[page] == 8)
    #expect(counter.counts[word] == (try await pages(quay).flatMap(words).count))
  }

  @Test func anUnknownFormatIs64AndWritesNothing() async throws {
    let folder = try temporaryFolder()
    expectRefusal(
      try await runRecto(["text", "-f", "docx", quay, "-o", folder.path("a")]), 64, "docx")
    #expect(try folder.entries() == [])
  }

  @Test func theTextGoesIntoAFileOnRequest() async throws {
    let folder = try temporaryFolder()
    #expect(try await plainAnswer("text", quay, "-o", folder.path("text.txt")) == "")
    #expect(
      try await bytes(ofFile: folder.path("text.txt")) == Array(plainAnswer("text", quay).utf8))
  }

  @Test func everyPageMayFailAndTheDocumentIsStillWhole() async throws {
    let folder = try temporaryFolder()
    for page in [1, 2] {
      try folder.write(bytes(ofFile: "\(quayPages)/page\(page).png"), to: "in/page\(page).png")
      try folder.write(bytes(ofFile: "\(quayPages)/page\(page).xml"), to: "in/page\(page).xml")
    }
    try folder.write(Array("<alto".utf8), to: "in/page1.xml")
    let result = try await runRecto(["text", "--json", folder.path("in")])
    let answer = try #require(JSONSerialization.jsonObject(with: Data(result.output)) as? JSON)
    let pages = try #require(answer["pages"] as? [JSON])
    // A sidecar that cannot be read costs its own page no more than its text.
    #expect(words(of: try #require(pages.last)).count > 50)
    #expect(result.status == 0 ? pages.count == 2 : result.errors.contains("page 1: "))
  }
}
