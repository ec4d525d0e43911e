import Foundation
import TestSupport
import Testing

/// Goldens from the command line: output, files and exit status.
@Suite struct SnapshotCommandTests {
  private let scratch: TemporaryFolder
  private let goldens: String

  init() throws {
    scratch = try temporaryFolder()
    goldens = scratch.path("goldens")
  }

  /// Outside of continuous integration, whatever runs the tests.
  private func snapshot(
    _ arguments: String..., environment: [String: String] = ["CI": ""]
  ) async throws -> CommandResult {
    try await runRecto(["snapshot"] + arguments, environment: environment)
  }

  private func story(_ word: String) throws -> String {
    try scratch.write(
      Array("# Harbor\n\nThe \(word) lies still.".utf8), to: "story/story.md")
  }

  @Test func aRecordingRunFailsAndTheNextOnePasses() async throws {
    let source = try story("quay")
    let recorded = try await snapshot("record", source, "--goldens", goldens)
    #expect(recorded.status == 1)
    #expect(recorded.text == "page 1: recorded\n1 page: 1 recorded\n")
    let checked = try await snapshot("check", source, "--goldens", goldens)
    #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
    #expect(checked.text == "1 page: 1 passed\n")
    #expect(try await snapshot("record", source, "--goldens", goldens).status == 0)
  }

  @Test func aChangeIsReportedAndApproved() async throws {
    _ = try await snapshot("record", try story("quay"), "--goldens", goldens)
    let source = try story("key")
    let files = ["report.html", "junit.xml", "report.json"].map(scratch.path)
    let checked = try await snapshot(
      "check", source, "--goldens", goldens, "--report", files[0], "--junit", files[1], "--json",
      files[2])
    #expect(checked.status == 1)
    #expect(checked.text.contains("page 1: \"quay\" became \"key\""))
    let html = String(decoding: try bytes(ofFile: files[0]), as: UTF8.self)
    #expect(html.contains("&quot;quay&quot; became &quot;key&quot;"))
    #expect(String(decoding: try bytes(ofFile: files[1]), as: UTF8.self).contains("<failure"))
    let json = try parse(try bytes(ofFile: files[2]))
    #expect(json["passes"] as? Bool == false)
    #expect(try await snapshot("approve", source, "--goldens", goldens).status == 0)
    #expect(try await snapshot("check", source, "--goldens", goldens).status == 0)
  }

