import Foundation
import TestSupport
import Testing

/// Problems of a source that do not prevent an answer appear on standard error.
@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples))) struct WarningTests {
  private func folder(sidecar: String) throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    for page in 1...2 {
      try folder.write(bytes(ofFile: "\(quayPages)/page\(page).png"), to: "in/page\(page).png")
      try folder.write(bytes(ofFile: "\(quayPages)/page\(page).xml"), to: "in/page\(page).xml")
    }
    try folder.write(Array(sidecar.utf8), to: "in/page1.xml")
    return folder
  }

  @Test(arguments: [["text"], ["text", "-f", "json"], ["articles"]])
  func aSidecarThatCannotBeReadIsSaid(command: [String]) async throws {
    let folder = try folder(sidecar: "<alto")
    let result = try await runRecto(command + [folder.path("in")])
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains(": page 1: warning: page1.xml is not used: "))
  }

  @Test func aSearchThatMissesAPageSaysSo() async throws {
    let folder = try folder(sidecar: "<html><body>no hOCR</body></html>")
    let result = try await runRecto(["search", folder.path("in"), "keeper"])
    #expect(result.errors.contains("page 1: warning: page1.xml is not used"), "\(result.errors)")
  }

  @Test func aSoundSourceHasNothingToSay() async throws {
    for command in ["text", "info", "fonts", "articles"] {
      #expect(try await runRecto([command, quay]).errors == "")
      #expect(try await runRecto([command, quayPages]).errors == "")
    }
  }
}

/// Warnings that differ in nothing but numbers, which are Poppler's.
@Suite(.needsPoppler) struct LikeWarningTests {
  /// A page of fonts that are not there, each of which is complained about.
  private func damagedPDF(count: Int) -> [UInt8] {
    let fonts = (0..<count).map { "/F\($0) << /Type /Font /Subtype /Nothing\($0) >>" }
    let content = (0..<count).map { "BT /F\($0) 9 Tf (lamp) Tj ET" }.joined(separator: "\n")
    return HandMadePDF([
      HandMadePDF.Page(
        content: content, resources: "<< /Font << \(fonts.joined(separator: " ")) >> >>")
    ]).bytes
  }

  @Test func areSaidOnceWithTheirNumber() async throws {
    let folder = try temporaryFolder()
    try folder.write(damagedPDF(count: 40), to: "damaged.pdf")
    let result = try await runRecto(["text", folder.path("damaged.pdf")])
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains(" more like it"), "\(result.errors)")
  }
}

/// `--strict`: a warning makes the exit status 1, and what was asked for is there all the same.
@Suite struct StrictTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
    let sound = "---\ntitle: Quay\nlanguage: en\n---\n# Quay\n\nThe lamp is lit."
    try folder.write(Array(sound.utf8), to: "sound.md")
    try folder.write(Array("# Quay\n\n![A buoy](buoy.png)\n".utf8), to: "picture.md")
    try folder.write(Array("The rune \u{10EFFD} has no font.".utf8), to: "glyph.md")
    let frame = #""x": 40, "y": 40, "width": 200, "height": 30"#
    for (name, key) in [("overset", ""), ("key", #""frobnicate": 1, "#)] {
      let text = name == "overset" ? String(repeating: "Tide after tide. ", count: 80) : "Tide"
      try folder.write(
        Array(
          """
          {\(key)"metadata": {"title": "Quay", "language": "en"}, "stories": {"s": {"text": "\(text)"}}, "size": {"width": 300, "height": 400},
           "pages": [{"frames": [{"thread": "s", \(frame)}]}]}
          """.utf8), to: "\(name)/layout.json")
    }
  }

  @Test(arguments: [
    ("overset", "have no frame"), ("key", "frobnicate"), ("picture.md", "buoy.png"),
    ("glyph.md", "no font has"),
  ])
  func aWarningIsStatus1AndTheImageIsThere(source: String, words: String) async throws {
    let arguments = ["render", folder.path(source), "-o", folder.path("out/")]
    let lenient = try await runRecto(arguments)
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains(words), "\(lenient.errors)")
    let strict = try await runRecto(arguments + ["--strict"])
    #expect(strict.status == 1)
    #expect(strict.errors == lenient.errors)
    #expect(try folder.entries().contains { $0.hasPrefix("out/") })
  }

  @Test(arguments: [
    ["render", "-o", "overset.pdf"], ["text"], ["text", "--json"], ["search", "Tide"], ["info"],
    ["articles"], ["fonts"], ["preview", "--device", "none", "-o", "proof"],
    ["preview", "--device", "none", "--dpi", "40", "-o", "proof"], ["preflight"],
  ])
  func everyCommandThatReadsASourceHasIt(words: [String]) async throws {
    let source = words[0] == "preflight" ? "key" : "overset"
    var command = [words[0], folder.path(source)] + words.dropFirst()
    if words[0] == "search" { command = ["search", folder.path(source), "Tide"] }
    #expect(try await runRecto(command, in: folder.path).status == 0)
    #expect(try await runRecto(command + ["--strict"], in: folder.path).status == 1)
  }

  @Test func aSnapshotOfWhatHasAWarningFailsWhenItIsStrict() async throws {
    let rest = [folder.path("overset"), "--goldens", folder.path("goldens")]
    let (record, check) = (["snapshot", "record"] + rest, ["snapshot", "check"] + rest)
    _ = try await runRecto(record, environment: ["CI": ""])
    #expect(try await runRecto(check, environment: ["CI": ""]).status == 0)
    #expect(try await runRecto(check + ["--strict"], environment: ["CI": ""]).status == 1)
  }

  @Test func theLayoutOfADeviceThatLosesTextIsSaid() async throws {
    let text = String(repeating: "Tide after tide. ", count: 80)
    let layout = """
      {"stories": {"s": {"text": "\(text)"}}, "size": {"width": 842, "height": 595}, "margins": 40,
       "pages": [{"repeat": true, "frames": [{"thread": "s"}]}],
       "profiles": {"small": {"size": {"width": 300, "height": 600}, "pages": [{"frames": [
        {"thread": "s", "x": 40, "y": 40, "width": 200, "height": 40}]}]}}}
      """
    try folder.write(Array(layout.utf8), to: "narrow/layout.json")
    let command = ["preview", "narrow", "--dpi", "40", "-o", "proof", "--device"]
    let result = try await runRecto(command + ["phone", "--strict"], in: folder.path)
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.contains("narrow on phone: page 1: warning: "), "\(result.errors)")
    #expect(try await runRecto(command + ["none", "--strict"], in: folder.path).status == 0)
  }

  @Test func aSoundSourcePasses() async throws {
    for command in ["text", "info", "articles", "preflight"] {
      let result = try await runRecto([command, "--strict", folder.path("sound.md")])
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
  }

  @Test func aStrictStoreLeavesOutWhatPreflightWarnsOf() async throws {
    try folder.write(bytes(ofFile: folder.path("key/layout.json")), to: "issues/key/layout.json")
    let command = ["publish", folder.path("issues"), "--catalog", folder.path("site")]
    #expect(try await runRecto(command).status == 0)
    let strict = try await runRecto(command + ["--strict"])
    #expect(strict.status == 1)
    #expect(strict.errors.contains("frobnicate"), "\(strict.errors)")
    expectRefusal(try await runRecto(command + ["--strict", "--no-preflight"]), 64, "together")
  }
}

