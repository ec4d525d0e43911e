import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)), .serialized,
  .serving(samples + "/quay.pdf"))
struct SearchTests {
  private typealias JSON = [String: Any]

  private let search = "/api/1/publications/quay.pdf/search"

  private func hits(_ query: String) async throws -> [String] {
    let shelf = try await ServedShelf.shared
    let hits = try await shelf.json("\(search)?q=\(query)")["hits"] as? [JSON]
    return (hits ?? []).compactMap { $0["text"] as? String }
  }

  @Test func theOptionsAreThoseOfTheCommandLine() async throws {
    #expect(Set(try await hits("LIGHT&case=1")) == ["LIGHT"])
    #expect(try await hits("qu%C3%A1y&accents=1").isEmpty)
    #expect(!(try await hits("qu%C3%A1y")).isEmpty)
    #expect(try await hits("light&words=1").allSatisfy { $0.count == 5 })
    #expect(Set(try await hits("light(house)%3Fs&regex=1")) == ["LIGHTS"])
  }

  @Test func aRegularExpressionThatTakesTooLongIs422() async throws {
    let shelf = try await ServedShelf.shared
    let answer = try await shelf.answer("\(search)?q=(%5Cw*%5Cs*)*%5Cd%5Cd%5Cd%5CdX&regex=1")
    #expect(answer.status == 422)
    let problem = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.body)) as? JSON)
    let detail = try #require(problem["detail"] as? String)
    #expect(detail.contains("regular expression") && !detail.contains("--"))
  }

  @Test func aPassageOfManyLinesMayBeSearched() async throws {
    let shelf = try await ServedShelf.shared
    let page = try await shelf.json("/api/1/publications/quay.pdf/pages/2/text")
    let blocks = try #require(page["blocks"] as? [JSON])
    let passages = blocks.map { block in
      (block["lines"] as? [JSON] ?? []).flatMap { $0["words"] as? [JSON] ?? [] }
        .compactMap { $0["text"] as? String }.joined(separator: " ")
    }
    let passage = try #require(passages.first { $0.utf8.count > 300 })
    let query = try #require(
      passage.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    #expect(try await hits(query).count == 1)
  }

  @Test func aBrokenRegularExpressionIs400() async throws {
    let shelf = try await ServedShelf.shared
    let answer = try await shelf.answer("\(search)?q=(&regex=1")
    #expect(answer.status == 400)
    #expect(answer["Cache-Control"] == "no-store")
  }
}