  @Test func aPageThatIsGoneFailsUntilItsGoldenIsRemoved() async throws {
    let paragraphs = (0..<120).map { "Paragraph \($0) of the boats that knock against the wood." }
    func write(_ count: Int) throws -> String {
      try scratch.write(
        Array(paragraphs.prefix(count).joined(separator: "\n\n").utf8), to: "long/story.md")
    }
    _ = try await snapshot("record", try write(120), "--goldens", goldens)
    let source = try write(60)
    _ = try await snapshot("approve", source, "--goldens", goldens)
    let junit = scratch.path("junit.xml")
    let checked = try await snapshot("check", source, "--goldens", goldens, "--junit", junit)
    #expect(checked.status == 1)
    #expect(checked.text.contains(": the page no longer exists"), "\(checked.text)")
    #expect(String(decoding: try bytes(ofFile: junit), as: UTF8.self).contains("no longer exists"))
    #expect(
      try await snapshot("check", source, "--goldens", goldens, "--pages", "1").status == 0)
    let settled = try await snapshot("approve", source, "--goldens", goldens, "--prune")
    #expect(settled.status == 0 && settled.text.contains(".png: removed"))
    #expect(try await snapshot("check", source, "--goldens", goldens).status == 0)
  }

  @Test func theAnswerAsJSONGoesToStandardOutputAlone() async throws {
    let source = try story("quay")
    for (action, status) in [("record", 1), ("check", 0), ("approve", 0)] {
      let result = try await snapshot(action, source, "--goldens", goldens, "--json", "-")
      #expect(result.status == status, "\(result.errors)")
      let pages = try #require(try parse(result.output)["pages"] as? [[String: Any]])
      #expect(pages.first?["page"] as? Int == 0)
    }
  }

  @Test func aPageWithoutAGoldenFailsACheck() async throws {
    let checked = try await snapshot("check", try story("quay"), "--goldens", goldens)
    #expect(checked.status == 1)
    #expect(checked.text.contains("has no golden"))
    #expect(!FileManager.default.fileExists(atPath: goldens))
  }

  @Test func nothingIsRecordedInContinuousIntegration() async throws {
    let source = try story("quay")
    let recorded = try await snapshot(
      "record", source, "--goldens", goldens, environment: ["CI": "true"])
    #expect(recorded.status == 1)
    #expect(recorded.errors.contains("CI is set"))
    #expect(
      try await snapshot("approve", source, "--goldens", goldens, environment: ["CI": "true"])
        .status
        == 64)
    #expect(!FileManager.default.fileExists(atPath: goldens))
  }

  @Test func devicesHaveGoldensOfTheirOwn() async throws {
    let source = try story("quay")
    let devices = try scratch.write(
      Array("{\"devices\": [{\"name\": \"kiosk\", \"size\": [300, 400]}]}".utf8),
      to: "devices.json")
    let arguments = ["--goldens", goldens, "--devices", devices]
    let recorded = try await runRecto(
      ["snapshot", "record", source, "--device", "kiosk,e-reader"] + arguments,
      environment: ["CI": ""])
    #expect(recorded.text.contains("page 1 on kiosk: recorded"))
    #expect(recorded.text.contains("page 1 on e-reader: recorded"))
    // Without a choice: those that have goldens.
    let checked = try await runRecto(["snapshot", "check", source] + arguments)
    #expect(checked.text == "2 pages: 2 passed\n")
    #expect(try await snapshot("check", source, "--goldens", goldens).status == 64)
  }

  @Test func picturesAreComparedWithoutASource() async throws {
    let source = try story("quay")
    var files: [String] = []
    for (name, word) in [("a", "quay"), ("b", "key")] {
      let file = scratch.path("\(name).png")
      _ = try await runRecto(["render", try story(word), "--deterministic", "-o", file])
      files.append(file)
    }
    _ = source
    let same = try await snapshot("compare", files[0], files[0])
    #expect(same.status == 0)
    #expect(same.text == "passes: the pictures are the same\n")
    let other = try await snapshot(
      "compare", files[0], files[1], "--report", scratch.path("r.html"))
    #expect(other.status == 1)
    #expect(other.text.hasPrefix("differs: "))
    #expect(
      try await snapshot("compare", files[0], files[1], "--fuzz", "0-255;0-9999999").status == 0)
    #expect(
      try await snapshot("compare", files[0], files[1], "--only", "0,0,40,40").status == 0)
  }

  @Test func anInvalidPictureIsReported() async throws {
    let text = try scratch.write(Array("no picture".utf8), to: "a.png")
    let result = try await snapshot("compare", text, text)
    #expect(result.status == 65)
    #expect(result.errorLines.count == 1)
    let none = try await snapshot("compare", scratch.path("none.png"), text)
    #expect(none.status == 66)
    #expect(none.errors.contains("does not exist"))
    // A header that says 60,000 x 60,000 pixels and nothing behind it.
    let header: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
      + Array("IHDR".utf8) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0]
    let huge = try scratch.write(header + [0x9B, 0x2A, 0x5F, 0x4D], to: "huge.png")
    let status = try await snapshot("compare", huge, huge).status
    #expect(status == 75 || status == 65)
  }

  @Test(arguments: [
    [], ["look", "a.md"], ["check"], ["check", "a.md"], ["compare", "a.png"],
    ["check", "a.md", "--goldens", "g", "--mode", "some"],
    ["check", "a.md", "--goldens", "g", "--fuzz", "much"],
    ["check", "a.md", "--goldens", "g", "--mask", "1,2,3"],
    ["check", "a.md", "--goldens", "g", "--prune"],
    ["approve", "a.md", "--goldens", "g", "--mode", "all"],
    ["compare", "a.png", "b.png", "--goldens", "g"],
  ])
  func aWrongCommandLineIsOneSentence(_ arguments: [String]) async throws {
    let result = try await runRecto(["snapshot"] + arguments, environment: ["CI": ""])
    #expect(result.status == 64)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("recto snapshot: "))
  }

  @Test func goldensThatCannotBeWrittenAreSaid() async throws {
    let source = try story("quay")
    let file = try scratch.write([], to: "file")
    let result = try await snapshot("record", source, "--goldens", file)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
  }

  @Test func aManifestThatIsWrongIsSaid() async throws {
    let source = try story("quay")
    try scratch.write(Array("{]".utf8), to: "goldens/story.md/manifest.json")
    let result = try await snapshot("check", source, "--goldens", goldens)
    #expect(result.status == 65)
    #expect(result.errors.contains("manifest"))
  }
}
