import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct SearchCommandTests {
  private func hits(_ arguments: String...) throws -> [JSON] {
    let result = try runRecto(["search", "--json"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    let answer = try parse(result.output)
    return try #require(answer["hits"] as? [JSON])
  }

  private func texts(_ hits: [JSON]) -> [String] { hits.compactMap { $0["text"] as? String } }

  @Test func theJSONFormIsTheDocumentedOne() throws {
    let answer = try #require(try jsonAnswer("search", "--json", quay, "last lamp") as? JSON)
    #expect(answer["query"] as? String == "last lamp")
    let hits = try #require(answer["hits"] as? [JSON])
    #expect(!hits.isEmpty)
    for hit in hits {
      #expect(Set(hit.keys) == ["page", "quads", "text", "before", "after"])
      let quads = try #require(hit["quads"] as? [[Double]])
      #expect(!quads.isEmpty)
      #expect(quads.allSatisfy { $0.count == 8 && $0.allSatisfy { $0 >= -1 && $0 <= 561 } })
    }
    // The title of the story and its line in the contents.
    #expect(Set(hits.compactMap { $0["page"] as? Int }).isSuperset(of: [1, 2]))
  }

  @Test func aHitLiesWhereItsInkIs() throws {
    let hit = try #require(try hits("--pages", "3", quay, "resident keeper").first)
    let quad = try #require((hit["quads"] as? [[Double]])?.first)
    let region = "\(quad[0]),\(quad[1]),\(quad[4] - quad[0]),\(quad[5] - quad[1])"
    let ink = try decodePNG(rendered(quay, "--pages", "3", "--region", region, "--gray"))
    let dark = ink.samples.count { $0 < 100 }
    #expect(dark > ink.samples.count / 50)
  }

  @Test func thePlainFormHasALineAHit() throws {
    let lines = try plainAnswer("search", quay, "resident keeper").split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("page 3  ") == true)
    #expect(lines.first?.contains("The last [resident keeper] came down") == true)
  }

  @Test func capitalsMatterOnlyOnRequest() throws {
    #expect(Set(texts(try hits(quay, "light"))).isSuperset(of: ["light", "LIGHT"]))
    #expect(Set(texts(try hits("--case", quay, "LIGHT"))) == ["LIGHT"])
  }

  @Test func wholeWordsFindNoPartsOfWords() throws {
    let all = texts(try hits(quay, "light")).count
    let whole = texts(try hits("--whole-words", quay, "light")).count
    #expect(whole > 0 && whole < all)
  }

  @Test func aRegularExpressionFindsWhatItMatches() throws {
    let found = texts(try hits("--regex", quay, "light(house)?s?"))
    #expect(Set(found.map { $0.lowercased() }).isSuperset(of: ["light", "lighthouse"]))
    #expect(found.allSatisfy { $0.lowercased().hasPrefix("light") })
  }

  @Test func aPhraseOverALineEndHasAQuadForEachLine() throws {
    // "… came down in the / autumn of the year …"
    let hit = try #require(try hits(quay, "in the autumn of").first)
    #expect((hit["quads"] as? [[Double]])?.count == 2)
  }

  @Test func onlyTheChosenPagesAreSearched() throws {
    let pages = try hits("--pages", "4", quay, "light").compactMap { $0["page"] as? Int }
    #expect(!pages.isEmpty && Set(pages) == [3])
  }

  @Test func pageImagesWithSidecarsAreSearchedTheSameWay() throws {
    for query in ["resident keeper", "in the autumn of", "lighthouse"] {
      let inPDF = try hits(quay, query)
      let inImages = try hits(quayPages, query)
      #expect(texts(inImages) == texts(inPDF), "\(query)")
      #expect(inImages.compactMap { $0["page"] as? Int } == inPDF.compactMap { $0["page"] as? Int })
    }
  }

  @Test func noHitIsNoError() throws {
    #expect(try plainAnswer("search", quay, "zeppelin") == "")
    #expect(try hits(quay, "zeppelin").isEmpty)
  }

  @Test(arguments: [["--regex", "("], [" "], [""]]) func aQueryThatMakesNoSenseIs64(
    arguments: [String]
  ) throws {
    let options = Array(arguments.dropLast())
    expectRefusal(try runRecto(["search"] + options + [quay, arguments[arguments.count - 1]]), 64)
  }
}
