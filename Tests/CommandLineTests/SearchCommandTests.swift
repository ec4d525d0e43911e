import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct SearchCommandTests {
  private func hits(_ arguments: String...) async throws -> [JSON] {
    let result = try await runRecto(["search", "--json"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    let answer = try parse(result.output)
    return try #require(answer["hits"] as? [JSON])
  }

  private func texts(_ hits: [JSON]) -> [String] { hits.compactMap { $0["text"] as? String } }

  @Test func theJSONFormIsTheDocumentedOne() async throws {
    let answer = try #require(try await jsonAnswer("search", "--json", quay, "last lamp") as? JSON)
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

  @Test func aHitLiesWhereItsInkIs() async throws {
    let hit = try #require(try await hits("--pages", "3", quay, "resident keeper").first)
    let quad = try #require((hit["quads"] as? [[Double]])?.first)
    let region = "\(quad[0]),\(quad[1]),\(quad[4] - quad[0]),\(quad[5] - quad[1])"
    let ink = try await decodePNG(rendered(quay, "--pages", "3", "--region", region, "--gray"))
    let dark = ink.samples.count { $0 < 100 }
    #expect(dark > ink.samples.count / 50)
  }

  @Test func thePlainFormHasALineAHit() async throws {
    let lines = try await plainAnswer("search", quay, "resident keeper").split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("page 3  ") == true)
    #expect(lines.first?.contains("The last [resident keeper] came down") == true)
  }

  @Test func capitalsMatterOnlyOnRequest() async throws {
    #expect(Set(texts(try await hits(quay, "light"))).isSuperset(of: ["light", "LIGHT"]))
    #expect(Set(texts(try await hits("--case", quay, "LIGHT"))) == ["LIGHT"])
  }

  @Test func wholeWordsFindNoPartsOfWords() async throws {
    let all = texts(try await hits(quay, "light")).count
    let whole = texts(try await hits("--whole-words", quay, "light")).count
    #expect(whole > 0 && whole < all)
  }

  @Test func aRegularExpressionFindsWhatItMatches() async throws {
    let found = texts(try await hits("--regex", quay, "light(house)?s?"))
    #expect(Set(found.map { $0.lowercased() }).isSuperset(of: ["light", "lighthouse"]))
    #expect(found.allSatisfy { $0.lowercased().hasPrefix("light") })
  }

  @Test func aPhraseOverALineEndHasAQuadForEachLine() async throws {
    // "… came down in the / autumn of the year …"
    let hit = try #require(try await hits(quay, "in the autumn of").first)
    #expect((hit["quads"] as? [[Double]])?.count == 2)
  }

  @Test func onlyTheChosenPagesAreSearched() async throws {
    let pages = try await hits("--pages", "4", quay, "light").compactMap { $0["page"] as? Int }
    #expect(!pages.isEmpty && Set(pages) == [3])
  }

  @Test func pageImagesWithSidecarsAreSearchedTheSameWay() async throws {
    for query in ["resident keeper", "in the autumn of", "lighthouse"] {
      let inPDF = try await hits(quay, query)
      let inImages = try await hits(quayPages, query)
      #expect(texts(inImages) == texts(inPDF), "\(query)")
      #expect(inImages.compactMap { $0["page"] as? Int } == inPDF.compactMap { $0["page"] as? Int })
    }
  }

  @Test func accentsMatterOnRequest() async throws {
    #expect(!texts(try await hits(quay, "quáy")).isEmpty)
    #expect(texts(try await hits("--accents", quay, "quáy")).isEmpty)
  }

  @Test(.needsBooks) func aWordPartedAtALineEndIsFoundInBothForms() async throws {
    let book = (samplesFolder() ?? "") + "/quay.epub"
    #expect(texts(try await hits(book, "permitting")) == ["permitting"])
    #expect(texts(try await hits(book, "per-mitting")) == ["per\u{AD}mitting"])
  }

  @Test func aHitOverPagesNamesBoth() async throws {
    let folder = try temporaryFolder()
    let pages = ["the last keeper", "came down"].map { text in
      HandMadePDF.Page(
        content: "BT /F 8 Tf 5 100 Td (\(text)) Tj ET",
        resources: "<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>")
    }
    let book = try folder.write(HandMadePDF(pages).bytes, to: "book.pdf")
    let hit = try #require(try await hits(book, "keeper came").first)
    #expect(hit["page"] as? Int == 0 && hit["text"] as? String == "keeper came")
    let continued = try #require((hit["continued"] as? [JSON])?.first)
    #expect(Set(continued.keys) == ["page", "quads"] && continued["page"] as? Int == 1)
    #expect((continued["quads"] as? [[Double]])?.count == 1)
    #expect(
      try await plainAnswer("search", book, "keeper came")
        == "pages 1-2  the last [keeper came] down\n")
    #expect(try await hits("--pages", "1", book, "keeper came").isEmpty)
  }

  @Test func aRegularExpressionThatTakesTooLongIs75() async throws {
    let pattern = #"(\w*\s*)*\w*\d\d\d\dX"#
    expectRefusal(
      try await runRecto(["search", "--time-limit", "0.05", "--regex", quay, pattern]), 75, pattern)
  }

  @Test func aSearchWithoutHitsSucceeds() async throws {
    #expect(try await plainAnswer("search", quay, "zeppelin") == "")
    #expect(try await hits(quay, "zeppelin").isEmpty)
  }

  @Test(arguments: [["--regex", "("], [" "], [""]]) func aQueryThatMakesNoSenseIs64(
    arguments: [String]
  ) async throws {
    let options = Array(arguments.dropLast())
    expectRefusal(
      try await runRecto(["search"] + options + [quay, arguments[arguments.count - 1]]), 64)
  }
}
