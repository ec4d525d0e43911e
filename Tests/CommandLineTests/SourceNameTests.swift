import TestSupport
import Testing

/// Names derived from a source: image files, and titles in the text formats.
@Suite struct SourceNameTests {
  private func rendered(
    _ source: String, in folder: TemporaryFolder, at place: String
  ) async throws -> [String] {
    let before = Set(try folder.entries())
    let result = try await runRecto(
      ["render", source, "--scale", "0.1", "--pages", "1"], in: folder.path(place))
    #expect(result.status == 0, "\(result.errors)")
    return try folder.entries().filter { !before.contains($0) }
  }

  @Test(arguments: [".", "./", "../scans", "../scans/.", "../scans/../scans/"])
  func theFolderThatOneIsInGivesItsOwnName(source: String) async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Quay\n\nThe tide.".utf8), to: "scans/story.md")
    #expect(try await rendered(source, in: folder, at: "scans") == ["scans/scans-1.png"])
  }

  @Test(arguments: [
    (".issue.pdf", "issue"), ("..pdf", "pdf"), (".pdf", "pdf"), ("...a.b.pdf", "a.b"),
  ])
  func noImageIsHidden(name: String, stem: String) async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: name)
    #expect(try await rendered(name, in: folder, at: "") == ["\(stem)-1.png"])
  }

  @Test(arguments: ["alto", "hocr"]) func theTextIsTheSameInEveryFolder(format: String)
    async throws
  {
    let folder = try temporaryFolder()
    let bytes = HandMadePDF(squares: 1).bytes
    try folder.write(bytes, to: "issue.pdf")
    try folder.write(bytes, to: "elsewhere/deep/issue.pdf")
    let near = try await plainAnswer("text", "-f", format, folder.path("issue.pdf"))
    let far = try await plainAnswer("text", "-f", format, folder.path("elsewhere/deep/issue.pdf"))
    #expect(near == far)
    #expect(near.contains(">issue.pdf<"))
    #expect(!near.contains(folder.path))
  }

  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func hOCRHasTheTitleOfTheDocument() async throws {
    let text = try await plainAnswer("text", "-f", "hocr", "--pages", "1", quay)
    #expect(text.contains("<title>Quay, issue 14</title>"))
  }

  @Test func pagesComeInTheOrderAskedFor() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 4).bytes, to: "issue.pdf")
    let info = try await plainAnswer("info", "--json", "--pages", "3-1,4,2", path)
    let indices = info.matches(of: /"index":(\d)/).map { String($0.1) }
    #expect(indices == ["2", "1", "0", "3"])
  }
}
