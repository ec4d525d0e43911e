import Foundation
import TestSupport
import Testing

/// The EPUB tests of the W3C, and the table of them in `docs/epub-tests.md`.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct SuiteTests {
  @Test(
    .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)),
    arguments: SuiteTable.cases.map(\.name))
  func aCaseGivesWhatItAsksFor(_ name: String) throws {
    let book = try SuiteBook(name)
    let expectations = SuiteTable.cases.filter { $0.name == name }.flatMap(\.expectations)
    for expectation in expectations {
      let complaint = try book.complaint(about: expectation)
      #expect(complaint == nil, "\(name): \(expectation)")
    }
  }
}

/// The table in the documentation says what the tests check.
struct SuiteDocumentTests {
  private struct Row {
    let name: String
    let result: String
    let judge: String
  }

  private static func rows() throws -> [Row] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardized
    let text = try String(contentsOf: root.appending(path: "docs/epub-tests.md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(name: cells[0].replacing("`", with: ""), result: cells[1], judge: cells[2])
    }
  }

  @Test func theTableNamesTheCasesThatTestsCheck() throws {
    let rows = try Self.rows()
    #expect(Set(rows.map(\.name)).count == rows.count)
    #expect(Set(rows.map(\.result)).isSubset(of: ["passed", "failed", "not applicable"]))
    #expect(
      rows.filter { $0.judge == "test" }.map(\.name).sorted()
        == SuiteTable.cases.map(\.name).sorted())
    #expect(rows.filter { $0.judge == "test" }.allSatisfy { $0.result == "passed" })
    #expect(
      rows.filter { $0.judge != "test" && $0.result == "passed" }.allSatisfy { $0.judge == "eye" })
  }

  @Test(.enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
  func everyCaseOfTheCorpusHasARow() throws {
    struct File: Decodable {
      let file: String
      let origin: String
    }
    let manifest = URL(fileURLWithPath: corporaFolder() ?? "").appending(path: "epub/manifest.json")
    let files = try JSONDecoder().decode([File].self, from: Data(contentsOf: manifest))
    let cases = files.filter { $0.origin.hasPrefix("w3c/epub-tests") }.map { $0.file.dropLast(5) }
    #expect(!cases.isEmpty)
    let rows = Dictionary(uniqueKeysWithValues: try Self.rows().map { ($0.name, $0) })
    for name in cases {
      let row = try #require(rows[String(name)], "\(name)")
      #expect(row.result != "passed" || row.judge == "test", "\(name)")
    }
  }
}
