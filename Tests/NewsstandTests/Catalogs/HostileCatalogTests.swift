import Foundation
import RectoNewsstand
import TestSupport
import Testing

/// The broken and malicious catalogs of the test files, as their manifest wants them answered.
@Suite(.enabled(if: corporaFolder() != nil, "\(needsCorpora)"))
struct HostileCatalogTests {
  struct Row: Sendable, CustomStringConvertible {
    let name: String
    let expectation: String
    var description: String { name }
  }

  static var rows: [Row] {
    get throws {
      let path = "\(corporaFolder() ?? "")/hostile/manifest.json"
      let manifest = try JSONSerialization.jsonObject(with: Data(bytes(ofFile: path)))
      let rows = (manifest as? [String: Any])?["rows"] as? [[String: Any]] ?? []
      return rows.compactMap { row in
        guard let name = row["file"] as? String, name.hasPrefix("catalog/"),
          let expectation = row["expect"] as? String
        else { return nil }
        return Row(name: name, expectation: expectation)
      }
    }
  }

  @Test func eachIsListedOrRefusedWithOneSentence() throws {
    let rows = try Self.rows
    try #require(rows.count > 30)
    for row in rows {
      let path = "\(corporaFolder() ?? "")/hostile/\(row.name)"
      let content = try bytes(ofFile: path)
      do throws(NewsstandError) {
        let catalog = try readCatalog(content, url: "https://example.org/\(row.name)")
        #expect(row.expectation != "clear error", "\(row.name) gave \(catalog)")
        #expect(row.expectation != "renders" || catalog.problems.isEmpty, "\(row.name)")
      } catch {
        #expect(row.expectation != "renders", "\(row.name): \(error)")
        #expect(error.code == .badCatalog, "\(row.name): \(error.code)")
        #expect(!error.message.isEmpty && error.message.utf8.count < 1_000, "\(row.name)")
        #expect(
          error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F },
          "\(row.name): \(error.message)")
      }
    }
  }

  @Test func aFeedWhoseNextPageIsItselfIsRefusedAlsoFromAFile() throws {
    let path = "\(corporaFolder() ?? "")/hostile/catalog/opds_next_loop.xml"
    let content = try bytes(ofFile: path)
    let error = #expect(throws: NewsstandError.self) {
      _ = try readCatalog(content, url: "file://\(path)")
    }
    #expect(error?.message.contains("its next page is the page itself") == true)
  }

  @Test func aFileOfTwoThousandIssuesIsListed() throws {
    let path = "\(corporaFolder() ?? "")/hostile/catalog/many_2000.json"
    let catalog = try readCatalog(try bytes(ofFile: path), url: "https://example.org/a/b.json")
    #expect(catalog.issues.count == 2_000 && catalog.problems.isEmpty)
    #expect(catalog.issues.last?.content.first?.url == "https://example.org/a/x")
  }
}
