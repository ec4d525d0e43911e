import TestSupport
import Testing

/// The commands that list what a publication has beside its pages.
@Suite struct ListCommandTests {
  private static let samples = Comment(rawValue: needsSamples)

  // MARK: The sample issue

  @Test(.enabled(if: hasSamples, samples)) func theOutlineIsNested() async throws {
    let text = try await plainAnswer("outline", quay)
    #expect(text.hasPrefix("Cover  page 1\nIn this issue  page 2\nStories  page 3\n"))
    #expect(text.contains("\n  Reading the Tide  page 5\n"))
    let items = try #require(try await jsonAnswer("outline", "--json", quay) as? [JSON])
    #expect(items.compactMap { $0["title"] as? String } == ["Cover", "In this issue", "Stories"])
    let stories = try #require(items[2]["children"] as? [JSON])
    #expect(stories.compactMap { $0["page"] as? Int } == [2, 4, 5, 6, 7])
    for item in items + stories {
      #expect((item["point"] as? [Double])?.count == 2)
      #expect(item["children"] is [JSON])
    }
  }

  @Test(.enabled(if: hasSamples, samples)) func linksSayWhereTheyStandAndLead() async throws {
    let answer = try #require(try await jsonAnswer("links", "--json", quay) as? JSON)
    let links = try #require(answer["links"] as? [JSON])
    let inContents = links.filter { $0["page"] as? Int == 1 }
    let targets = inContents.compactMap { ($0["target"] as? JSON)?["page"] as? Int }
    #expect(Set(targets) == [2, 4, 5, 6, 7])
    #expect(
      links.contains { (($0["target"] as? JSON)?["url"] as? String)?.hasPrefix("http") == true })
    for link in links {
      let quads = try #require(link["quads"] as? [[Double]])
      #expect(!quads.isEmpty && quads.allSatisfy { $0.count == 8 })
    }
    let text = try await plainAnswer("links", quay)
    #expect(text.split(separator: "\n").count == links.count)
    #expect(text.contains("page 3\n"))
    let second = try #require(
      try await jsonAnswer("links", "--json", "--pages", "2", quay) as? JSON)
    #expect((second["links"] as? [JSON])?.count == inContents.count)
  }

  @Test(.needsPoppler, .enabled(if: hasSamples, samples))
  func fontsAreListedWithTheirEmbedding() async throws {
    let answer = try #require(try await jsonAnswer("fonts", "--json", quay) as? JSON)
    let fonts = try #require(answer["fonts"] as? [JSON])
    let names = fonts.compactMap { $0["name"] as? String }
    #expect(names.contains("EBGaramond12-Regular") && names.contains("Amiri-Regular"))
    #expect(fonts.allSatisfy { $0["embedded"] as? Bool == true && $0["type"] is String })
    #expect(try await plainAnswer("fonts", quay).contains("Lato-Bold  TrueType  embedded subset\n"))
  }

  @Test(
    .enabled(if: hasSamples, samples), arguments: ["media", "attachments", "layers", "annotations"])
  func aMissingCapabilityIsAnEmptyListAndNotAnError(command: String) async throws {
    for source in [quay, quayPages] {
      #expect(try await plainAnswer(command, source) == "")
      let answer = try #require(try await jsonAnswer(command, "--json", source) as? JSON)
      #expect((answer[command] as? [Any])?.isEmpty == true)
    }
  }

  // MARK: A file with all of it

  private func richPDF() -> HandMadePDF {
    var pdf = HandMadePDF([
      .init(
        content: "/OC /L BDC 0 0 0 rg 0 150 50 50 re f EMC",
        entries: "/Annots [ << /Type /Annot /Subtype /Highlight /Rect [10 20 60 40] /C [1 0 0]"
          + " /QuadPoints [10 40 60 40 10 20 60 20] /Contents (look here) /T (Ada) >>"
          + " << /Type /Annot /Subtype /Movie /Rect [10 100 90 180] /Movie << /F (waves.avi) >> >> ]"
      )
    ])
    let first = pdf.firstExtra
    pdf.pages[0].resources = "<< /Properties << /L \(first) 0 R >> >>"
    func attachment(_ name: String, _ file: Int) -> String {
      "(\(name)\(file)) << /Type /Filespec /F (\(name)) /EF << /F \(file) 0 R >> >>"
    }
    func stream(_ text: String) -> String {
      "<< /Type /EmbeddedFile /Params << /Size \(text.utf8.count) >> /Length \(text.utf8.count) >>\n"
        + "stream\n\(text)\nendstream"
    }
    pdf.extraObjects = [
      "<< /Type /OCG /Name (Bathymetry) >>", stream("one"), stream("two"), stream("three"),
      stream("four"),
    ]
    pdf.catalogEntries =
      "/OCProperties << /OCGs [\(first) 0 R] /D << /Order [\(first) 0 R] >> >>"
      + " /Names << /EmbeddedFiles << /Names ["
      + [
        attachment("3-a.txt", first + 1), attachment("a.txt", first + 2),
        attachment("a.txt", first + 3), attachment("../../up.txt", first + 4),
      ].sorted().joined(separator: " ") + "] >> >>"
    return pdf
  }

  /// Runs `body` with the file in a folder of its own.
  private func withRichPDF(_ body: (TemporaryFolder, String) async throws -> Void) async throws {
    let folder = try temporaryFolder()
    try await body(folder, try folder.write(richPDF().bytes, to: "rich.pdf"))
  }

  @Test func attachmentsAreListedAndSavedUnderNamesOfTheirOwn() async throws {
    try await withRichPDF { folder, path in
      let answer = try #require(try await jsonAnswer("attachments", "--json", path) as? JSON)
      let attachments = try #require(answer["attachments"] as? [JSON])
      #expect(attachments.count == 4)
      #expect(try await plainAnswer("attachments", path).split(separator: "\n").count == 4)
      #expect(try await plainAnswer("attachments", path, "--save", folder.path("out/files")) == "")
      let names = try folder.entries().filter { $0.hasPrefix("out/files/") }
      #expect(names.count == 4)
      #expect(names.contains("out/files/up.txt"))
      let contents = try names.map {
        String(decoding: try bytes(ofFile: folder.path($0)), as: UTF8.self)
      }
      #expect(contents.sorted() == ["four", "one", "three", "two"])
    }
  }

  @Test(.needsPoppler) func layersAreListedAndSwitched() async throws {
    try await withRichPDF { _, path in
      #expect(try await plainAnswer("layers", path) == "on   Bathymetry\n")
      let answer = try #require(try await jsonAnswer("layers", "--json", path) as? JSON)
      #expect((answer["layers"] as? [JSON])?.first?["id"] as? String == "Bathymetry")
      let shown = try await decodePNG(rendered(path, "--scale", "1", "--no-annotations"))
      let hidden = try await decodePNG(
        rendered(path, "--scale", "1", "--no-annotations", "--hide", "Bathymetry"))
      #expect(shown[20, 20] == [0])
      #expect(hidden[20, 20] == [255])
    }
  }

  @Test func annotationsAreListedWhereTheyStand() async throws {
    try await withRichPDF { _, path in
      let answer = try #require(try await jsonAnswer("annotations", "--json", path) as? JSON)
      let note = try #require(
        (answer["annotations"] as? [JSON])?.first { $0["kind"] as? String == "highlight" })
      #expect(note["page"] as? Int == 0)
      // The origin is at the top left: 200 - 40.
      #expect(note["box"] as? [Double] == [10, 160, 50, 20])
      #expect(note["contents"] as? String == "look here")
      #expect(note["author"] as? String == "Ada")
      #expect(note["color"] as? String == "#ff0000")
      #expect(answer["formFields"] is [Any])
      #expect(
        try await plainAnswer("annotations", path).contains(
          "page 1  [10, 160, 50, 20]  highlight  look here\n"))
    }
  }

  @Test(.needsPoppler) func mediaAreListedWhereTheyStand() async throws {
    try await withRichPDF { _, path in
      let answer = try #require(try await jsonAnswer("media", "--json", path) as? JSON)
      let film = try #require((answer["media"] as? [JSON])?.first)
      #expect(film["page"] as? Int == 0)
      #expect(film["kind"] as? String == "video")
      #expect(film["box"] as? [Double] == [10, 20, 80, 80])
      #expect(film["name"] as? String == "waves.avi")
      #expect(
        try await plainAnswer("media", path) == "page 1  [10, 20, 80, 80]  video  waves.avi\n")
    }
  }

  // MARK: Backends

  @Test func everyBackendIsListedWithWhatItReads() async throws {
    let answer = try #require(try await jsonAnswer("plugins", "--json") as? JSON)
    let plugins = try #require(answer["plugins"] as? [JSON])
    let ids =
      ["package"] + (hasPoppler ? ["pdf"] : []) + ["pdfium", "image", "text", "html"]
      + (hasBooks ? ["epub"] : [])
    #expect(plugins.compactMap { $0["id"] as? String } == ids)
    for plugin in plugins {
      // Those between which there is a choice name their engine.
      #expect(
        Set(plugin.keys).subtracting(["engine"]) == [
          "id", "version", "mediaTypes", "extensions", "capabilities", "from",
        ])
    }
    let text = try await plainAnswer("plugins")
    #expect(text.contains("pdf  ") || !hasPoppler)
    #expect(text.contains("pdfium  ") && text.contains("image  ") && text.contains("built in"))
  }

  // MARK: Nothing to list

  @Test(
    .enabled(if: program("script") != nil, "bsdutils is not installed"),
    arguments: [
      ("outline", "no table of contents"), ("links", "no links"), ("media", "no media"),
      ("annotations", "no annotations, no form fields"), ("layers", "no layers"),
      ("fonts", "no fonts"), ("attachments", "no attachments"), ("search", "no hits"),
    ])
  func anEmptyListIsSaidAtATerminalOnly(command: String, note: String) async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: "bare.pdf")
    let arguments = [command, folder.path("bare.pdf")] + (command == "search" ? ["lamp"] : [])
    let piped = try await runRecto(arguments)
    #expect(piped.output.isEmpty && piped.errors.isEmpty && piped.status == 0)
    let script = try #require(program("script"))
    let line = ([try rectoExecutable()] + withPatience(arguments)).map { "'\($0)'" }.joined(
      separator: " ")
    let shown = try await run(script, ["-qec", line, "/dev/null"])
    #expect(shown.text.contains("\(note)\r\n"), "\(shown.text)")
  }
}
