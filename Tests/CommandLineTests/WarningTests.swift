import TestSupport
import Testing

/// What is less than well with a source and does not prevent an answer is said on standard error.
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

/// What people bring that Recto does not read: what it is, and what helps.
@Suite struct ForeignFormatTests {
  @Test(arguments: [
    ("AT&TFORM\0\0\0\u{9}DJVU", "book.djvu", "samples/plugins/djvu"),
    ("%!PS-Adobe-3.0\n", "page.ps", "ps2pdf"), ("{\\rtf1\\ansi}", "text.rtf", "PDF or EPUB"),
    ("Tide\0\0\0" + String(repeating: "\0", count: 53) + "BOOKMOBI", "tide.mobi", "EPUB"),
  ])
  func aForeignFormatIsNamed(content: String, name: String, words: String) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array(content.utf8), to: name)
    expectRefusal(try await runRecto(["info", path]), 65, words)
  }

  @Test(
    .enabled(if: program("bsdtar") != nil, "bsdtar is not installed"),
    arguments: [
      ("FixedDocSeq.fdseq", "a.xps", "xpstopdf"), ("word/document.xml", "a.docx", "Office"),
    ])
  func whatIsInAContainerIsToldApart(part: String, name: String, words: String) async throws {
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
