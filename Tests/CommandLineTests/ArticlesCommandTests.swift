import Foundation
import TestSupport
import Testing

/// Articles of the sample issue, as clean text and as a new layout.
@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct ArticlesCommandTests {
  private let quay: String

  init() throws {
    quay = "\(try #require(samplesFolder()))/quay.pdf"
  }

  @Test func theArticlesOfAnIssueAreThoseOfItsContents() async throws {
    let result = try await runRecto(["articles", quay])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 7)
    #expect(lines[2].hasPrefix("The Last Lamp at Carrow Head  pages 3-4  "))
  }

  @Test func articlesOfSomePagesAreWholeAndKeepTheirNumbers() async throws {
    let whole = try await runRecto(["articles", quay])
    let result = try await runRecto(["articles", "--pages", "4", quay])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.split(separator: "\n") == [whole.text.split(separator: "\n")[2]])
    let scratch = try temporaryFolder()
    _ = try await runRecto(["articles", "--pages", "4", "--save", scratch.path, quay])
    let saved = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(saved == ["03-the-last-lamp-at-carrow-head"])
  }

  @Test func aPageThatIsNotThereHasNoArticles() async throws {
    expectRefusal(try await runRecto(["articles", "--pages", "999", quay]), 64, "999")
  }

  @Test func anArticleOverTwoPagesIsOneText() async throws {
    let json = try parse(try await runRecto(["articles", "--json", quay]).output)
    let articles = try #require(json["articles"] as? [JSON])
    let blocks = try #require(articles[2]["blocks"] as? [JSON])
    func text(_ block: JSON) -> String {
      (block["runs"] as? [JSON] ?? []).compactMap { $0["text"] as? String }.joined()
    }
    #expect(
      blocks.contains { text($0).contains("the people ashore who could not imagine an evening") })
    #expect(blocks.contains { text($0).contains("a modern lantern on a steel pole") })
    #expect(!blocks.contains { text($0).contains("LIGHTS · CARROW HEAD") })
    #expect(blocks.contains { $0["kind"] as? String == "picture" })
  }

  @Test func aSavedArticleCanBeLaidOutWithItsPictures() async throws {
    let scratch = try temporaryFolder()
    let saved = try await runRecto(["articles", "--save", scratch.path, quay])
    #expect(saved.status == 0, "\(saved.errors)")
    let folder = scratch.path("03-the-last-lamp-at-carrow-head")
    let info = try parse(try await runRecto(["info", "--json", folder]).output)
    #expect((info["metadata"] as? JSON)?["title"] as? String == "The Last Lamp at Carrow Head")
    #expect((info["warnings"] as? [JSON])?.isEmpty == true)
    let found = try parse(
      try await runRecto(["search", "--json", folder, "who could not imagine an evening"]).output)
    #expect((found["hits"] as? [JSON])?.count == 1)
  }

  @Test func aFolderThatCannotBeMadeIs73() async throws {
    let scratch = try temporaryFolder()
    let file = try scratch.write([], to: "file")
    let result = try await runRecto(["articles", "--save", file, quay])
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
  }
}
