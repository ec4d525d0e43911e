import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)), .serialized,
  .serving(samples + "/quay.pdf"))
struct ArticleTests {
  private typealias JSON = [String: Any]

  @Test func eachStoryOfTheTableOfContentsIsAnArticle() async throws {
    let shelf = try await ServedShelf.shared
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
    // The page number is not part of the story.
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

  @Test func markdownComesWithThePlacesOfItsWords() async throws {
    let shelf = try await ServedShelf.shared
    let issue = "/api/1/publications/quay.pdf"
    for (path, passage, page) in [
      ("markdown", "visitors take it for a bus timetable", 4),
      ("pages/4/markdown?glyphs=1", "visitors take it for a bus timetable", 4),
    ] {
      let document = try await shelf.json("\(issue)/\(path)")
      let text = try #require(document["markdown"] as? String)
      let spans = try #require(document["spans"] as? [JSON])
      let found = try #require(text.range(of: passage))
      let start = text.unicodeScalars.distance(from: text.startIndex, to: found.lowerBound)
      let end = start + passage.count
      let own = spans.filter {
        ($0["start"] as? Int ?? 0) < end && ($0["end"] as? Int ?? 0) > start
      }
      #expect(own.count == 7 && own.allSatisfy { $0["page"] as? Int == page })
      #expect(own.allSatisfy { ($0["glyphs"] != nil) == path.hasSuffix("1") })
      let all = try await shelf.json("\(issue)/pages/\(page)/text")
      let words = (all["blocks"] as? [JSON] ?? []).flatMap { $0["lines"] as? [JSON] ?? [] }
        .flatMap { $0["words"] as? [JSON] ?? [] }.compactMap { $0["box"] as? [Double] }
      #expect(own.allSatisfy { words.contains($0["box"] as? [Double] ?? []) })
    }
    #expect(try await shelf.answer("\(issue)/pages/99/markdown").status == 404)
    #expect(try await shelf.answer("\(issue)/markdown?glyphs=maybe").status == 400)
  }

  @Test func anArticleIsAPublicationThatIsSetOnPagesOfAnySize() async throws {
    let shelf = try await ServedShelf.shared
    let issue = "/api/1/publications/quay.pdf"
    let list = try #require(try await shelf.json("\(issue)/articles")["articles"] as? [JSON])
    let entry = try #require(list.first { $0["title"] as? String == "Reading the Tide" })
    let id = try #require(entry["publication"] as? String)
    func document(_ layout: String) async throws -> JSON {
      try await shelf.json("/api/1/publications/\(id)?\(layout)")
    }
    let (large, small) = (
      try await document("page-size=600x800"), try await document("page-size=300x400")
    )
    #expect(large["reflowable"] as? Bool == true)
    let counts = [large, small].compactMap { $0["pageCount"] as? Int }
    #expect(counts.count == 2 && counts[0] < counts[1], "\(counts)")
    let hits = try await shelf.json("/api/1/publications/\(id)/search?q=bus%20timetable")
    #expect((hits["hits"] as? [JSON])?.count == 1)
    let image = try await shelf.answer("/api/1/publications/\(id)/pages/0/image.png")
    #expect(image.status == 200)
    let missing = try await shelf.answer("/api/1/publications/quay.pdf~99")
    #expect(missing.status == 404 && missing.text.contains("no article 99"))
    #expect(try await shelf.answer("/api/1/publications/quay.pdf~0~0").status == 404)
    let shown = try await shelf.json("/api/1/publications")["publications"] as? [JSON]
    #expect(shown?.count == 1)
  }

  @Test func filesOfArticlesAreRemovedWithTheServer() async throws {
    let temporary = try temporaryFolder()
    let shelf = try await ServedShelf(
      samples + "/quay.pdf", environment: ["TMPDIR": temporary.path])
    #expect(try await shelf.answer("/api/1/publications/quay.pdf~0").status == 200)
    #expect(try temporary.entries().contains { $0.hasPrefix("recto-articles-") })
    #expect(try await shelf.stop() == 0)
    #expect(try temporary.entries().filter { $0.hasPrefix("recto-articles-") } == [])
  }

  @Test func picturesAloneHaveNoArticles() async throws {
    let shelf = try await ServedShelf(samples + "/quay-pictures")
    let answer = try await shelf.answer("/api/1/publications/quay-pictures/articles")
    #expect(answer.status == 404 && answer.text.contains("no text"))
  }
}