/// Common formats that Recto does not read: the message names the format and a remedy.
@Suite struct ForeignFormatTests {
  @Test(arguments: [
    ("AT&TFORM\0\0\0\u{9}DJVU", "book.djvu", "samples/plugins/djvu"),
    ("%!PS-Adobe-3.0\n", "page.ps", "ps2pdf"), ("{\\rtf1\\ansi}", "text.rtf", "PDF or EPUB"),
    (
      "PK\u{3}\u{4}" + String(repeating: "\0", count: 26)
        + "mimetypeapplication/vnd.oasis.opendocument.text", "a.odt", "soffice"
    ),
  ])
  func aForeignFormatIsNamed(content: String, name: String, words: String) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array(content.utf8), to: name)
    expectRefusal(try await runRecto(["info", path]), 65, words)
  }

  @Test(
    .enabled(if: program("bsdtar") != nil, "bsdtar is not installed"),
    arguments: [
      ("FixedDocSeq.fdseq", "a.xps", "xpstopdf"), ("word/document.xml", "a.docx", "soffice"),
    ])
  func formatsInAContainerAreToldApart(part: String, name: String, words: String) async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("<x/>".utf8), to: "[Content_Types].xml")
    try folder.write(Array("<x/>".utf8), to: part)
    let top = part.split(separator: "/").first.map(String.init) ?? part
    let made = try await run(
      try #require(program("bsdtar")),
      ["--format", "zip", "-cf", name, "[Content_Types].xml", top], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    expectRefusal(try await runRecto(["info", folder.path(name)]), 65, words)
  }
}

/// Pictures beside a single story.
@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples))) struct StoryPictureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
    let picture = try bytes(ofFile: "\(quayPages)/page1.png")
    try folder.write(picture, to: "in/buoy.png")
    try folder.write(picture, to: "secret.png")
    try folder.write(Array("# Quay\n\n![A buoy](buoy.png)\n".utf8), to: "in/story.md")
  }

  private func render(_ words: String..., in path: String? = nil) async throws -> CommandResult {
    try await runRecto(["render", "--dpi", "40", "-o", "-"] + words, in: path ?? folder.path)
  }

  @Test func aPictureBesideAStoryIsSetAsInItsFolder() async throws {
    let ofFolder = try await render("in", "--pages", "1,2", "-o", folder.path("f/"))
    #expect(ofFolder.status == 0, "\(ofFolder.errors)")
    let ofFile = try await render("in/story.md", "--pages", "1,2", "-o", folder.path("s/"))
    #expect(ofFile.status == 0 && ofFile.errors == "", "\(ofFile.errors)")
    let pages = try folder.entries().filter { $0.hasPrefix("f/") }.sorted()
    let others = try folder.entries().filter { $0.hasPrefix("s/") }.sorted()
    #expect(pages.count == 2 && others.count == 2)
    for (page, other) in zip(pages, others) {
      #expect(try bytes(ofFile: folder.path(page)) == bytes(ofFile: folder.path(other)))
    }
    let inProcess = try await render(
      "story.md", "--pages", "2", "--in-process", in: folder.path("in"))
    #expect(try inProcess.output == bytes(ofFile: folder.path(pages[1])))
  }

  @Test func aStoryReachesNothingOutsideItsFolder() async throws {
    let story = "# Quay\n\n![](../secret.png) ![](link.png) ![](\(folder.path)/secret.png)\n"
    try folder.write(Array(story.utf8), to: "in/story.md")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link.png"), withDestinationPath: folder.path("secret.png"))
    let result = try await render("in/story.md")
    #expect(result.errorLines.count == 3, "\(result.errors)")
  }
}
