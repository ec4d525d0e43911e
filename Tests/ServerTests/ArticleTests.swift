import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)), .serialized)
struct ArticleTests {
  private typealias JSON = [String: Any]

  @Test func eachStoryOfTheTableOfContentsIsAnArticle() async throws {
    let shelf = try await ServedShelf(samples + "/quay.pdf")
    let issue = "/api/1/publications/quay.pdf"
    let list = try #require(try await shelf.json("\(issue)/articles")["articles"] as? [JSON])
    #expect(list.compactMap { $0["title"] as? String }.contains("Reading the Tide"))
    let entry = try #require(list.first { $0["title"] as? String == "Reading the Tide" })
    #expect(entry["pages"] as? [Int] == [4])
    let id = try #require(entry["id"] as? String)
    let article = try await shelf.json("\(issue)/articles/\(id)")
    let blocks = try #require(article["blocks"] as? [JSON])
    let heading = try #require(blocks.first { $0["kind"] as? String == "heading" })
    #expect(heading["text"] as? String == "Reading the Tide" && heading["level"] as? Int == 1)
    let text = blocks.compactMap { $0["text"] as? String }
    // Over line ends, and a row of the table.
    #expect(text.contains { $0.contains("visitors take it for a bus timetable") })
    #expect(text.contains("Saturday\u{2003}High\u{2003}04:16\u{2003}4.7 m"))
    // The page's number is none of the story.
    #expect(!text.contains { $0.allSatisfy(\.isNumber) })
    let runs = blocks.compactMap { $0["runs"] as? [JSON] }.map {
      $0.compactMap { $0["text"] as? String }.joined()
    }
    #expect(runs == text)

    let picture = try #require(blocks.compactMap { $0["picture"] as? JSON }.first)
    #expect(picture["alt"] as? String == "A chart of two days of tides at Quay Harbour")
    let image = try decodeJPEG(
      try await shelf.answer(try #require(picture["url"] as? String)).body)
    // A region's edges are those of whole pixels.
    #expect(abs(image.width - (picture["width"] as? Int ?? 0)) <= 1)
    #expect(abs(image.height - (picture["height"] as? Int ?? 0)) <= 1)
    #expect(try await shelf.answer("\(issue)/articles/99").status == 404)
  }

  @Test func picturesAloneHaveNoArticles() async throws {
    let shelf = try await ServedShelf(samples + "/quay-pictures")
    let answer = try await shelf.answer("/api/1/publications/quay-pictures/articles")
    #expect(answer.status == 404 && answer.text.contains("no text"))
  }
}
