import Foundation
import TestSupport
import Testing

/// Commands on a book that no one has laid out.
@Suite(
  .needsBooks, .usesBrowser,
  .enabled(if: hasNamespaces && hasSamples, "it needs namespaces and the samples"))
struct BookCommandTests {
  private static let book = (samplesFolder() ?? "") + "/quay.epub"

  @Test func infoEstimatesThePagesUntilAllAreAskedFor() async throws {
    let cold = try #require(
      try await jsonAnswer("info", "--json", "--no-cache", Self.book) as? JSON)
    #expect(cold["pageCountIsEstimated"] as? Bool == true)
    #expect((cold["pages"] as? [JSON])?.count == 1)
    #expect(
      try await plainAnswer("info", "--no-cache", Self.book).contains("\nPages         about "))
    let all = try #require(
      try await jsonAnswer("info", "--json", "--no-cache", "--pages", "all", Self.book) as? JSON)
    #expect((all["pages"] as? [JSON])?.count == all["pageCount"] as? Int)
    #expect(all["pageCountIsEstimated"] as? Bool == false)
  }

  @Test func theLastPageIsThatOfTheWholeBook() async throws {
    let last = try await plainAnswer("text", "--no-cache", "--pages", "last", Self.book)
    let all = try await plainAnswer("text", "--no-cache", Self.book)
    #expect(all.hasSuffix(last) && !last.isEmpty)
  }

  @Test func namesOfImagesDoNotDependOnWhatIsCounted() async throws {
    let folder = try temporaryFolder()
    for options in [["--no-cache"], []] {
      let run = try await runRecto(
        ["render", "--pages", "1", "--dpi", "20", "-o", folder.path("pages/"), Self.book] + options)
      #expect(run.status == 0)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("pages"))
        == ["quay-0001.png"])
  }

  @Test func unknownSettingsAreNamedWithThoseThatThereAre() async throws {
    expectRefusal(
      try await runRecto(["render", "--typeface", "comic", Self.book]), 64,
      "--typeface comic is not known: use publisher, serif, sans, dyslexic")
  }

  /// Tools that sort the entries of an archive put `mimetype` behind the others.
  @Test func aBookIsKnownWithoutItsNameAndWhateverItsFirstEntry() async throws {
    let folder = try temporaryFolder()
    let python = try #require(program("python3"))
    for arguments in [
      ["-e", Self.book, "."], ["-c", "book.zip", "META-INF", "OPS", "mimetype"],
    ] {
      let made = try await run(python, ["-m", "zipfile"] + arguments, in: folder.path(""))
      #expect(made.status == 0)
    }
    let zip = folder.path("book.zip")
    for result in [
      try await runRecto(["info", "--json", "--no-cache", zip]),
      try await runRecto(["info", "--json", "--no-cache", "-"], input: try bytes(ofFile: zip)),
    ] {
      let info = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output)) as? JSON, "\(result.errors)")
      #expect(info["format"] as? String == "EPUB 3.0")
    }
  }
}
