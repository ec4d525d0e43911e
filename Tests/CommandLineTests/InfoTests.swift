import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct InfoTests {
  @Test func infoSaysWhatThePublicationIs() async throws {
    let text = try await plainAnswer("info", quay)
    for line in [
      "Source        \(quay)", "Format        PDF 1.5", "Title         Quay, issue 14",
      "Direction     ltr", "Pages         8",
      "Page 1        420 x 560 pt (148.2 x 197.6 mm)  label Cover",
      "Page 2        420 x 560 pt (148.2 x 197.6 mm)  label i",
      "Pages 3-8     420 x 560 pt (148.2 x 197.6 mm)  labels 1 to 6",
    ] { #expect(text.contains(line + "\n")) }
  }

  @Test func theJSONFormIsTheDocumentedOne() async throws {
    let info = try #require(try await jsonAnswer("info", "--json", quay) as? JSON)
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
    #expect(backend["id"] as? String == (hasPoppler ? "pdf" : "pdfium"))
    let engine = hasPoppler ? "poppler-" : "pdfium-"
    #expect((backend["version"] as? String)?.contains(engine) == true)
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

  /// A4, one of them turned, one larger, then roman and printed numbers.
  @Test func equalPagesAreOneLine() async throws {
    let folder = try temporaryFolder()
    var pdf = HandMadePDF(squares: 12, width: 595.276, height: 841.89)
    pdf.pages[3].entries = "/Rotate 90"
    pdf.pages[4].width = 600
    pdf.catalogEntries = "/PageLabels << /Nums [0 << /S /D >> 6 << /S /r >> 9 << /S /D /St 7 >>] >>"
    let path = try folder.write(pdf.bytes, to: "issue.pdf")
    let lines = try await plainAnswer("info", path).split(separator: "\n").filter {
      $0.hasPrefix("Page ") || $0.hasPrefix("Pages ") && $0.contains(" pt ")
    }
    let a4 = "595.28 x 841.89 pt (210 x 297 mm)"
    #expect(
      lines.map(String.init) == [
        "Pages 1-3     \(a4)", "Page 4        \(a4), rotated 90°",
        "Page 5        600 x 841.89 pt (211.7 x 297 mm)", "Page 6        \(a4)",
        "Pages 7-9     \(a4)  labels i to iii", "Pages 10-12   \(a4)  labels 7 to 9",
      ])
  }

  @Test(
    .enabled(if: program("qpdf") != nil, "qpdf is not installed"),
    arguments: [
      ("256", ["--print=none", "--extract=n"], "AES-256"), ("128", ["--use-aes=n"], "RC4-128"),
      ("256", ["--modify=none"], "AES-256"),
    ])
  func infoSaysHowASourceIsEncryptedAndWhatIsPermitted(
    bits: String, options: [String], method: String
  ) async throws {
    let folder = try temporaryFolder()
    let path = folder.path("secret.pdf")
    let weak = bits == "128" ? ["--allow-weak-crypto"] : []
    let made = try await run(
      try #require(program("qpdf")),
      weak + ["--encrypt", "", "owner", bits] + options + ["--", quay, path])
    try #require(made.status == 0, "\(made.errors)")
    let text = try await plainAnswer("info", path)
    #expect(text.contains("Encryption    \(method)\n"))
    let info = try #require(try await jsonAnswer("info", "--json", path) as? JSON)
    let encryption = try #require(info["encryption"] as? JSON)
    #expect(encryption["method"] as? String == method)
    let permissions = try #require(encryption["permissions"] as? [String])
    #expect(permissions.contains("print") == !options.contains("--print=none"))
    #expect(permissions.contains("copy") == !options.contains("--extract=n"))
    #expect(permissions.contains("modify") == !options.contains("--modify=none"))
    let denied = text.firstMatch(of: /\(not: ([a-z -]*)\)/).map { $0.1.split(separator: " ") } ?? []
    #expect(denied.contains("modify") == !permissions.contains("modify"))
    // The owner is allowed everything.
    let owners = try #require(
      try await jsonAnswer("info", "--json", "--password", "owner", path) as? JSON)
    let granted = (owners["encryption"] as? JSON)?["permissions"] as? [String] ?? []
    #expect(Set(["print", "copy", "modify"]).isSubset(of: granted))
  }

  @Test func onlyTheChosenPagesAreListed() async throws {
    let info = try #require(
      try await jsonAnswer("info", "--json", "--pages", "last,1", quay) as? JSON)
    #expect((info["pages"] as? [JSON])?.compactMap { $0["index"] as? Int } == [7, 0])
    #expect(info["pageCount"] as? Int == 8)
  }

  @Test func theAnswerGoesIntoAFileOnRequest() async throws {
    let folder = try temporaryFolder()
    #expect(try await plainAnswer("info", quay, "-o", folder.path("info.txt")) == "")
    #expect(
      try await bytes(ofFile: folder.path("info.txt")) == Array(plainAnswer("info", quay).utf8))
  }

  @Test func standardInputIsASourceToo() async throws {
    let result = try await runRecto(["info", "-"], input: try bytes(ofFile: quay))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("Source        standard input\n"))
    #expect(result.text.contains("Pages         8\n"))
  }

  @Test func textWithoutANameIsReadAsMarkdown() async throws {
    let text = try await runRecto(["text", "-"], input: Array("# Ebb\n\nThe *tide*.\n".utf8))
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.text.contains("Ebb") && text.text.contains("The tide."))
    for other in ["{\"a\": 1}", "%!PS\n", "#!/bin/sh\necho\n", "a\u{0}b"] {
      #expect(try await runRecto(["text", "-"], input: Array(other.utf8)).status == 65)
    }
  }

  @Test func aFolderOfPageImagesIsTheSameIssue() async throws {
    let info = try #require(try await jsonAnswer("info", "--json", quayPages) as? JSON)
    #expect((info["backend"] as? JSON)?["id"] as? String == "image")
    #expect(info["pageCount"] as? Int == 8)
    for page in try #require(info["pages"] as? [JSON]) {
      let size = try #require(page["size"] as? [Double])
      // 875 x 1167 pixels at 150 dots per inch.
      #expect(abs(size[0] - 420) < 0.5 && abs(size[1] - 560) < 0.5)
    }
  }

  @Test func aFolderOfPageImagesRendersAndHasText() async throws {
    let fromPDF = try await decodePNG(rendered(quay, "--pages", "4")).rgb
    let fromImages = try await decodePNG(rendered(quayPages, "--pages", "4")).rgb
    #expect((fromImages.width, fromImages.height) == (fromPDF.width, fromPDF.height))
    let difference = zip(fromPDF.samples, fromImages.samples)
      .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(fromPDF.samples.count) < 4)
    #expect(
      try await plainAnswer("text", "--pages", "3", quayPages).contains("The last resident keeper"))
  }

  @Test func aTurnedPageSaysSo() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF([.init(entries: "/Rotate 90")]).bytes, to: "a.pdf")
    let info = try #require(try await jsonAnswer("info", "--json", path) as? JSON)
    let page = try #require((info["pages"] as? [JSON])?.first)
    // Boxes and size are those before the turn.
    #expect(page["rotation"] as? Int == 90)
    #expect(page["size"] as? [Double] == [100, 200])
    #expect(try await plainAnswer("info", path).contains("rotated 90°"))
    #expect(try await decodePNG(rendered(path, "--scale", "1")).width == 200)
  }
}
