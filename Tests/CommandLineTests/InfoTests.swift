import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct InfoTests {
  @Test func infoSaysWhatThePublicationIs() throws {
    let text = try plainAnswer("info", quay)
    for line in [
      "Source        \(quay)", "Format        PDF 1.5", "Title         Quay, issue 14",
      "Direction     ltr", "Pages         8", "Page 1        420 x 560 pt  label Cover",
      "Page 2        420 x 560 pt  label i", "Page 3        420 x 560 pt  label 1",
    ] { #expect(text.contains(line + "\n")) }
  }

  @Test func theJSONFormIsTheDocumentedOne() throws {
    let info = try #require(try jsonAnswer("info", "--json", quay) as? JSON)
    #expect(
      Set(info.keys) == [
        "source", "format", "backend", "metadata", "direction", "reflowable", "pageCount", "pages",
        "capabilities", "warnings",
      ])
    #expect(info["source"] as? String == quay)
    #expect(info["direction"] as? String == "ltr")
    #expect(info["reflowable"] as? Bool == false)
    #expect(info["pageCount"] as? Int == 8)
    let backend = try #require(info["backend"] as? JSON)
    #expect(backend["id"] as? String == "pdf")
    #expect((backend["version"] as? String)?.contains("poppler-") == true)
    #expect((info["metadata"] as? JSON)?["title"] as? String == "Quay, issue 14")
    #expect((info["capabilities"] as? [String])?.contains("text") == true)
    let pages = try #require(info["pages"] as? [JSON])
    #expect(pages.compactMap { $0["index"] as? Int } == Array(0..<8))
    #expect(
      pages.compactMap { $0["label"] as? String } == ["Cover", "i", "1", "2", "3", "4", "5", "6"])
    for page in pages {
      #expect(page["size"] as? [Double] == [420, 560])
      #expect(page["rotation"] as? Int == 0)
      let boxes = try #require(page["boxes"] as? [String: [Double]])
      #expect(Set(boxes.keys) == ["media", "crop", "bleed", "trim", "art"])
      #expect(boxes["crop"] == [0, 0, 420, 560])
    }
  }

  @Test func onlyTheChosenPagesAreListed() throws {
    let info = try #require(try jsonAnswer("info", "--json", "--pages", "last,1", quay) as? JSON)
    #expect((info["pages"] as? [JSON])?.compactMap { $0["index"] as? Int } == [7, 0])
    #expect(info["pageCount"] as? Int == 8)
  }

  @Test func theAnswerGoesIntoAFileOnRequest() throws {
    let folder = try temporaryFolder()
    #expect(try plainAnswer("info", quay, "-o", folder.path("info.txt")) == "")
    #expect(try bytes(ofFile: folder.path("info.txt")) == Array(plainAnswer("info", quay).utf8))
  }

  @Test func standardInputIsASourceToo() throws {
    let result = try runRecto(["info", "-"], input: try bytes(ofFile: quay))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("Source        standard input\n"))
    #expect(result.text.contains("Pages         8\n"))
  }

  @Test func aFolderOfPageImagesIsTheSameIssue() throws {
    let info = try #require(try jsonAnswer("info", "--json", quayPages) as? JSON)
    #expect((info["backend"] as? JSON)?["id"] as? String == "image")
    #expect(info["pageCount"] as? Int == 8)
    for page in try #require(info["pages"] as? [JSON]) {
      let size = try #require(page["size"] as? [Double])
      // 875 x 1167 pixels at 150 dots per inch.
      #expect(abs(size[0] - 420) < 0.5 && abs(size[1] - 560) < 0.5)
    }
  }

  @Test func aFolderOfPageImagesRendersAndHasText() throws {
    let fromPDF = try decodePNG(rendered(quay, "--pages", "4")).rgb
    let fromImages = try decodePNG(rendered(quayPages, "--pages", "4")).rgb
    #expect((fromImages.width, fromImages.height) == (fromPDF.width, fromPDF.height))
    let difference = zip(fromPDF.samples, fromImages.samples)
      .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(fromPDF.samples.count) < 4)
    #expect(try plainAnswer("text", "--pages", "3", quayPages).contains("The last resident keeper"))
  }

  @Test func aTurnedPageSaysSo() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF([.init(entries: "/Rotate 90")]).bytes, to: "a.pdf")
    let info = try #require(try jsonAnswer("info", "--json", path) as? JSON)
    let page = try #require((info["pages"] as? [JSON])?.first)
    // Boxes and size are those before the turn.
    #expect(page["rotation"] as? Int == 90)
    #expect(page["size"] as? [Double] == [100, 200])
    #expect(try plainAnswer("info", path).contains("turned 90°"))
    #expect(try decodePNG(rendered(path, "--scale", "1")).width == 200)
  }
}
