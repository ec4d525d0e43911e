import TestSupport
import Testing

/// The sample issue of four kinds of parts, through workers.
@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct PackageCommandTests {
  private static let folder = (samplesFolder() ?? "") + "/quay-package"
  private static let sources = [folder, folder + ".zip"]

  @Test(arguments: sources) func aPackageIsOnePublication(source: String) async throws {
    let info = try #require(try await jsonAnswer("info", "--json", source) as? JSON)
    #expect((info["backend"] as? JSON)?["id"] as? String == "package")
    #expect(info["pageCount"] as? Int == 11)
    #expect(
      (info["warnings"] as? [JSON])?.contains { $0["code"] as? String == "missing-part" } == false)
  }

  @Test(arguments: sources) func pagesOfAllPartsAreRendered(source: String) async throws {
    let folder = try temporaryFolder()
    #expect(try await render(source, "--dpi", "30", into: folder).count == 11)
  }

  @Test(arguments: sources) func oneSearchFindsWordsInAllParts(source: String) async throws {
    let answer = try #require(try await jsonAnswer("search", "--json", source, "the") as? JSON)
    let pages = Set((answer["hits"] as? [JSON] ?? []).compactMap { $0["page"] as? Int })
    // The letter, the print, the scans, the layout.
    #expect(pages.isSuperset(of: [1, 3, 5, 7]))
  }

  @Test(arguments: sources) func oneOutlineHasAllParts(source: String) async throws {
    let outline = try await plainAnswer("outline", source)
    for title in ["How this issue is made", "As it was printed", "Set for the screen"] {
      #expect(outline.contains(title))
    }
  }

  @Test func placesAreFoundAgainInAnotherLayout() async throws {
    let result = try await runRecto(["locate", "--json", Self.folder])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("\"href\":\"feature/stories/market.md\""))
  }

  @Test func aPackageWithoutAReadablePartIsRefused() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array(#"{"parts": ["gone.pdf"]}"#.utf8), to: "recto.json")
    expectRefusal(try await runRecto(["info", folder.path]), 65, "gone.pdf is not in the package")
  }
}
