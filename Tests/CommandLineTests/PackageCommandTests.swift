import TestSupport
import Testing

/// The sample issue of four kinds of parts, through workers.
@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct PackageCommandTests {
  private static let folder = (samplesFolder() ?? "") + "/quay-package"
  private static let sources = [folder, folder + ".zip"]

  @Test(arguments: sources) func aPackageIsOnePublication(source: String) throws {
    let info = try #require(try jsonAnswer("info", "--json", source) as? JSON)
    #expect((info["backend"] as? JSON)?["id"] as? String == "package")
    #expect(info["pageCount"] as? Int == 11)
    #expect(
      (info["warnings"] as? [JSON])?.contains { $0["code"] as? String == "missing-part" } == false)
  }

  @Test(arguments: sources) func pagesOfAllPartsAreRendered(source: String) throws {
    let folder = try temporaryFolder()
    #expect(try render(source, "--dpi", "30", into: folder).count == 11)
  }

  @Test(arguments: sources) func oneSearchFindsWordsInAllParts(source: String) throws {
    let answer = try #require(try jsonAnswer("search", "--json", source, "the") as? JSON)
    let pages = Set((answer["hits"] as? [JSON] ?? []).compactMap { $0["page"] as? Int })
    // The letter, the print, the scans, the layout.
    #expect(pages.isSuperset(of: [1, 3, 5, 7]))
  }

  @Test(arguments: sources) func oneOutlineHasAllParts(source: String) throws {
    let outline = try plainAnswer("outline", source)
    for title in ["How this issue is made", "As it was printed", "Set for the screen"] {
      #expect(outline.contains(title))
    }
  }

  @Test func placesAreFoundAgainInAnotherLayout() throws {
    let result = try runRecto(["locate", "--json", Self.folder])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("\"href\":\"feature/stories/market.md\""))
  }

  @Test func aPackageWithoutAReadablePartIsRefused() throws {
    let folder = try temporaryFolder()
    try folder.write(Array(#"{"parts": ["gone.pdf"]}"#.utf8), to: "recto.json")
    expectRefusal(try runRecto(["info", folder.path]), 65, "gone.pdf is not in the package")
  }
}
