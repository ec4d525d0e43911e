import Foundation
import TestSupport
import Testing

@Suite struct OutputNameTests {
  /// `issue.pdf` of twelve pages, in a folder of its own.
  private func folderWithIssue(labels: String = "") throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    var pdf = HandMadePDF(squares: 12)
    pdf.catalogEntries = labels
    try folder.write(pdf.bytes, to: "issue.pdf")
    return folder
  }

  /// The files that `recto render issue.pdf` adds to the folder.
  private func names(_ folder: TemporaryFolder, _ options: String...) async throws -> [String] {
    let result = try await runRecto(
      ["render", "issue.pdf", "--scale", "0.1"] + options, in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    return try folder.entries().filter { $0 != "issue.pdf" }
  }

  @Test func withoutANameTheImagesGoToTheCurrentFolder() async throws {
    #expect(
      try await names(folderWithIssue(), "--pages", "1,12") == ["issue-01.png", "issue-12.png"])
  }

  @Test func bracesInTheSourcesNameAreNotAPattern() async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: "a {page}.pdf")
    let result = try await runRecto(["render", "a {page}.pdf", "--scale", "0.1"], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.entries() == ["a {page}-1.png", "a {page}.pdf"])
  }

  @Test(arguments: ["out", "out/", "a/b/out"]) func aFolderIsMadeAndHoldsTheImages(path: String)
    async throws
  {
    let names = try await names(folderWithIssue(), "--pages", "2-3", "-o", path, "-f", "jpeg")
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    #expect(names.suffix(2) == ["\(folder)/issue-02.jpg", "\(folder)/issue-03.jpg"])
  }

  @Test func aFolderThatIsThereMayHaveADotInItsName() async throws {
    let folder = try folderWithIssue()
    try folder.write([1], to: "out.v2/old")
    #expect(
      try await names(folder, "--pages", "1", "-o", "out.v2") == [
        "out.v2", "out.v2/issue-01.png", "out.v2/old",
      ])
  }

  @Test func thePageNumberStandsInTheNameInTwoDigitsWhereTheIssueHas() async throws {
    #expect(
      try await names(folderWithIssue(), "--pages", "3,11", "-o", "p{page}.png") == [
        "p03.png", "p11.png",
      ])
    #expect(
      try await names(folderWithIssue(), "--pages", "3", "-o", "{page}-{page}.webp") == [
        "03-03.webp"
      ])
  }

  private let labels = "/PageLabels << /Nums [0 << /P (Cover) >> 1 << /S /r >> 4 << /S /D >>] >>"

  @Test func thePrintedLabelStandsInTheName() async throws {
    let folder = try folderWithIssue(labels: labels)
    #expect(
      try await names(folder, "--pages", "1,2,3,5", "-o", "{label}.png") == [
        "1.png", "Cover.png", "i.png", "ii.png",
      ])
  }

  @Test func labelsThatRepeatOrLeadElsewhereOverwriteNothing() async throws {
    let folder = try folderWithIssue(
      labels:
        "/PageLabels << /Nums [0 << /P (a-3) >> 1 << /P (a) >> 3 << /P (../up) >> 4 << /P (..) >>"
        + " 5 << /S /D >>] >>")
    try folder.write([], to: "out/old")
    let names = try await names(folder, "--pages", "1-6", "-o", "out/{label}.png")
    #expect(names.count(where: { $0.hasPrefix("out/") && $0.hasSuffix(".png") }) == 6)
    #expect(names.count == 8)
  }

  @Test func oneImageGoesToOneFileOrToStandardOutput() async throws {
    let folder = try folderWithIssue()
    #expect(try await names(folder, "--pages", "1", "-o", "cover.png") == ["cover.png"])
    let result = try await runRecto(["render", folder.path("issue.pdf"), "--pages", "1", "-o", "-"])
    #expect(
      try await decodePNG(result.output)
        == decodePNG(rendered(folder.path("issue.pdf"), "--pages", "1")))
    #expect(try decodePNG(result.output).width == 209)
  }

  @Test(arguments: ["all.png", "-"]) func manyImagesIntoOneFileAre64(path: String) async throws {
    let folder = try folderWithIssue()
    let result = try await runRecto(
      ["render", "issue.pdf", "--pages", "1-2", "-o", path], in: folder.path)
    expectRefusal(result, 64, "{page}")
    #expect(try folder.entries() == ["issue.pdf"])
  }

  @Test func anOldImageIsReplaced() async throws {
    let folder = try folderWithIssue()
    let path = try folder.write([1, 2, 3], to: "cover.png")
    #expect(try await names(folder, "--pages", "1", "-o", "cover.png") == ["cover.png"])
    #expect(try decodePNG(bytes(ofFile: path)).width == 10)
  }

  // MARK: Pages

  @Test(arguments: [
    ("last", ["12"]), ("11-", ["11", "12"]), ("-2", ["01", "02"]), ("2,1,2", ["01", "02"]),
    ("3-1", ["01", "02", "03"]), ("10-last", ["10", "11", "12"]),
  ])
  func pagesAreChosenByNumberRangeAndName(pages: String, numbers: [String]) async throws {
    #expect(
      try await names(folderWithIssue(), "--pages", pages) == numbers.map { "issue-\($0).png" })
  }

  @Test func allIsEveryPage() async throws {
    #expect(try await names(folderWithIssue(), "--pages", "all").count == 12)
  }

  // MARK: Standard input and progress

  @Test func aSourceOnStandardInputIsNamedPage() async throws {
    let folder = try temporaryFolder()
    let result = try await runRecto(
      ["render", "-", "--scale", "0.1"], input: HandMadePDF(squares: 2).bytes, in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.entries() == ["page-1.png", "page-2.png"])
  }

  @Test(arguments: ["render", "text"]) func progressForProgramsIsALineOfJSONAPage(command: String)
    async throws
  {
    let folder = try folderWithIssue()
    let result = try await runRecto(
      [command, "issue.pdf", "--pages", "3-12", "--progress", "json"]
        + (command == "render" ? ["--scale", "0.1"] : []), in: folder.path)
    #expect(result.status == 0)
    let events = try result.errorLines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? JSON)
    }
    #expect(events.allSatisfy { $0["event"] as? String == "page" && $0["total"] as? Int == 10 })
    #expect(events.compactMap { $0["done"] as? Int } == Array(1...10))
    #expect(events.compactMap { $0["page"] as? Int }.sorted() == Array(2...11))
  }
}
